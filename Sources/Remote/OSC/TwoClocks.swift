import Glibc
import OSC

/// One moment by the clock that music keeps and by the one that OSC's time tags show.
struct TwoClocks: Sendable, Hashable {
  /// `CLOCK_MONOTONIC`, in nanoseconds.
  var monotonic: Int64
  /// `CLOCK_REALTIME`, in nanoseconds since 1970.
  var unix: Int64

  /// This moment.
  static var now: TwoClocks {
    TwoClocks(monotonic: read(CLOCK_MONOTONIC), unix: read(CLOCK_REALTIME))
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time tag of another moment, given by `CLOCK_MONOTONIC`.
  func tag(ofMonotonic other: Int64) -> OSCTimeTag {
    OSCTimeTag(unixNanoseconds: unix &+ (other &- monotonic))
  }

  /// The moment of `tag` by `CLOCK_MONOTONIC`; nil for “at once”.
  func monotonic(of tag: OSCTimeTag) -> Int64? {
    tag == .immediately ? nil : monotonic &+ (tag.unixNanoseconds &- unix)
  }

  /// Nanoseconds until `tag`; 0 for “at once” and for what is past.
  func nanoseconds(until tag: OSCTimeTag) -> Int64 {
    tag == .immediately ? 0 : max(0, tag.unixNanoseconds - unix)
  }
}
