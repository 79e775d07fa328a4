/// What keeps steps and lanes from being a pattern; steps and lanes are counted from 0 in here and from 1 in words.
public enum PatternError: Error, Hashable {
  /// A pattern can't have this many steps.
  case stepCount(Int)
  /// A beat can't have this many steps.
  case stepsPerBeat(Int)
  /// There is no such step in a pattern of `stepCount`.
  case step(Int, stepCount: Int)
  /// Lane number `lane` repeats a drum that has a lane already.
  case secondLane(Drum, lane: Int)
  /// Lane number `lane` isn't as long as the pattern.
  case laneLength(Int, Drum, lane: Int, stepCount: Int)
  /// The drum has no lane.
  case noLane(Drum)
}

extension PatternError: CustomStringConvertible {
  /// What is wrong and what the limit is, in words.
  public var description: String {
    switch self {
    case .stepCount(let count): "\(count) steps: a pattern has 1 to 64"
    case .stepsPerBeat(let count): "\(count) steps a beat: a beat has 1 to 16"
    case .step(let step, let stepCount):
      "step \(step + 1): a pattern of \(stepCount) steps \(Self.extent(of: stepCount))"
    case .secondLane(let drum, let lane):
      "lane \(lane + 1) (\(drum.name)): \(drum.name) has a lane already; a drum has one"
    case .laneLength(let length, let drum, let lane, let stepCount) where length > stepCount:
      "lane \(lane + 1) (\(drum.name)), step \(stepCount + 1): "
        + "a pattern of \(stepCount) steps ends at \(stepCount)"
    case .laneLength(let length, let drum, let lane, let stepCount):
      "lane \(lane + 1) (\(drum.name)): it stops after \(length) of \(stepCount) steps"
    case .noLane(let drum): "\(drum.name) has no lane in this pattern"
    }
  }

  private static func extent(of stepCount: Int) -> String {
    stepCount == 1 ? "has only step 1" : "has steps 1 to \(stepCount)"
  }
}
