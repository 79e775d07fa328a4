import MusicalTime
import Rhythm

/// Converts between a lane's own units and the beats at which they are heard, with groove; beats
/// count from where the pattern began.
struct LaneHearing {
  let grid: Grid
  let ratio: SpeedRatio
  let turn: Int
  private let warp: Warp
  private let levels: [Groove.Level]
  private let period: Beats

  /// A missing lane is treated as a new one on the pattern's grid.
  init(_ voice: Voice, in target: RecordingTarget) {
    let lane = target.pattern.lane(of: voice)
    grid = lane?.grid ?? target.pattern.grid
    ratio = lane?.ratio ?? .one
    turn = lane?.turn ?? 0
    warp = target.groove.warp
    levels = target.groove.levels
    period = target.groove.groove.warp.period
  }

  /// The pattern's beat of `units` of the lane, without groove.
  func written(_ units: Int64) -> Beats { Beats(units: ratio.patternUnits(ofLane: units)) }

  /// The beat at which `units` of the lane are heard.
  func beat(of units: Int64) -> Beats { warp.warped(written(units)) }

  /// The position in the lane that is heard nearest to `beat`.
  func units(nearest beat: Beats) -> Int64 {
    let written = warp.unwarped(beat).units
    // Both directions are rounded, so the nearest is one of the neighbours; the first found is
    // used.
    let first = ratio.laneUnits(atOrAfter: written)
    let second = ratio.laneUnits(atOrAfter: written + 1)
    var nearest = first
    for units in [first - 1, second, second - 1]
    where distance(units, beat) < distance(nearest, beat) { nearest = units }
    return nearest
  }

  /// The velocity that must be written at `beat` on a marker of this amplitude to be heard as
  /// `velocity`, as near as possible.
  func velocity(
    heardAs velocity: Velocity, amplitude: Double, at beat: Beats
  ) -> Velocity {
    let factor = level(at: beat)
    let whole = Double(velocity.value) / max(amplitude * factor, 1.0 / 127)
    let guess = Velocity(clamping: Int(min(whole.rounded(), 127)))
    let heard = { (written: Velocity) in
      let onMarker = (Double(written.value) * amplitude).rounded()
      return abs(Int(velocity.value) - Int(onMarker * factor + 0.5))
    }
    let others = [-1, 1].map { Velocity(clamping: Int(guess.value) + $0) }
    return others.reduce(guess) { heard($1) < heard($0) ? $1 : $0 }
  }

  private func level(at beat: Beats) -> Double {
    let inPeriod = beat - period * beat.dividedRoundingDown(by: period)
    return levels.last { $0.beat <= inPeriod }?.factor ?? 1
  }

  private func distance(_ units: Int64, _ beat: Beats) -> Int64 {
    abs((self.beat(of: units) - beat).units)
  }
}
