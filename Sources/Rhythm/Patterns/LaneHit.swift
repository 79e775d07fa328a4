public import MusicalTime

/// One hit of a step as written: before groove, looseness and probability.
public struct LaneHit: Sendable, Hashable {
  /// The step, counted from 0.
  public var step: Int
  /// The index within its ratchet, counted from 0.
  public var ratchet: Int
  /// The position without the step's offset, from the beginning of the lane's loop.
  public var place: Beats
  /// The position with the offset.
  public var beat: Beats
  /// The velocity.
  public var velocity: Velocity
  /// The length of its note; nil for the default.
  public var duration: Beats?
}

extension Pattern {
  /// The hits in loop `loop` of `lane`, counted from 0, ordered by position; each loop is as long
  /// as the lane's grid. Probability and conditions do not apply.
  public func strokes(of lane: Lane, inLoop loop: Int = 0) -> [LaneHit] {
    let grid = grid(of: lane)
    let markers = grid.markers(inLoop: loop)
    let count = markers.count
    var strokes: [LaneHit] = []
    var after = 0
    while after < count {
      let meeting = after
      repeat { after += 1 } while after < count && markers[after].beat == markers[meeting].beat
      let step = { floorRemainder($0 - lane.turn * (loop % count), by: count) }
      // Of hits on markers that coincide, only one is played.
      let sure = (meeting..<after).max { Self.isWeaker(lane.steps[step($0)], lane.steps[step($1)]) }
      guard let index = sure, let written = lane.steps[step(index)] else { continue }
      let marker = markers[index]
      let next = after < count ? markers[after].beat : grid.length
      let known = strokes.count
      add(written, step: step(index), on: marker, until: next, to: &strokes)
      // On a marker of amplitude 0 nothing is played that could be held.
      if written.hold > 0, strokes.count > known {
        let end = index + 1 + written.hold
        let beat = end < count ? markers[end].beat : grid.length
        strokes[strokes.count - 1].duration = beat - strokes[strokes.count - 1].place
      }
    }
    return strokes
  }

  /// Whether, of two hits at one position, the other is played: a certain hit before a probable
  /// one, then the louder.
  private static func isWeaker(_ hit: Step?, _ other: Step?) -> Bool {
    guard let other else { return false }
    guard let hit else { return true }
    let (isSure, isOtherSure) = (
      hit.condition == nil && hit.probability == 100,
      other.condition == nil && other.probability == 100
    )
    return isSure == isOtherSure ? hit.velocity < other.velocity : isOtherSure
  }

  private func add(
    _ written: Step, step: Int, on marker: Marker, until next: Beats, to strokes: inout [LaneHit]
  ) {
    let count = Int64(written.ratchet.count)
    let gap = next - marker.beat
    for stroke in 0..<count {
      let slope = count == 1 ? 0 : Int64(written.ratchet.slope) * stroke / (count - 1)
      let velocity =
        Double(Int64(written.velocity.value) + slope + (written.isAccented ? Int64(accent) : 0))
      let level = (min(max(velocity, 1), 127) * marker.amplitude).rounded()
      guard level >= 1 else { continue }
      let place = marker.beat + Beats(units: (gap.units * stroke + count / 2) / count)
      strokes.append(
        LaneHit(
          step: step, ratchet: Int(stroke), place: place, beat: place + written.offset,
          velocity: Velocity(clamping: Int(level))))
    }
  }
}

/// The non-negative remainder; `divisor` must be positive.
func floorRemainder(_ dividend: Int, by divisor: Int) -> Int {
  let remainder = dividend % divisor
  return remainder < 0 ? remainder + divisor : remainder
}
