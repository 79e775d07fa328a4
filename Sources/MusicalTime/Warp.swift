/// A piecewise linear, strictly increasing, periodic mapping of beats: it moves events without
/// changing their order.
///
/// Beats are rounded to the nearest unit. Where a segment compresses, two neighbouring units can
/// map to one; where its slope is at most 3 to 1, mapping there and back is exact to one unit.
public struct Warp: Sendable, Hashable {
  /// A beat and the beat it is mapped to; both in 0 ..< period.
  public struct Point: BitwiseCopyable, Sendable, Hashable {
    /// The beat before mapping.
    public var from: Beats
    /// The beat after mapping.
    public var to: Beats

    /// The point that maps `from` to `to`.
    @_noLocks public init(_ from: Beats, _ to: Beats) {
      self.from = from
      self.to = to
    }

    /// The point of the inverse mapping.
    var reversed: Point { Point(to, from) }
  }

  /// The length after which the mapping repeats.
  public let period: Beats
  /// In order; the first maps 0 to 0.
  public let points: [Point]

  /// Lengths that a period can have.
  public static let periods = Beats(1, over: 64)...Beats(1_024)
  /// The maximum number of points.
  public static let mostPoints = 1_024

  /// The warp through `points` (0 to 0 is added); nil if two points coincide or cross, before or
  /// after mapping, if one lies outside the period, or if there are too many.
  public init?(period: Beats, _ points: [Point]) {
    guard Self.periods.contains(period), points.count < Self.mostPoints else { return nil }
    let origin = Point(.zero, .zero)
    let inner = points.first == origin ? points.dropFirst() : points[...]
    var last = origin
    for point in inner + [Point(period, period)] {
      guard last.from < point.from, last.to < point.to else { return nil }
      last = point
    }
    self.period = period
    self.points = [origin] + inner
  }

  /// Maps every beat to itself.
  public static let identity = Warp(unchecked: Beats(1), [Point(.zero, .zero)])

  private init(unchecked period: Beats, _ points: [Point]) {
    self.period = period
    self.points = points
  }

  /// Whether every beat maps to itself.
  public var isIdentity: Bool { points.allSatisfy { $0.from == $0.to } }

  /// The beat to which `beat` is mapped, to the nearest unit.
  public func warped(_ beat: Beats) -> Beats { mapped(beat, backwards: false) }

  /// The inverse of `warped`: the beat that is mapped to `beat`, to the nearest unit.
  public func unwarped(_ beat: Beats) -> Beats { mapped(beat, backwards: true) }

  /// The warp with every displacement multiplied by `amount`, which is clamped to 0 to 1; NaN
  /// counts as 0.
  public func scaled(by amount: Double) -> Warp {
    let share = amount > 0 ? min(amount, 1) : 0
    return Warp(
      unchecked: period,
      points.map { point in
        // Two points at least one unit apart, before and after mapping, stay so: rounding keeps
        // their order.
        let way = Double((point.to - point.from).units) * share
        return Point(point.from, point.from + Beats(units: Int64(way.rounded())))
      })
  }

  private func mapped(_ beat: Beats, backwards: Bool) -> Beats {
    let turns = beat.dividedRoundingDown(by: period)
    let inPeriod = beat - period * turns
    var low = 0
    var high = points.count
    while high - low > 1 {
      let middle = (low + high) / 2
      let begin = backwards ? points[middle].to : points[middle].from
      if begin <= inPeriod { low = middle } else { high = middle }
    }
    let before = points[low]
    let after = low + 1 < points.count ? points[low + 1] : Point(period, period)
    let (a, b) = backwards ? (before.reversed, after.reversed) : (before, after)
    let run = Int128((b.from - a.from).units)
    let risen = Int128((inPeriod - a.from).units) * Int128((b.to - a.to).units)
    return period * turns + a.to + Beats(units: Int64((2 * risen + run) / (2 * run)))
  }
}
