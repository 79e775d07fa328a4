public import MusicalTime

/// Timing and dynamics applied to a rhythm: a warp of its beats, and velocity factors.
public struct Groove: Sendable, Hashable {
  /// The name for display and files; presets are found by it.
  public var name: String
  /// The displacement of each beat at full amount.
  public var warp: Warp
  /// Velocity factors at full amount (`Knob.grooveLevel`), each valid from its beat until the next within the
  /// warp's period. Empty means 1 throughout.
  public var levels: [Level]

  /// A beat (before the warp) and the factor from there on.
  public struct Level: BitwiseCopyable, Sendable, Hashable {
    /// The first beat at which the factor applies, before the warp.
    public var beat: Beats
    /// The velocity factor (`Knob.grooveLevel`).
    public var factor: Double

    /// `factor` from `beat` on.
    public init(_ beat: Beats, factor: Double) {
      self.beat = beat
      self.factor = factor
    }
  }

  /// A groove of `warp` and `levels`.
  public init(name: String, warp: Warp, levels: [Level] = []) {
    self.name = name
    self.warp = warp
    self.levels = levels
  }

  /// No groove: plays as written.
  public static let straight = Groove(name: "straight", warp: .identity)
}

/// A groove and the amounts at which its timing and dynamics are applied.
public struct GrooveUse: Sendable, Hashable {
  /// The groove.
  public var groove: Groove
  /// Amount of timing: 0 as written, 1 full.
  public var timing: Double
  /// Amount of dynamics: 0 as written, 1 full.
  public var velocity: Double

  /// Amounts are clamped to 0 to 1; NaN counts as 0.
  public init(_ groove: Groove, timing: Double = 1, velocity: Double = 1) {
    self.groove = groove
    self.timing = timing > 0 ? min(timing, 1) : 0
    self.velocity = velocity > 0 ? min(velocity, 1) : 0
  }

  /// No groove: plays as written.
  public static let straight = GrooveUse(.straight)

  /// The warp scaled by `timing`.
  public var warp: Warp { groove.warp.scaled(by: timing) }

  /// The levels scaled by `velocity`.
  public var levels: [Groove.Level] {
    groove.levels.map { Groove.Level($0.beat, factor: 1 + ($0.factor - 1) * velocity) }
  }
}
