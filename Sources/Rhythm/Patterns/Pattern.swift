public import MusicalTime

/// Lanes over a grid: at most one lane a voice, and every lane with a step for each marker of its grid.
public struct Pattern: Sendable, Hashable {
  /// For people and songs; the patch's own where its file gives none.
  public var name: String
  /// What lanes without a grid of their own lie on.
  public private(set) var grid: Grid
  /// Whether it begins again when it ends.
  public var loops: Bool
  /// In the order they were written.
  public private(set) var lanes: [Lane]
  /// The sixteen clips that codes name, by number from 0; nil where there is none.
  public var clips = Clip.standard
  /// The warp and dynamics that it is played with; nil is the patch's.
  public var groove: GrooveUse?
  /// How its bars are counted, where that is written; nil leaves it to the loop's length (see `bar`).
  public var meter: Meter?
  /// How much velocity an accented step has on top, 0 to 127.
  public var accent = Pattern.standardAccent

  /// The lengths that a pattern of even steps may have.
  public static let stepCounts = Grid.counts
  /// The numbers of steps that a beat may have.
  public static let stepsPerBeatRange = Grid.stepsPerBeatRange
  /// How many lanes it may have.
  public static let mostLanes = 64
  /// What makes a plain hit as loud as an `X`.
  public static let standardAccent = 24

  /// A pattern of these lanes; refuses two lanes of one voice and a lane of another length.
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
    try checkCost()
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

  /// The lane of `voice`, or nil where it has none.
  public func lane(of voice: Voice) -> Lane? { lanes.first { $0.voice == voice } }

  /// The lane of `drum`, or nil where it has none.
  public func lane(of drum: Drum) -> Lane? { lane(of: Voice(drum)) }

  /// What `lane` lies on.
  public func grid(of lane: Lane) -> Grid { lane.grid ?? grid }

  /// Puts in lanes that are known to keep the pattern's rules.
  mutating func replaceLanes(with lanes: [Lane]) { self.lanes = lanes }

  /// The same over another grid and with other lanes; refuses what `init` does.
  public func with(grid: Grid? = nil, lanes: [Lane]? = nil) throws(PatternError) -> Pattern {
    var changed = self
    changed.grid = grid ?? self.grid
    changed.lanes = lanes ?? self.lanes
    try changed.check()
    return changed
  }
}
