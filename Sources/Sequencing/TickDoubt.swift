/// What speaks for a line being wrong: ticks that missed it by more than half a tick. Real-time: yes.
struct TickDoubt: BitwiseCopyable, Sendable {
  /// Ticks thought lost while in doubt.
  private(set) var missed: Int64 = 0
  /// Arrivals thought to be no ticks while in doubt.
  private(set) var dropped: Int64 = 0
  private var weight = 0

  @_noLocks init() {}

  var isNone: Bool { @_noLocks get { weight == 0 } }

  /// Three of five ticks missed the line.
  ///
  /// Two on end do not tell: where every second tick is lost twice they look like half the tempo.
  var isGrave: Bool { @_noLocks get { weight >= 7 } }

  /// A tick came after so many that did not.
  @_noLocks mutating func miss(_ ticks: Int64) {
    missed &+= ticks
    weight &+= 3
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
