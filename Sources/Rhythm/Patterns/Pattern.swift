public import MusicalTime

/// Lanes on a grid: at most one lane per voice, each with one step per marker of its grid.
public struct Pattern: Sendable, Hashable {
  /// The name for display and songs; defaults to the patch's name.
  public var name: String
  /// The grid of lanes without one of their own.
  public private(set) var grid: Grid
  /// Whether the pattern repeats.
  public var loops: Bool
  /// In the order they were written.
  public private(set) var lanes: [Lane]
  /// The sixteen clips used by clip codes, by index; nil for an empty slot.
  public var clips = Clip.standard
  /// The groove of the pattern; nil for the patch's.
  public var groove: GrooveUse?
  /// How its bars are counted, where that is written; nil leaves it to the loop's length (see `bar`).
  public var meter: Meter?
  /// The velocity added to an accented step, 0 to 127.
  public var accent = Pattern.standardAccent

  /// The lengths that a pattern of even steps may have.
  public static let stepCounts = Grid.counts
  /// The numbers of steps that a beat may have.
  public static let stepsPerBeatRange = Grid.stepsPerBeatRange
  /// The maximum number of lanes.
  public static let mostLanes = 64
  /// The accent that makes a plain hit as loud as an `X`.
  public static let standardAccent = 24

  /// Throws if two lanes have the same voice or a lane's length differs from its grid's.
  public init(
    name: String = "", grid: Grid, loops: Bool = true, lanes: [Lane] = []
  ) throws(PatternError) {
    self.init(unchecked: name, grid: grid, loops: loops, lanes: lanes)
    try check()
  }

  private func check() throws(PatternError) {
    guard lanes.count <= Self.mostLanes else { throw .laneCount(lanes.count) }
    var seen: Set<Voice> = []
    for (index, lane) in lanes.enumerated() {
      guard seen.insert(lane.voice).inserted else { throw .secondLane(lane.voice, lane: index) }
      let markerCount = (lane.grid ?? grid).count
      guard lane.steps.count == markerCount else {
        throw .laneLength(lane.steps.count, lane.voice, lane: index, stepCount: markerCount)
      }
    }
    try PatternCost(of: self).check()
  }

  /// A pattern of even steps.
  public init(
    name: String = "", stepCount: Int = 16, stepsPerBeat: Int = 4, loops: Bool = true,
    lanes: [Lane] = []
  ) throws(PatternError) {
    let grid: Grid
    do { grid = try Grid(count: stepCount, stepsPerBeat: stepsPerBeat) } catch {
      throw .grid(error)
    }
    try self.init(name: name, grid: grid, loops: loops, lanes: lanes)
  }

  private init(unchecked name: String, grid: Grid, loops: Bool, lanes: [Lane]) {
    self.name = name
    self.grid = grid
    self.loops = loops
    self.lanes = lanes
  }

  /// One silent bar of 4/4 in sixteenths.
  public static let empty = Pattern(unchecked: "", grid: .sixteenths, loops: true, lanes: [])

  /// Markers in one loop.
  public var stepCount: Int { grid.count }

  /// Even steps in a beat; nil for a grid that is not even.
  public var stepsPerBeat: Int? { grid.stepsPerBeat }

  /// The length of one loop, exactly.
  public var length: Beats { grid.length }

  /// Where a step begins, counted from 0, exactly.
  public func beat(ofStep step: Int) -> Beats { grid.beat(of: step) }

  /// The step that sounds at `beat`, counted from 0; loops are counted through.
  public func step(at beat: Beats) -> Int { grid.marker(at: beat) }

  /// The lane of `voice`, or nil.
  public func lane(of voice: Voice) -> Lane? { lanes.first { $0.voice == voice } }

  /// The lane of `drum`, or nil.
  public func lane(of drum: Drum) -> Lane? { lane(of: Voice(drum)) }

  /// The grid that `lane` is on.
  public func grid(of lane: Lane) -> Grid { lane.grid ?? grid }

  /// Replaces the lanes with ones that are known to be valid.
  mutating func replaceLanes(with lanes: [Lane]) { self.lanes = lanes }

  /// The pattern with another grid or other lanes; throws as `init` does.
  public func with(grid: Grid? = nil, lanes: [Lane]? = nil) throws(PatternError) -> Pattern {
    var changed = self
    changed.grid = grid ?? self.grid
    changed.lanes = lanes ?? self.lanes
    try changed.check()
    return changed
  }
}
