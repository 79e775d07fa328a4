public import MusicalTime

/// Which stroke of a pattern: of which lane, in which of the lane's loops.
public struct StrokeNumber: Sendable, Hashable {
  public var voice: Voice
  /// Which of the lane's loops, counted from 0.
  public var loop: Int
  /// The step, counted from 0.
  public var step: Int
  /// Which of its ratchet's strokes, counted from 0.
  public var ratchet: Int

  public init(voice: Voice, loop: Int, step: Int, ratchet: Int) {
    self.voice = voice
    self.loop = loop
    self.step = step
    self.ratchet = ratchet
  }
}

/// What the drums of a pattern play as written while it goes round several times: every lane in as
/// many of its own loops as fit.
public struct UnrolledPattern: Sendable {
  /// After so long the lanes begin again; together where they come round together in time.
  public let span: Beats
  /// The loops of each lane that are in it, at least one.
  public let loopCounts: [Voice: Int]
  /// In order of beats and drums, each once.
  public let strokes: [(number: StrokeNumber, hit: Hit)]
}

extension Pattern {
  /// The drums of `lanes` over at least `turns` loops of the pattern, and on until all come round
  /// together, where that takes no more than `mostStrokes`. With more strokes it is fewer turns, and
  /// then no more than `mostStrokes` are answered. A pattern that does not loop has one turn.
  ///
  /// Muted and solo lanes are the caller's choice; groove, looseness, chance and conditions are left
  /// out.
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

  /// Whole cycles of a lane in a span, in loops; where not one cycle fits, whole loops, at least one.
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
        // What is early at the beginning is heard at the end of the time round before.
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

  /// After how long the pattern and all lanes come round together; nil where that is never or after
  /// more than a million beats.
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

/// The greatest common divisor of two numbers that are not negative, at least 1.
func commonDivisor<Number: BinaryInteger>(_ a: Number, _ b: Number) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}
