public import MusicalTime

/// A hit at a marker, with everything that can vary it.
public struct Step: Sendable, Hashable {
  /// The velocity before marker amplitude, accent, groove and looseness.
  public var velocity: Velocity
  /// Whether the pattern's accent is added.
  public var isAccented = false
  /// The probability in per cent that it plays.
  public var probability = 100
  /// The number of hits between its marker and the next.
  public var ratchet = Ratchet.single
  /// The offset from its marker in beats; positive is later.
  public var offset = Beats.zero
  /// In which loops it plays; nil for all.
  public var condition: StepCondition?
  /// The number of further markers its note is held for.
  public var hold = 0
  /// The index of the clip whose envelope it has; nil for the first clip of its voice.
  public var clip: Int?

  /// The range of `probability`.
  public static let probabilities = 0...100
  /// The range of `offset`.
  public static let offsets = Beats(-1)...Beats(1)
  /// The range of `hold`.
  public static let holds = 1...255

  /// A plain hit.
  public init(_ velocity: Velocity) { self.velocity = velocity }
}

/// One or several hits, evenly spaced between a marker and the next.
public struct Ratchet: BitwiseCopyable, Sendable, Hashable {
  /// The number of hits.
  public let count: Int
  /// How much louder the last is than the first, in velocity.
  public let slope: Int

  /// The range of `count`.
  public static let counts = 1...8
  /// The range of `slope`.
  public static let slopes = -Velocity.range.upperBound...Velocity.range.upperBound

  /// One hit.
  public static let single = Ratchet(unchecked: 1, slope: 0)

  /// Nil outside `counts` or `slopes`.
  public init?(count: Int, slope: Int = 0) {
    guard Self.counts.contains(count), Self.slopes.contains(slope) else { return nil }
    self.init(unchecked: count, slope: slope)
  }

  private init(unchecked count: Int, slope: Int) {
    self.count = count
    self.slope = slope
  }
}

/// The condition under which a step plays: in some loops of its lane, or during fills. Real-time:
/// yes.
public enum StepCondition: BitwiseCopyable, Sendable, Hashable {
  /// In loop number `turn`, counted from 1, of every `count`; at most `StepCondition.loops`.
  case turn(UInt8, of: UInt8)
  /// While a fill plays.
  case fill
  /// While no fill plays.
  case notFill
  /// In the first loop only.
  case first

  /// Whether the step plays in loop `loop` of its lane, counted from 0.
  @_noLocks public func holds(inLoop loop: Int64, isFilling: Bool) -> Bool {
    switch self {
    case .turn(let turn, let count): loop % Int64(count) == Int64(turn) &- 1
    case .fill: isFilling
    case .notFill: !isFilling
    case .first: loop == 0
    }
  }
}
