/// A bijection of beats that goes up throughout and repeats with a period: it moves every event, and
/// none past another. Straight lines lead from point to point.
public struct Warp: Sendable, Hashable {
  /// A beat and where it goes; both in 0 ..< period.
  public struct Point: BitwiseCopyable, Sendable, Hashable {
    public var from: Beats
    public var to: Beats

    @_noLocks public init(_ from: Beats, _ to: Beats) {
      self.from = from
      self.to = to
    }
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
    let inner = points.filter { $0 != Point(.zero, .zero) }
    var last = Point(.zero, .zero)
    for point in inner + [Point(period, period)] {
      guard last.from < point.from, last.to < point.to else { return nil }
      last = point
    }
    self.period = period
    self.points = [Point(.zero, .zero)] + inner
  }

  /// Leaves every beat where it is.
  public static let identity = Warp(unchecked: Beats(1), [Point(.zero, .zero)])

  private init(unchecked period: Beats, _ points: [Point]) {
    self.period = period
    self.points = points
  }

  /// Whether nothing moves.
  public var isIdentity: Bool { points.allSatisfy { $0.from == $0.to } }

  /// Where `beat` goes, rounded down to a unit.
  public func warped(_ beat: Beats) -> Beats { mapped(beat, from: \.from, to: \.to) }

  /// Where what is heard at `beat` comes from, rounded down to a unit.
  public func unwarped(_ beat: Beats) -> Beats { mapped(beat, from: \.to, to: \.from) }

  /// The same with every point moved by only `amount`, 0 to 1, of its way.
  public func scaled(by amount: Double) -> Warp {
    let share = min(max(amount, 0), 1)
    return Warp(
      unchecked: period,
      points.map { point in
        let way = Double((point.to - point.from).units) * share
        return Point(point.from, point.from + Beats(units: Int64(way.rounded())))
      })
  }

  private func mapped(
    _ beat: Beats, from: KeyPath<Point, Beats>, to: KeyPath<Point, Beats>
  ) -> Beats {
    let turns = beat.dividedRoundingDown(by: period)
    let inPeriod = beat - period * turns
    var low = 0
    var high = points.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle][keyPath: from] <= inPeriod { low = middle } else { high = middle }
    }
    let (a, b) = (points[low], low + 1 < points.count ? points[low + 1] : Point(period, period))
    let elapsed = Int128((inPeriod - a[keyPath: from]).units)
    let rise = Int128((b[keyPath: to] - a[keyPath: to]).units)
    let run = Int128((b[keyPath: from] - a[keyPath: from]).units)
    return period * turns + a[keyPath: to] + Beats(units: Int64(elapsed * rise / run))
  }
}
