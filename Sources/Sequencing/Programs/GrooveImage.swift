import MusicalTime
import Rhythm

/// A compiled groove: where beats go, and how loud they are. Real-time: yes.
@safe struct GrooveImage: BitwiseCopyable {
  /// The first from 0 to 0.
  let points: UnsafePointer<Warp.Point>
  let pointCount: Int
  let levels: UnsafePointer<Groove.Level>
  let levelCount: Int
  let period: Beats

  /// Where `beat` goes, as `Warp.warped` says.
  @_noLocks func warped(_ beat: Beats) -> Beats {
    if pointCount < 2 { return beat }
    let turns = beat.dividedRoundingDown(by: period)
    let inPeriod = beat - period * turns
    var low = 0
    var high = pointCount
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if unsafe points[middle].from <= inPeriod { low = middle } else { high = middle }
    }
    let a = unsafe points[low]
    var b = Warp.Point(period, period)
    if low &+ 1 < pointCount { b = unsafe points[low &+ 1] }
    let moved = Self.rise(of: inPeriod - a.from, run: b.from - a.from, to: b.to - a.to)
    return period * turns + a.to + moved
  }

  /// Where what is heard at `beat` comes from, as `Warp.unwarped` says.
  @_noLocks func unwarped(_ beat: Beats) -> Beats {
    if pointCount < 2 { return beat }
    let turns = beat.dividedRoundingDown(by: period)
    let inPeriod = beat - period * turns
    var low = 0
    var high = pointCount
    while high &- low > 1 {
      let middle = (low &+ high) / 2
      if unsafe points[middle].to <= inPeriod { low = middle } else { high = middle }
    }
    let a = unsafe points[low]
    var b = Warp.Point(period, period)
    if low &+ 1 < pointCount { b = unsafe points[low &+ 1] }
    let moved = Self.rise(of: inPeriod - a.to, run: b.to - a.to, to: b.from - a.from)
    return period * turns + a.from + moved
  }

  /// How loud what is written at `beat` is, as a factor.
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
