/// How long the ticking thread sleeps: until the next tick, or shorter while it watches for urgent controls, so that
/// an idle machine is not woken for nothing.
struct TickPace: Sendable {
  /// A sleep, and whether a tick is due after it.
  struct Nap: Sendable, Hashable {
    let microseconds: UInt32
    let endsInTick: Bool
  }

  private static let tick: UInt32 = 20_000
  private static let look: UInt32 = 2_000

  /// Microseconds since the latest tick.
  private var elapsed: UInt32 = 0

  /// The next sleep.
  mutating func nap(watches: Bool) -> Nap {
    let rest = Self.tick - elapsed
    let length = watches ? min(Self.look, rest) : rest
    elapsed = (elapsed + length) % Self.tick
    return Nap(microseconds: length, endsInTick: elapsed == 0)
  }
}
