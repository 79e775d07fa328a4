/// One drum's steps.
public struct Lane: Sendable, Hashable {
  /// No other lane of a pattern has it.
  public var drum: Drum
  /// One entry a step; nil is a rest.
  public var steps: [Velocity?]
  /// Silent, whatever is soloed.
  public var isMuted: Bool
  /// While any lane is soloed, only soloed lanes sound.
  public var isSoloed: Bool

  public init(
    drum: Drum, steps: [Velocity?], isMuted: Bool = false, isSoloed: Bool = false
  ) {
    self.drum = drum
    self.steps = steps
    self.isMuted = isMuted
    self.isSoloed = isSoloed
  }

  /// `stepCount` rests.
  public init(drum: Drum, restingFor stepCount: Int) {
    self.init(drum: drum, steps: Array(repeating: nil, count: max(stepCount, 0)))
  }
}
