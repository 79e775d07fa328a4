public import MusicalTime

/// Identifies a hit of a pattern: its lane, loop, step and ratchet index.
public struct StrokeNumber: Sendable, Hashable {
  /// The voice of the lane.
  public var voice: Voice
  /// The lane's loop, counted from 0.
  public var loop: Int
  /// The step, counted from 0.
  public var step: Int
  /// The index within a ratchet, counted from 0.
  public var ratchet: Int

  /// The hit at `step` in the lane's loop `loop`.
  public init(voice: Voice, loop: Int, step: Int, ratchet: Int) {
    self.voice = voice
    self.loop = loop
    self.step = step
    self.ratchet = ratchet
  }
}

/// The drum hits of a pattern as written over several loops, each lane in as many of its own loops
/// as fit.
public struct UnrolledPattern: Sendable {
  /// The length after which the lanes restart; all of them together, if they have a common period.
  public let span: Beats
  /// The number of loops of each lane, at least one.
  public let loopCounts: [Voice: Int]
  /// Ordered by beat and drum; each hit once.
  public let strokes: [(number: StrokeNumber, hit: Hit)]

  /// The drum hits of `lanes` over at least `turns` loops of `pattern`, extended to the common
  /// period of all lanes if that takes at most `mostStrokes` hits. If there are more, fewer loops
  /// are unrolled, of each lane at most as many as have `mostStrokes` hits, and at most `mostStrokes`
  /// hits kept. A pattern that does not loop is unrolled once.
  ///
  /// Muted and soloed lanes are up to the caller; groove, looseness, probability and conditions do
  /// not apply.
  public init(_ pattern: Pattern, lanes: [Lane], turns: Int, mostStrokes: Int = .max) {
    let drums = lanes.filter { $0.voice.drum != nil }.map { pattern.loop(of: $0) }
    let stretch = Stretch(
      of: drums, in: pattern, turns: max(turns, 1), mostStrokes: mostStrokes)
    var (counts, strokes): ([Voice: Int], [(number: StrokeNumber, hit: Hit)]) = ([:], [])
    for drum in drums {
      counts[drum.lane.voice] = stretch.loopCount(of: drum)
      strokes += stretch.hits(of: drum)
    }
    strokes.sort { $0.hit < $1.hit }
    span = stretch.span
    loopCounts = counts
    self.strokes = Array(strokes.prefix(mostStrokes))
  }
}

/// The time over which the lanes of a pattern are unrolled.
private struct Stretch {
  /// How long it is.
  let span: Beats
  /// Whether it repeats, as the pattern does.
  private let loops: Bool
  /// The maximum number of hits of a lane; one loop may have more.
  private let mostStrokes: Int

  init(of lanes: [LaneLoop], in pattern: Pattern, turns: Int, mostStrokes: Int) {
    loops = pattern.loops
    self.mostStrokes = mostStrokes
    let length = pattern.length
    guard pattern.loops else {
      span = length
      return
    }
    let perTurn = lanes.reduce(0.0) { sum, loop in
      let loops = Double(length.units) * loop.lane.ratio.value / Double(loop.grid.length.units)
      return sum + Double(loop.lane.strokesInLoop) * loops
    }
    let most = perTurn == 0 ? Double(turns) : Double(mostStrokes) / perTurn
    let least = length * Int64(min(Double(turns), max(most.rounded(.down), 1)))
    guard let common = Self.commonLength(of: lanes, length),
      Double(common.units) <= max(most, 1) * Double(length.units)
    else {
      span = least
      return
    }
    span = common * least.dividedRoundingUp(by: common)
  }

  /// The largest whole number of the lane's cycles within the span and `mostStrokes`, in loops; if not
  /// one cycle fits, whole loops, at least one. One loop of a lane without hits stands for all.
  func loopCount(of loop: LaneLoop) -> Int {
    guard loop.lane.strokesInLoop > 0 else { return 1 }
    let most = Int128(max(mostStrokes / loop.lane.strokesInLoop, 1))
    let laneLength = Int128(loop.grid.length.units)
    let ratio = loop.lane.ratio
    let (up, down) = (Int128(ratio.numerator), Int128(ratio.denominator))
    let laneUnits = (Int128(span.units) * up + down / 2) / down
    guard loops else { return Int(min((laneUnits + laneLength - 1) / laneLength, most)) }
    let whole = Int(min(max(laneUnits / laneLength, 1), most))
    let cycle = loop.period
    return whole > cycle ? whole / cycle * cycle : whole
  }

  /// The hits of those loops that fall into the span.
  func hits(of loop: LaneLoop) -> [(number: StrokeNumber, hit: Hit)] {
    let lane = loop.lane
    guard let drum = lane.voice.drum else { return [] }
    var found: [(number: StrokeNumber, hit: Hit)] = []
    for turn in 0..<loopCount(of: loop) {
      let start = loop.grid.length.units * Int64(turn)
      for stroke in loop.hits(inLoop: turn) {
        let number = StrokeNumber(
          voice: lane.voice, loop: turn, step: stroke.step, ratchet: stroke.ratchet)
        let units = lane.ratio.patternUnits(ofLane: start + stroke.beat.units)
        var beat = Beats(units: units)
        // A hit before the beginning is heard at the end of the loop before.
        if loops { beat = beat - span * beat.dividedRoundingDown(by: span) }
        guard beat >= .zero, beat < span else { continue }
        found.append((number, Hit(drum: drum, velocity: stroke.velocity, beat: beat)))
      }
    }
    return found
  }

  /// The common period of a pattern of that length and all lanes; nil if there is none up to a
  /// million beats.
  private static func commonLength(of lanes: [LaneLoop], _ length: Beats) -> Beats? {
    var common = length.units
    for loop in lanes {
      let cycle = loop.grid.length.units * Int64(loop.period)
      let scaled = Int128(cycle) * Int128(loop.lane.ratio.denominator)
      let numerator = Int128(loop.lane.ratio.numerator)
      guard scaled % numerator == 0, let units = Int64(exactly: scaled / numerator) else {
        return nil
      }
      let (next, isOver) = (common / commonDivisor(common, units)).multipliedReportingOverflow(
        by: units)
      guard !isOver, next <= Beats(1_000_000).units else { return nil }
      common = next
    }
    return Beats(units: common)
  }
}

/// The greatest common divisor of two non-negative numbers, at least 1.
func commonDivisor<Number: BinaryInteger>(_ a: Number, _ b: Number) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}
