import MusicalTime

/// Limits on the size of a compiled pattern.
extension Pattern {
  /// The maximum number of loops after which a lane repeats: if moving markers and rotation would
  /// take longer, both restart then.
  public static let mostLoops = 1_024
  /// The maximum number of hits in lanes that repeat only after several loops.
  public static let mostUnrolledStrokes = 65_536
  /// The maximum number of hits that offsets and looseness may reorder at one time.
  public static let mostStrokesAhead = 8_192

  /// The number of loops after which the markers and hits of `lane` repeat.
  public func loopCount(of lane: Lane) -> Int {
    let grid = grid(of: lane)
    let turns = lane.turn == 0 ? 1 : grid.count / commonDivisor(grid.count, abs(lane.turn))
    let common = grid.loopCount / commonDivisor(grid.loopCount, turns) * turns
    return min(common, Self.mostLoops)
  }

  /// The number of hits in all lanes that repeat only after several loops.
  var unrolledStrokes: Int { lanes.reduce(0) { $0 + unrolledStrokes(of: $1) } }

  private func unrolledStrokes(of lane: Lane) -> Int {
    let loops = loopCount(of: lane)
    return loops == 1 ? 0 : lane.strokesInLoop * loops
  }

  /// Throws if the lanes would need more memory, or more time to prepare, than the limits allow.
  func checkCost() throws(PatternError) {
    var unrolled = 0
    for (index, lane) in lanes.enumerated() {
      unrolled += unrolledStrokes(of: lane)
      guard unrolled <= Self.mostUnrolledStrokes else {
        throw .unrolledStrokes(
          unrolledStrokes(of: lane), lane.voice, lane: index, loops: loopCount(of: lane))
      }
    }
    // Lanes of equal speed are read together, as far ahead as any of them needs.
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

  /// The maximum number of hits that begin within any stretch of this length.
  private func mostStrokes(of lane: Lane, within stretch: Beats) -> Int {
    let grid = grid(of: lane)
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
  fileprivate var strokesInLoop: Int {
    steps.reduce(0) { $0 + ($1?.ratchet.count ?? 0) }
  }

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
