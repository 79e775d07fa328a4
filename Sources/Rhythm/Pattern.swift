public import MusicalTime

/// Lanes over an even grid of steps: at most one lane a drum, and every lane as long as the pattern.
public struct Pattern: Sendable, Hashable {
  /// For people; the patch's own where its file gives none.
  public var name: String
  /// Steps in one loop, 1 to 64.
  public let stepCount: Int
  /// Steps in one beat, 1 to 16: 4 makes sixteenths, 3 makes triplets.
  public let stepsPerBeat: Int
  /// Whether it begins again when it ends.
  public var loops: Bool
  /// In the order they were written.
  public private(set) var lanes: [Lane]

  /// The lengths that a pattern may have, in steps.
  public static let stepCounts = 1...64
  /// The numbers of steps that a beat may have.
  public static let stepsPerBeatRange = 1...16

  /// A pattern of these lanes; refuses two lanes of one drum and a lane of another length.
  public init(
    name: String = "", stepCount: Int = 16, stepsPerBeat: Int = 4, loops: Bool = true,
    lanes: [Lane] = []
  ) throws(PatternError) {
    guard Self.stepCounts.contains(stepCount) else { throw .stepCount(stepCount) }
    guard Self.stepsPerBeatRange.contains(stepsPerBeat) else { throw .stepsPerBeat(stepsPerBeat) }
    var seen = DrumSet()
    for (index, lane) in lanes.enumerated() {
      guard !seen.contains(lane.drum) else { throw .secondLane(lane.drum, lane: index) }
      guard lane.steps.count == stepCount else {
        throw .laneLength(lane.steps.count, lane.drum, lane: index, stepCount: stepCount)
      }
      seen.insert(lane.drum)
    }
    self.init(
      unchecked: name, stepCount: stepCount, stepsPerBeat: stepsPerBeat, loops: loops, lanes: lanes)
  }

  private init(
    unchecked name: String, stepCount: Int, stepsPerBeat: Int, loops: Bool, lanes: [Lane]
  ) {
    self.name = name
    self.stepCount = stepCount
    self.stepsPerBeat = stepsPerBeat
    self.loops = loops
    self.lanes = lanes
  }

  /// One silent bar of 4/4 in sixteenths.
  public static let empty = Pattern(
    unchecked: "", stepCount: 16, stepsPerBeat: 4, loops: true, lanes: [])

  /// The length of one loop, exactly.
  public var length: Beats { beat(ofStep: stepCount) }

  /// Where a step begins, counted from 0, exactly.
  public func beat(ofStep step: Int) -> Beats { Beats(Int64(step), over: Int64(stepsPerBeat)) }

  /// The step that sounds at `beat`, counted from 0; loops are counted through.
  public func step(at beat: Beats) -> Int {
    let step = Int(beat.dividedRoundingDown(by: Beats(1, over: Int64(stepsPerBeat))))
    let remainder = step % stepCount
    return remainder < 0 ? remainder + stepCount : remainder
  }

  /// The lane of `drum`, or nil where it has none.
  public func lane(of drum: Drum) -> Lane? { lanes.first { $0.drum == drum } }

  /// Puts in lanes that are known to keep the pattern's rules.
  mutating func replaceLanes(with lanes: [Lane]) { self.lanes = lanes }
}
