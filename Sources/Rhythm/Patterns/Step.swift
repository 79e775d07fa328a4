public import MusicalTime

/// A hit at a marker, with everything that may vary it.
public struct Step: Sendable, Hashable {
  /// Before the marker's amplitude, accent, groove and looseness change it.
  public var velocity: Velocity
  /// Whether the pattern's accent is added.
  public var isAccented = false
  /// Per cent of the times that it plays, 0 to 100.
  public var probability = 100
  /// How often it is struck between its marker and the next.
  public var ratchet = Ratchet.single
  /// How much later than its marker it plays, −1 to 1 beat.
  public var offset = Beats.zero
  /// In which loops it plays; nil is all.
  public var condition: StepCondition?
  /// How many markers after its own its note is held through.
  public var hold = 0
  /// The number, from 0, of the clip whose envelope it has; nil is the first clip of its voice.
  public var clip: Int?

  /// The limits of `offset`, both ways.
  public static let offsets = Beats(-1)...Beats(1)
  /// How many markers a held hit can be held through.
  public static let holds = 1...255

  /// A plain hit.
  public init(_ velocity: Velocity) { self.velocity = velocity }
}

/// One stroke or several, evenly spaced between a marker and the next.
public struct Ratchet: BitwiseCopyable, Sendable, Hashable {
  /// Strokes, 1 to 8.
  public let count: Int
  /// How much louder the last is than the first, −127 to 127 in velocity.
  public let slope: Int

  /// The numbers of strokes that there can be.
  public static let counts = 1...8

  /// One stroke.
  public static let single = Ratchet(unchecked: 1, slope: 0)

  /// `count` strokes, or nil outside 1 to 8 or with a slope outside −127 to 127.
  public init?(count: Int, slope: Int = 0) {
    guard Self.counts.contains(count), (-127...127).contains(slope) else { return nil }
    self.init(unchecked: count, slope: slope)
  }

  private init(unchecked count: Int, slope: Int) {
    self.count = count
    self.slope = slope
  }
}

/// In which loops of its lane, or when, a step plays. Real-time: yes.
public enum StepCondition: BitwiseCopyable, Sendable, Hashable {
  /// In loop number `turn`, counted from 1, of every `count`; 1 ≤ turn ≤ count ≤ 64.
  case turn(UInt8, of: UInt8)
  /// While a fill is asked for.
  case fill
  /// While no fill is asked for.
  case notFill
  /// In the first loop only.
  case first

  /// Whether it holds in loop number `loop` of its lane, counted from 0.
  @_noLocks public func holds(inLoop loop: Int64, isFilling: Bool) -> Bool {
    switch self {
    case .turn(let turn, let count): loop % Int64(count) == Int64(turn) &- 1
    case .fill: isFilling
    case .notFill: !isFilling
    case .first: loop == 0
    }
  }
}
