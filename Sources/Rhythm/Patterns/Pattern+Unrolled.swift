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
}

extension Pattern {
  /// The drum hits of `lanes` over at least `turns` loops of the pattern, extended to the common
  /// period of all lanes if that takes at most `mostStrokes` hits. If there are more, fewer loops
  /// are unrolled and at most `mostStrokes` hits returned. A pattern that does not loop is unrolled
  /// once.
  ///
  /// Muted and soloed lanes are up to the caller; groove, looseness, probability and conditions do
  /// not apply.
  public func unrolled(
    _ lanes: [Lane], turns: Int, mostStrokes: Int = .max
  ) -> UnrolledPattern {
    let drums = lanes.filter { $0.voice.drum != nil }
    let span = loops ? span(of: drums, turns: max(turns, 1), mostStrokes: mostStrokes) : length
    var (counts, strokes): ([Voice: Int], [(number: StrokeNumber, hit: Hit)]) = ([:], [])
    for lane in drums {
      counts[lane.voice] = loopCount(of: lane, in: span)
      strokes += hits(of: lane, loops: counts[lane.voice] ?? 1, span: span)
    }
    strokes.sort { $0.hit < $1.hit }
    return UnrolledPattern(
      span: span, loopCounts: counts, strokes: Array(strokes.prefix(mostStrokes)))
  }

  /// The largest whole number of the lane's cycles within a span, in loops; if not one cycle fits,
  /// whole loops, at least one.
  private func loopCount(of lane: Lane, in span: Beats) -> Int {
    let laneLength = Int128(grid(of: lane).length.units)
    let (up, down) = (Int128(lane.ratio.numerator), Int128(lane.ratio.denominator))
    let laneUnits = (Int128(span.units) * up + down / 2) / down
    guard loops else { return Int((laneUnits + laneLength - 1) / laneLength) }
    let whole = Int(max(laneUnits / laneLength, 1))
    let cycle = loopCount(of: lane)
    return whole > cycle ? whole / cycle * cycle : whole
  }

  private func hits(
    of lane: Lane, loops count: Int, span: Beats
  ) -> [(number: StrokeNumber, hit: Hit)] {
    guard let drum = lane.voice.drum else { return [] }
    var found: [(number: StrokeNumber, hit: Hit)] = []
    for loop in 0..<count {
      let start = grid(of: lane).length.units * Int64(loop)
      for stroke in strokes(of: lane, inLoop: loop) {
        let number = StrokeNumber(
          voice: lane.voice, loop: loop, step: stroke.step, ratchet: stroke.ratchet)
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

  private func span(of lanes: [Lane], turns: Int, mostStrokes: Int) -> Beats {
    let perTurn = lanes.reduce(0.0) { sum, lane in
      let strokes = lane.steps.reduce(0) { $0 + ($1?.ratchet.count ?? 0) }
      let loops = Double(length.units) * lane.ratio.value / Double(grid(of: lane).length.units)
      return sum + Double(strokes) * loops
    }
    let most = perTurn == 0 ? Double(turns) : Double(mostStrokes) / perTurn
    let least = length * Int64(min(Double(turns), max(most.rounded(.down), 1)))
    guard let common = commonLength(of: lanes),
      Double(common.units) <= max(most, 1) * Double(length.units)
    else { return least }
    return common * least.dividedRoundingUp(by: common)
  }

  /// The common period of the pattern and all lanes; nil if there is none up to a million beats.
  private func commonLength(of lanes: [Lane]) -> Beats? {
    var common = length.units
    for lane in lanes {
      let cycle = grid(of: lane).length.units * Int64(loopCount(of: lane))
      let scaled = Int128(cycle) * Int128(lane.ratio.denominator)
      let numerator = Int128(lane.ratio.numerator)
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
