/// The number of the last tick, and how many arrivals were ticks. Real-time: yes.
struct TickCounts: BitwiseCopyable, Sendable {
  /// The number of the last tick, including lost ones.
  private(set) var index: Int64 = 0
  /// Arrivals that were ticks.
  private(set) var taken: Int64 = 0
  /// Ticks that were sent, according to the line, but not received.
  private(set) var lost: Int64 = 0
  /// Arrivals that were not ticks.
  private(set) var dropped: Int64 = 0
  /// Ticks received since the line started or continued.
  private(set) var streak: Int64 = 0

  @_noLocks init() {}

  /// Starts a streak with a tick number `index`, or continues one.
  @_noLocks mutating func begin(at index: Int64, after streak: Int64 = 0) {
    self.index = index
    taken &+= 1
    self.streak = streak &+ 1
  }

  /// Counts a tick that came after `missed` others that did not.
  @_noLocks mutating func take(after missed: Int64) {
    index &+= missed &+ 1
    taken &+= 1
    streak &+= 1
    lost &+= missed
  }

  /// Counts an arrival that was not a tick.
  @_noLocks mutating func drop() { dropped &+= 1 }

  /// Counts an arrival that is a tick taken for lost.
  @_noLocks mutating func redeem() {
    lost &-= 1
    taken &+= 1
  }

  /// Counts ticks as lost between those taken.
  @_noLocks mutating func miss(_ ticks: Int64) {
    index &+= ticks
    lost &+= ticks
  }

  /// The arrivals that `doubt` counts as dropped were ticks, and the ticks it counts as missed were not
  /// sent.
  @_noLocks mutating func correct(by doubt: TickDoubt) {
    index &+= doubt.dropped &- doubt.missed
    taken &+= doubt.dropped
    dropped &-= doubt.dropped
    lost &-= doubt.missed
  }
}
