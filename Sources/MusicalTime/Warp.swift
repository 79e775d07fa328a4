/// A bijection of beats that goes up throughout and repeats with a period: it moves every event, and
/// none past another. Straight lines lead from point to point.
///
/// Beats are rounded to the nearest unit. Where a line compresses, neighbouring units can meet in
/// one; where it is no steeper than 3 to 1, there and back is within one unit of the beginning.
public struct Warp: Sendable, Hashable {
  /// A beat and where it goes; both in 0 ..< period.
  public struct Point: BitwiseCopyable, Sendable, Hashable {
    public var from: Beats
    public var to: Beats

    @_noLocks public init(_ from: Beats, _ to: Beats) {
      self.from = from
      self.to = to
    }

    /// The way back.
    var reversed: Point { Point(to, from) }
  }

  /// After which it does the same again.
  public let period: Beats
  /// In order, the first from 0 to 0.
  public let points: [Point]

  /// How long a period can be.
  public static let periods = Beats(1, over: 64)...Beats(1_024)
  /// The most points.
  public static let mostPoints = 1_024

  /// The warp through `points` (without 0 to 0, which is added); nil where two coincide or cross,
  /// before or after, where one is outside the period, and where there are too many.
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

  /// Leaves every beat where it is.
  public static let identity = Warp(unchecked: Beats(1), [Point(.zero, .zero)])

  private init(unchecked period: Beats, _ points: [Point]) {
    self.period = period
    self.points = points
  }

  /// Whether nothing moves.
  public var isIdentity: Bool { points.allSatisfy { $0.from == $0.to } }

  /// Where `beat` goes, to the nearest unit.
  public func warped(_ beat: Beats) -> Beats { mapped(beat, backwards: false) }

  /// Where what is heard at `beat` comes from, to the nearest unit.
  public func unwarped(_ beat: Beats) -> Beats { mapped(beat, backwards: true) }

  /// The same with every point moved by only `amount` of its way; amounts outside 0 to 1 become the
  /// nearer end, and what is not a number becomes 0.
  public func scaled(by amount: Double) -> Warp {
    let share = amount > 0 ? min(amount, 1) : 0
    return Warp(
      unchecked: period,
      points.map { point in
        // Two points at least a unit apart both before and after stay so: rounding keeps order.
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
