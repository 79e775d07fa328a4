/// Evidence that the line is wrong: ticks that missed it by more than half a tick. Real-time: yes.
struct TickDoubt: BitwiseCopyable, Sendable {
  /// Ticks counted as lost while in doubt.
  private(set) var missed: Int64 = 0
  /// Arrivals counted as invalid while in doubt.
  private(set) var dropped: Int64 = 0
  private var weight = 0

  @_noLocks init() {}

  var isNone: Bool { @_noLocks get { weight == 0 } }

  /// Whether ticks missed the line so often that the line must be wrong.
  var isGrave: Bool { @_noLocks get { weight >= 8 } }

  /// Adds a tick after `ticks` missing ones.
  ///
  /// Two in succession are enough, unless it is exactly on time: two of four ticks lost look like
  /// half the tempo.
  @_noLocks mutating func miss(_ ticks: Int64, isOnGrid: Bool) {
    missed &+= ticks
    weight &+= isOnGrid ? 2 : 4
  }

  /// Adds a tick where none was due.
  @_noLocks mutating func drop() {
    dropped &+= 1
    weight &+= 3
  }

  /// Adds a tick that was on time.
  @_noLocks mutating func settle() {
    weight &-= 1
    if weight <= 0 { self = TickDoubt() }
  }

  /// Adds a tick that was counted as lost.
  @_noLocks mutating func redeem() {
    missed &-= 1
    if missed &+ dropped <= 0 { self = TickDoubt() }
  }
}
