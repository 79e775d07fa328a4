import MusicalTime

/// A lane over the grid that it is on: how it is played, loop after loop, each as long as that grid.
public struct LaneLoop: Sendable {
  /// The lane whose steps are played.
  public let lane: Lane
  /// Its own grid, or the pattern's.
  public let grid: Grid
  /// The velocity added to an accented step.
  let accent: Int

  /// The maximum number of loops after which a lane repeats: if moving markers and rotation would
  /// take longer, both restart then.
  public static let mostLoops = 1_024

  /// A lane as `pattern` plays it.
  init(_ lane: Lane, in pattern: Pattern) {
    self.lane = lane
    grid = lane.grid ?? pattern.grid
    accent = pattern.accent
  }

  /// The number of loops after which the markers and hits repeat.
  public var period: Int {
    let turns = lane.turn == 0 ? 1 : grid.count / commonDivisor(grid.count, abs(lane.turn))
    let common = grid.loopCount / commonDivisor(grid.loopCount, turns) * turns
    return min(common, Self.mostLoops)
  }

  /// The hits in loop `loop`, counted from 0, ordered by position. Probability and conditions do not
  /// apply.
  public func hits(inLoop loop: Int = 0) -> [LaneHit] {
    let markers = grid.markers(inLoop: loop)
    let count = markers.count
    var hits: [LaneHit] = []
    var after = 0
    while after < count {
      let meeting = after
      repeat { after += 1 } while after < count && markers[after].beat == markers[meeting].beat
      let step = { floorRemainder($0 - lane.turn * (loop % count), by: count) }
      // Of hits on markers that coincide, only one is played.
      let sure = (meeting..<after).max {
        rank(of: lane.steps[step($0)], on: markers[$0])
          < rank(of: lane.steps[step($1)], on: markers[$1])
      }
      guard let index = sure, let written = lane.steps[step(index)] else { continue }
      let marker = markers[index]
      let next = after < count ? markers[after].beat : grid.length
      let known = hits.count
      add(written, step: step(index), on: marker, until: next, to: &hits)
      // On a marker of amplitude 0 nothing is played that could be held.
      if written.hold > 0, hits.count > known {
        let end = index + 1 + written.hold
        let beat = end < count ? markers[end].beat : grid.length
        hits[hits.count - 1].duration = beat - hits[hits.count - 1].place
      }
    }
    return hits
  }

  /// Which hit of those at one position is played, the highest: of those that sound, a certain one
  /// before a probable one, then the one that is louder with its accent and its marker's amplitude.
  private func rank(of hit: Step?, on marker: Marker) -> (Int, Double) {
    guard let hit else { return (0, 0) }
    let level = level(of: hit, on: marker)
    guard level >= 1 else { return (1, 0) }
    return (hit.condition == nil && hit.probability == 100 ? 3 : 2, level)
  }
}

extension Pattern {
  /// How `lane` is played, loop after loop.
  public func loop(of lane: Lane) -> LaneLoop { LaneLoop(lane, in: self) }

  /// The hits in loop `loop` of `lane`, counted from 0, as `LaneLoop` has them.
  public func strokes(of lane: Lane, inLoop loop: Int = 0) -> [LaneHit] {
    self.loop(of: lane).hits(inLoop: loop)
  }
}

/// The non-negative remainder; `divisor` must be positive.
func floorRemainder(_ dividend: Int, by divisor: Int) -> Int {
  let remainder = dividend % divisor
  return remainder < 0 ? remainder + divisor : remainder
}
