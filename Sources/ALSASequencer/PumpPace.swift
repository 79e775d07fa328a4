internal import MusicalTime

/// How long a client's thread waits in `poll` before it checks its ring, which cannot wake it.
struct PumpPace {
  /// The maximum wait.
  let milliseconds: Int32

  /// How long after the last message the ring is still checked often.
  static let attention = HostTime.Interval(nanoseconds: 5_000_000_000)

  /// While the transport rolls, while JACK's MIDI may pass through at any moment, and for a while
  /// after the last message, the ring is checked every millisecond: its messages are due now.
  init(isActive: Bool, isAttentive: Bool, rest: HostTime.Interval) {
    let isBusy = isActive || isAttentive || rest.nanoseconds < Self.attention.nanoseconds
    milliseconds = isBusy ? 1 : 20
  }
}
