internal import MusicalTime

/// How long a client's thread waits for the kernel before it looks into its ring, which wakes nobody.
struct PumpPace {
  /// At most so long.
  let milliseconds: Int32

  /// How long after the last message the ring is still looked into often.
  static let attention = HostTime.Interval(nanoseconds: 5_000_000_000)

  /// While the transport rolls, or while JACK's MIDI may pass through at any moment, or until a while
  /// after the last message, the ring is looked into every millisecond: what lies there is due.
  init(isActive: Bool, isAttentive: Bool, rest: HostTime.Interval) {
    let isBusy = isActive || isAttentive || rest.nanoseconds < Self.attention.nanoseconds
    milliseconds = isBusy ? 1 : 20
  }
}
