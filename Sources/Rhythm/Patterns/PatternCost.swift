import MusicalTime

/// What a pattern takes once it is compiled: memory for the lanes that repeat only after several
/// loops, and time for the hits that have to be put in order.
struct PatternCost {
  /// The maximum number of hits in lanes that repeat only after several loops.
  static let mostUnrolledStrokes = 65_536
  /// The maximum number of hits that offsets and looseness may reorder at one time.
  static let mostStrokesAhead = 8_192

  private let lanes: [LaneLoop]

  /// The cost of `pattern`, whose lanes are as long as their grids.
  init(of pattern: Pattern) { lanes = pattern.lanes.map { pattern.loop(of: $0) } }

  /// The number of hits in all lanes that repeat only after several loops.
  var unrolledStrokes: Int { lanes.reduce(0) { $0 + $1.unrolledStrokes } }

  /// The number of hits of the compiled pattern.
  var strokes: Int { lanes.reduce(0) { $0 + $1.lane.strokesInLoop * $1.period } }

  /// Throws if the lanes would need more memory, or more time to prepare, than the limits allow.
  func check() throws(PatternError) {
    try checkUnrolledStrokes()
    try checkStrokesAhead()
  }

  private func checkUnrolledStrokes() throws(PatternError) {
    var unrolled = 0
    for (index, loop) in lanes.enumerated() {
      unrolled += loop.unrolledStrokes
      guard unrolled <= Self.mostUnrolledStrokes else {
        throw .unrolledStrokes(
          loop.unrolledStrokes, loop.lane.voice, lane: index, loops: loop.period)
      }
    }
  }

  private func checkStrokesAhead() throws(PatternError) {
    // Lanes of equal speed are read together, as far ahead as any of them needs.
    var reaches: [SpeedRatio: Beats] = [:]
    for loop in lanes where loop.lane.reach > .zero {
      reaches[loop.lane.ratio] = max(reaches[loop.lane.ratio] ?? .zero, loop.lane.reach)
    }
    var ahead = 0
    for (index, loop) in lanes.enumerated() where loop.lane.reach > .zero {
      ahead += loop.mostStrokes(within: reaches[loop.lane.ratio] ?? .zero)
      guard ahead <= Self.mostStrokesAhead else {
        throw .strokesAhead(loop.lane.voice, lane: index)
      }
    }
  }
}

extension LaneLoop {
  /// The number of hits until it repeats; 0 where that is in the next loop.
  fileprivate var unrolledStrokes: Int { period == 1 ? 0 : lane.strokesInLoop * period }

  /// The maximum number of hits that begin within any stretch of this length.
  fileprivate func mostStrokes(within stretch: Beats) -> Int {
    let loops = Int(stretch.dividedRoundingDown(by: grid.length))
    let all = lane.strokesInLoop
    // With moving markers, the worst case is assumed: all hits coincide.
    guard grid.loopCount == 1, lane.turn == 0 else { return all * (loops + 2) }
    let rest = stretch - grid.length * Int64(loops)
    let counts = lane.steps.map { $0?.ratchet.count ?? 0 }
    var (most, sum, end) = (0, 0, 0)
    for start in counts.indices {
      while end < start + counts.count {
        let (turn, marker) = end.quotientAndRemainder(dividingBy: counts.count)
        let place = grid.beat(of: marker) + grid.length * Int64(turn)
        guard place - grid.beat(of: start) <= rest else { break }
        sum += counts[marker]
        end += 1
      }
      most = max(most, sum)
      sum -= counts[start]
    }
    // The ratchets of the marker before may extend into the stretch.
    return all * loops + most + (counts.max() ?? 0)
  }
}

extension Lane {
  /// The hits in one loop, including ratchets.
  var strokesInLoop: Int { steps.reduce(0) { $0 + ($1?.ratchet.count ?? 0) } }

  /// The largest distance, in the lane's own beats, between two hits that may sound at the same
  /// time.
  fileprivate var reach: Beats {
    let earlier = steps.map { $0.map { .zero - $0.offset } ?? .zero }.max() ?? .zero
    let later = steps.map { $0?.offset ?? .zero }.max() ?? .zero
    // A time in milliseconds is longest in beats at the fastest tempo.
    let loose = 2 * looseness.milliseconds * Tempo.range.upperBound / 60_000 * ratio.value
    let units = Int64((loose * Double(Beats.unitsPerBeat)).rounded(.up))
    return max(earlier, .zero) + max(later, .zero) + Beats(units: units)
  }
}
