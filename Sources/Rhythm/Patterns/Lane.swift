/// One voice's steps, over the pattern's grid or over its own.
public struct Lane: Sendable, Hashable {
  /// No other lane of a pattern has it.
  public var voice: Voice
  /// One entry a marker; nil is a rest.
  public var steps: [Step?]
  /// Its own markers and length; nil is the pattern's.
  public var grid: Grid?
  /// How fast it plays beside the pattern.
  public var ratio = SpeedRatio.one
  /// How many markers later its hits are in each loop than in the one before, −255 to 255.
  public var turn = 0
  /// How far chance moves each stroke.
  public var looseness = Looseness.none
  /// Silent, whatever is soloed.
  public var isMuted: Bool
  /// While any lane is soloed, only soloed lanes sound.
  public var isSoloed: Bool
  /// The group 1 to 8 that it is muted with, or nil.
  public var muteGroup: Int?

  /// The groups that lanes can be muted in.
  public static let muteGroups = 1...8
  /// How many markers a lane can turn in each loop.
  public static let turns = -255...255

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

  /// A drum's lane over the pattern's grid.
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

/// How far chance moves the strokes of a lane.
public struct Looseness: BitwiseCopyable, Sendable, Hashable {
  /// Either way in time, 0 to 50 ms; little is likelier than much.
  public var milliseconds: Double
  /// Either way in velocity, 0 to 64.
  public var velocity: Int

  /// The most milliseconds.
  public static let mostMilliseconds = 50.0
  /// The most in velocity.
  public static let mostVelocity = 64

  /// As written.
  public static let none = Looseness(unchecked: 0, velocity: 0)

  /// Nil outside 0 to 50 ms or 0 to 64 in velocity.
  public init?(milliseconds: Double, velocity: Int) {
    guard (0...Self.mostMilliseconds).contains(milliseconds),
      (0...Self.mostVelocity).contains(velocity)
    else { return nil }
    self.init(unchecked: milliseconds, velocity: velocity)
  }

  private init(unchecked milliseconds: Double, velocity: Int) {
    self.milliseconds = milliseconds
    self.velocity = velocity
  }
}
