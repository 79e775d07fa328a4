public import MusicalTime

/// How a rhythm is played other than straight: a warp of its beats, and dynamics.
public struct Groove: Sendable, Hashable {
  /// For people and files; presets go by it.
  public var name: String
  /// Where each beat goes at full amount.
  public var warp: Warp
  /// From each of these beats until the next, within the warp's period: the factor of the velocity
  /// at full amount, 0 to 2. Empty is 1 throughout.
  public var levels: [Level]

  /// A beat before the warp, and the factor from there on.
  public struct Level: BitwiseCopyable, Sendable, Hashable {
    public var beat: Beats
    public var factor: Double

    public init(_ beat: Beats, factor: Double) {
      self.beat = beat
      self.factor = factor
    }
  }

  public init(name: String, warp: Warp, levels: [Level] = []) {
    self.name = name
    self.warp = warp
    self.levels = levels
  }

  /// As written.
  public static let straight = Groove(name: "straight", warp: .identity)
}

/// A groove and how much of it, timing and dynamics apart.
public struct GrooveUse: Sendable, Hashable {
  public var groove: Groove
  /// 0 as written to 1 as the groove has it.
  public var timing: Double
  /// 0 as written to 1 as the groove has it.
  public var velocity: Double

  /// Amounts outside 0 to 1 become the nearer end; what is not a number becomes 0.
  public init(_ groove: Groove, timing: Double = 1, velocity: Double = 1) {
    self.groove = groove
    self.timing = timing > 0 ? min(timing, 1) : 0
    self.velocity = velocity > 0 ? min(velocity, 1) : 0
  }

  /// As written.
  public static let straight = GrooveUse(.straight)

  /// The warp at its amount.
  public var warp: Warp { groove.warp.scaled(by: timing) }

  /// The factors at their amount.
  public var levels: [Groove.Level] {
    groove.levels.map { Groove.Level($0.beat, factor: 1 + ($0.factor - 1) * velocity) }
  }
}
