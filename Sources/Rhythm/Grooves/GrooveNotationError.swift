public import MusicalTime

/// What keeps points and levels from being a groove; they are counted from 0 in here and from 1 in
/// words.
public enum GrooveNotationError: Error, Hashable {
  /// A groove can't repeat after this.
  case period(Beats)
  case pointCount(Int)
  /// The point lies outside the period, or not behind the one before it, before or after the warp.
  case point(Int, Warp.Point, period: Beats)
  case levelCount(Int)
  /// The level lies outside the period, or not behind the one before it.
  case level(Int, Beats, period: Beats)
  /// The level's factor isn't 0 to 2.
  case factor(Int, Double)
}

extension GrooveNotationError: CustomStringConvertible {
  /// Where, what is wrong and what the limit is, in words.
  public var description: String {
    switch self {
    case .period(let period):
      "a period of \(period.fraction) beats: a groove repeats after 1/64 to 1024 beats"
    case .pointCount(let count): "\(count) points: a groove has at most \(Warp.mostPoints - 1)"
    case .point(let index, let point, let period):
      "point \(index + 1), \(point.from.fraction) to \(point.to.fraction): both must lie behind "
        + "the point before it and before \(period.fraction)"
    case .levelCount(let count): "\(count) levels: a groove has at most \(Warp.mostPoints)"
    case .level(let index, let beat, let period):
      "level \(index + 1) at beat \(beat.fraction): it must lie behind the level before it and "
        + "before \(period.fraction)"
    case .factor(let index, let factor): "level \(index + 1), factor \(factor): it is 0 to 2"
    }
  }
}
