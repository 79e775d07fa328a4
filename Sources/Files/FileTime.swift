internal import Glibc

/// When a file was written, to the nanosecond.
public struct FileTime: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970.
  public let seconds: Int
  /// What is to be added, below 1 000 000 000.
  public let nanoseconds: Int

  /// That many nanoseconds after `seconds`.
  public init(seconds: Int, nanoseconds: Int = 0) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  init(_ time: timespec) { self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec) }

  /// The time of day.
  ///
  /// The corresponding C function is `clock_gettime`.
  public static var now: FileTime {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  /// That of the file at `path`; nil where there is none.
  ///
  /// The corresponding C function is `stat`.
  public init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status.st_mtim)
  }

  /// The next one, a nanosecond later.
  public var next: FileTime {
    nanoseconds < 999_999_999
      ? FileTime(seconds: seconds, nanoseconds: nanoseconds + 1) : FileTime(seconds: seconds + 1)
  }

  /// The same as C has it.
  var value: timespec { timespec(tv_sec: seconds, tv_nsec: nanoseconds) }

  /// The earlier is less.
  public static func < (a: Self, b: Self) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}
