import MusicalTime
import Rhythm

/// A compiled groove: displacement and velocity factors of beats. Real-time: yes.
@safe struct CompiledGroove: BitwiseCopyable {
  /// The first maps 0 to 0.
  let points: UnsafePointer<Warp.Point>
  let pointCount: Int
  let levels: UnsafePointer<Groove.Level>
  let levelCount: Int
  let period: Beats

  /// The beat to which `beat` is mapped, as `Warp.warped`.
  @_noLocks func warped(_ beat: Beats) -> Beats { mapped(beat, isInverse: false) }

  /// The inverse, as `Warp.unwarped`.
  @_noLocks func unwarped(_ beat: Beats) -> Beats { mapped(beat, isInverse: true) }

  @_noLocks private func mapped(_ beat: Beats, isInverse: Bool) -> Beats {
    if pointCount < 2 { return beat }
    let turns = beat.dividedRoundingDown(by: period)
    let inPeriod = beat - period * turns
    var low = 0
    var high = pointCount
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if point(middle, isInverse).from <= inPeriod { low = middle } else { high = middle }
    }
    let (a, b) = (point(low, isInverse), point(low &+ 1, isInverse))
    let moved = Self.rise(of: inPeriod - a.from, run: b.from - a.from, to: b.to - a.to)
    return period * turns + a.to + moved
  }

  /// A point, with its ends swapped for the inverse; after the last comes the period's end.
  @_noLocks private func point(_ number: Int, _ isInverse: Bool) -> Warp.Point {
    guard number < pointCount else { return Warp.Point(period, period) }
    let point = unsafe points[number]
    return isInverse ? Warp.Point(point.to, point.from) : point
  }

  /// The velocity factor at `beat`.
  @_noLocks func level(at beat: Beats) -> Double {
    if levelCount == 0 { return 1 }
    let inPeriod = beat - period * beat.dividedRoundingDown(by: period)
    var found = levelCount &- 1
    while found > 0, unsafe inPeriod < levels[found].beat { found &-= 1 }
    return unsafe inPeriod < levels[found].beat ? 1 : levels[found].factor
  }

  @_noLocks private static func rise(of elapsed: Beats, run: Beats, to rise: Beats) -> Beats {
    let product = Int128(elapsed.units) * Int128(rise.units)
    let nearest = (2 * product + Int128(run.units)) / (2 * Int128(run.units))
    return Beats(units: Int64(truncatingIfNeeded: nearest))
  }
}
