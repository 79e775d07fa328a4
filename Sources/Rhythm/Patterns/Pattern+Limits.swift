import MusicalTime

/// What a pattern may cost once it is compiled.
extension Pattern {
  /// The most loops of a lane after which it comes round: where markers move and hits turn so that
  /// it took more, both begin anew then.
  public static let mostLoops = 1_024
  /// The most strokes of all lanes that take several loops until they come round.
  public static let mostUnrolledStrokes = 65_536
  /// The most strokes that offsets and looseness may bring into one another's time.
  public static let mostStrokesAhead = 8_192

  /// After how many loops the markers and hits of `lane` come round.
  public func loopCount(of lane: Lane) -> Int {
    let grid = grid(of: lane)
    let turns = lane.turn == 0 ? 1 : grid.count / commonDivisor(grid.count, abs(lane.turn))
    let common = grid.loopCount / commonDivisor(grid.loopCount, turns) * turns
    return min(common, Self.mostLoops)
  }

  /// The strokes of all lanes that take several loops until they come round.
  var unrolledStrokes: Int { lanes.reduce(0) { $0 + unrolledStrokes(of: $1) } }

  private func unrolledStrokes(of lane: Lane) -> Int {
    let loops = loopCount(of: lane)
    return loops == 1 ? 0 : lane.strokesInLoop * loops
  }

  /// Refuses lanes that would need too much memory, or too much time before they are heard.
  func checkCost() throws(PatternError) {
    var unrolled = 0
    for (index, lane) in lanes.enumerated() {
      unrolled += unrolledStrokes(of: lane)
      guard unrolled <= Self.mostUnrolledStrokes else {
        throw .unrolledStrokes(
          unrolledStrokes(of: lane), lane.voice, lane: index, loops: loopCount(of: lane))
      }
    }
    // Lanes of one speed are read together, as far ahead as any of them needs.
    var reaches: [SpeedRatio: Beats] = [:]
    for lane in lanes where lane.reach > .zero {
      reaches[lane.ratio] = max(reaches[lane.ratio] ?? .zero, lane.reach)
    }
    var ahead = 0
    for (index, lane) in lanes.enumerated() where lane.reach > .zero {
      ahead += mostStrokes(of: lane, within: reaches[lane.ratio] ?? .zero)
      guard ahead <= Self.mostStrokesAhead else {
        throw .strokesAhead(lane.voice, lane: index)
      }
    }
  }

  /// The most strokes that begin within any stretch of that length.
  private func mostStrokes(of lane: Lane, within stretch: Beats) -> Int {
    let grid = grid(of: lane)
    let loops = Int(stretch.dividedRoundingDown(by: grid.length))
    let all = lane.strokesInLoop
    // Where markers move, hits meet in the worst of cases.
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
    // The ratchets of the marker before may reach into it.
    return all * loops + most + (counts.max() ?? 0)
  }
}

extension Lane {
  /// Strokes in one loop, ratchets counted.
  fileprivate var strokesInLoop: Int {
    steps.reduce(0) { $0 + ($1?.ratchet.count ?? 0) }
  }

  /// How far apart, in the lane's own beats, strokes may be written that are heard at once.
  fileprivate var reach: Beats {
    let earlier = steps.map { $0.map { .zero - $0.offset } ?? .zero }.max() ?? .zero
    let later = steps.map { $0?.offset ?? .zero }.max() ?? .zero
    // Milliseconds are the most beats at the fastest tempo.
    let loose = 2 * looseness.milliseconds * Tempo.range.upperBound / 60_000 * ratio.value
    let units = Int64((loose * Double(Beats.unitsPerBeat)).rounded(.up))
    return max(earlier, .zero) + max(later, .zero) + Beats(units: units)
  }
}
