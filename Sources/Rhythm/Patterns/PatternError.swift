import MusicalTime

/// What keeps steps and lanes from being a pattern; steps and lanes are counted from 0 in here and from 1 in words.
public enum PatternError: Error, Hashable {
  /// Its markers are no grid.
  case grid(GridError)
  /// A pattern can't have so many lanes.
  case laneCount(Int)
  /// There is no such step in a pattern of `stepCount`.
  case step(Int, stepCount: Int)
  /// Lane number `lane` repeats a voice that has a lane already.
  case secondLane(Voice, lane: Int)
  /// Lane number `lane` isn't as long as its grid.
  case laneLength(Int, Voice, lane: Int, stepCount: Int)
  /// Lane number `lane` comes round only after `loops` loops, with too many strokes by then.
  case unrolledStrokes(Int, Voice, lane: Int, loops: Int)
  /// With lane number `lane`, offsets and looseness bring too many strokes into one another's time.
  case strokesAhead(Voice, lane: Int)
  /// The voice has no lane.
  case noLane(Voice)
}

extension PatternError: CustomStringConvertible {
  /// What is wrong and what the limit is, in words.
  public var description: String {
    switch self {
    case .grid(let error): error.description
    case .laneCount(let count): "\(count) lanes: a pattern has at most 64"
    case .step(let step, let stepCount):
      "step \(step + 1): a pattern of \(stepCount.counted("step")) \(Self.extent(of: stepCount))"
    case .secondLane(let voice, let lane):
      "lane \(lane + 1) (\(voice)): \(voice) has a lane already; a voice has one"
    case .laneLength(let length, let voice, let lane, let stepCount) where length > stepCount:
      "lane \(lane + 1) (\(voice)), step \(stepCount + 1): "
        + "a pattern of \(stepCount.counted("step")) ends at \(stepCount)"
    case .laneLength(let length, let voice, let lane, let stepCount):
      "lane \(lane + 1) (\(voice)): it stops after \(length) of \(stepCount.counted("step")); fill up with ."
    case .unrolledStrokes(let count, let voice, let lane, let loops):
      "lane \(lane + 1) (\(voice)): \(count) strokes in \(loops) loops until moving markers and turning "
        + "hits come round: at most \(Pattern.mostUnrolledStrokes) in a pattern; "
        + "move over fewer loops, or turn by more"
    case .strokesAhead(let voice, let lane):
      "lane \(lane + 1) (\(voice)): its offsets or looseness reach over too many strokes: "
        + "at most \(Pattern.mostStrokesAhead) in a pattern; move fewer, or by less"
    case .noLane(let voice): "\(voice) has no lane in this pattern"
    }
  }

  private static func extent(of stepCount: Int) -> String {
    stepCount == 1 ? "has only step 1" : "has steps 1 to \(stepCount)"
  }
}
