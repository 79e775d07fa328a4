/// The steps of one voice, on the pattern's grid or on one of its own.
public struct Lane: Sendable, Hashable {
  /// Unique among the lanes of a pattern.
  public var voice: Voice
  /// One entry per marker; nil is a rest.
  public var steps: [Step?]
  /// The lane's own grid; nil for the pattern's.
  public var grid: Grid?
  /// The speed relative to the pattern.
  public var ratio = SpeedRatio.one
  /// Markers by which the hits rotate later in each loop.
  public var turn = 0
  /// The random variation of each hit.
  public var looseness = Looseness.none
  /// Whether the lane is silent, regardless of solo.
  public var isMuted: Bool
  /// While any lane is soloed, only soloed lanes sound.
  public var isSoloed: Bool
  /// The mute group of the lane, or nil.
  public var muteGroup: Int?

  /// The range of `muteGroup`.
  public static let muteGroups = 1...8
  /// The range of `turn`.
  public static let turns = -255...255

  /// A lane of `voice` with these steps.
  public init(
    _ voice: Voice, steps: [Step?], grid: Grid? = nil, isMuted: Bool = false,
    isSoloed: Bool = false
  ) {
    self.voice = voice
    self.steps = steps
    self.grid = grid
    self.isMuted = isMuted
    self.isSoloed = isSoloed
  }

  /// A drum's lane on the pattern's grid.
  public init(
    drum: Drum, steps: [Step?], isMuted: Bool = false, isSoloed: Bool = false
  ) {
    self.init(Voice(drum), steps: steps, isMuted: isMuted, isSoloed: isSoloed)
  }

  /// `stepCount` rests.
  public init(_ voice: Voice, restingFor stepCount: Int) {
    self.init(voice, steps: Array(repeating: nil, count: max(stepCount, 0)))
  }
}

/// The random variation of a lane's hits.
public struct Looseness: BitwiseCopyable, Sendable, Hashable {
  /// The largest shift in time, earlier or later; small shifts are more likely.
  public var milliseconds: Double
  /// The largest change in velocity, up or down.
  public var velocity: Int

  /// The range of `milliseconds`.
  public static let milliseconds = 0.0...50
  /// The range of `velocity`.
  public static let velocities = 0...64

  /// No variation.
  public static let none = Looseness(unchecked: 0, velocity: 0)

  /// Nil outside `milliseconds` or `velocities`.
  public init?(milliseconds: Double, velocity: Int) {
    guard Self.milliseconds.contains(milliseconds), Self.velocities.contains(velocity) else {
      return nil
    }
    self.init(unchecked: milliseconds, velocity: velocity)
  }

  private init(unchecked milliseconds: Double, velocity: Int) {
    self.milliseconds = milliseconds
    self.velocity = velocity
  }
}
