import MusicalTime

/// Why steps and lanes are not a valid pattern. Steps and lanes count from 0 here and from 1 in
/// messages.
public enum PatternError: Error, Hashable {
  /// The markers are not a valid grid.
  case grid(GridError)
  /// There are too many lanes.
  case laneCount(Int)
  /// The step is out of range.
  case step(Int, stepCount: Int)
  /// Lane `lane` has the voice of another lane.
  case secondLane(Voice, lane: Int)
  /// The length of lane `lane` differs from its grid's.
  case laneLength(Int, Voice, lane: Int, stepCount: Int)
  /// Lane `lane` repeats only after `loops` loops and has too many hits until then.
  case unrolledStrokes(Int, Voice, lane: Int, loops: Int)
  /// With lane `lane`, offsets and looseness reorder too many hits at one time.
  case strokesAhead(Voice, lane: Int)
  /// The voice has no lane.
  case noLane(Voice)
}

extension PatternError: CustomStringConvertible {
  /// What is wrong and the limit, as a phrase.
  public var description: String {
    switch self {
    case .grid(let error): error.description
    case .laneCount(let count): "\(count) lanes: a pattern has at most \(Pattern.mostLanes)"
    case .step(let step, let stepCount):
      "step \(step + 1): a pattern of \(stepCount.counted("step")) \(Self.extent(of: stepCount))"
    case .secondLane(let voice, let lane):
      "lane \(lane + 1) (\(voice)): \(voice) already has a lane"
    case .laneLength(let length, let voice, let lane, let stepCount) where length > stepCount:
      "lane \(lane + 1) (\(voice)), step \(stepCount + 1): "
        + "a pattern of \(stepCount.counted("step")) ends at \(stepCount)"
    case .laneLength(let length, let voice, let lane, let stepCount):
      "lane \(lane + 1) (\(voice)): it has \(length) of \(stepCount.counted("step")); add rests (.)"
    case .unrolledStrokes(let count, let voice, let lane, let loops):
      "lane \(lane + 1) (\(voice)): \(count) hits in the \(loops) loops after which it "
        + "repeats: at most \(PatternCost.mostUnrolledStrokes) in a pattern; "
        + "move markers over fewer loops, or rotate by more"
    case .strokesAhead(let voice, let lane):
      "lane \(lane + 1) (\(voice)): its offsets or looseness reach over too many hits: "
        + "at most \(PatternCost.mostStrokesAhead) in a pattern; move fewer hits, or by less"
    case .noLane(let voice): "\(voice.nameWithInstrument) has no lane in this pattern"
    }
  }

  private static func extent(of stepCount: Int) -> String {
    stepCount == 1 ? "has only step 1" : "has steps \((1...stepCount).words())"
  }
}
