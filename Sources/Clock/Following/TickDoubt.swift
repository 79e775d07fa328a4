/// What speaks for a line being wrong: ticks that missed it by more than half a tick. Real-time: yes.
struct TickDoubt: BitwiseCopyable, Sendable {
  /// Ticks thought lost while in doubt.
  private(set) var missed: Int64 = 0
  /// Arrivals thought to be no ticks while in doubt.
  private(set) var dropped: Int64 = 0
  private var weight = 0

  @_noLocks init() {}

  var isNone: Bool { @_noLocks get { weight == 0 } }

  /// Ticks missed the line by more than half a tick so often that it is the line that is wrong.
  var isGrave: Bool { @_noLocks get { weight >= 8 } }

  /// A tick came after so many that did not.
  ///
  /// Twice on end is enough, but not where it comes just when it is due: two of four ticks lost look
  /// like half the tempo.
  @_noLocks mutating func miss(_ ticks: Int64, isOnGrid: Bool) {
    missed &+= ticks
    weight &+= isOnGrid ? 2 : 4
  }

  /// A tick came where none was due.
  @_noLocks mutating func drop() {
    dropped &+= 1
    weight &+= 3
  }

  /// A tick came where it was due.
  @_noLocks mutating func settle() {
    weight &-= 1
    if weight <= 0 { self = TickDoubt() }
  }

  /// One that was thought lost has come.
  @_noLocks mutating func redeem() {
    missed &-= 1
    if missed &+ dropped <= 0 { self = TickDoubt() }
  }
}
