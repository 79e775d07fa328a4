import Glibc

/// Descriptors 0 to 2. Real-time: no.
public enum StandardStreams {
  /// Opens `/dev/null` in place of closed descriptors, so that a file opened later does not get the
  /// number of a standard stream.
  public static func fillGaps() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// Writes as much of `text` as the descriptor takes, and calls `progress` with the number of bytes after each
  /// part; returns `errno` where that is not all, else 0.
  ///
  /// What a full disk or a closed terminal does not take is lost; with `FileHandle` it would end the process, as
  /// a pipe without a reader does where SIGPIPE is not ignored. Waits for space: another process that shares the
  /// descriptor may have made it non-blocking. The corresponding C function is `write`.
  @discardableResult public static func write(
    _ text: String, to file: Int32, progress: (Int) -> Void = { _ in }
  ) -> Int32 {
    write(Array(text.utf8), to: file, progress: progress)
  }

  /// The same of bytes.
  @discardableResult public static func write(
    _ bytes: [UInt8], to file: Int32, progress: (Int) -> Void = { _ in }
  ) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(file, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        progress(count)
      } else if errno == EAGAIN {
        var output = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&output, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// Whether standard output and standard error are the same terminal, pipe or file.
  public static var areOne: Bool {
    var (output, errors) = (stat(), stat())
    guard unsafe fstat(STDOUT_FILENO, &output) == 0, unsafe fstat(STDERR_FILENO, &errors) == 0
    else { return false }
    return output.st_dev == errors.st_dev && output.st_ino == errors.st_ino
  }
}

/// A terminal, by one of its descriptors. Real-time: no.
public struct Terminal: Sendable {
  /// The descriptor.
  public let file: Int32

  /// Nil if `file` is not a terminal. The corresponding C function is `isatty`.
  public init?(_ file: Int32) {
    guard isatty(file) == 1 else { return nil }
    self.file = file
  }

  /// Whether this process is in the terminal's foreground job and may read and draw; true for a
  /// terminal other than the controlling one. The corresponding C function is `tcgetpgrp`.
  public var isInForeground: Bool {
    let group = tcgetpgrp(file)
    return group < 0 ? errno == ENOTTY : group == getpgrp()
  }

  /// Columns and rows.
  public struct Size: Sendable, Hashable {
    /// Characters in a line.
    public var columns: Int
    /// Lines on the screen.
    public var rows: Int

    /// A size of that many columns and rows.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// Columns and rows; 80 by 24 where it does not tell. The corresponding C function is `ioctl`
  /// (`TIOCGWINSZ`).
  public var size: Size {
    var size = winsize()
    guard unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Columns, or nil where it does not tell. The corresponding C function is `ioctl` (`TIOCGWINSZ`).
  public var width: Int? {
    var size = winsize()
    guard unsafe ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether the process has a controlling terminal that is still open.
  public static var isControlling: Bool {
    let file = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return false }
    close(file)
    return true
  }
}
