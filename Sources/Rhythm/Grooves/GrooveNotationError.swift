public import MusicalTime

/// Why points and levels are not a valid groove. They count from 0 here and from 1 in messages.
public enum GrooveNotationError: Error, Hashable {
  /// A name alone that stands for no groove.
  case name(GrooveError)
  /// The period is out of range.
  case period(Beats)
  case pointCount(Int)
  /// The point is outside the period, or not after the one before it, before or after the warp.
  case point(Int, Warp.Point, period: Beats)
  case levelCount(Int)
  /// The level is outside the period, or not after the one before it.
  case level(Int, Beats, period: Beats)
  /// The level's factor is out of range.
  case factor(Int, Double)
}

extension GrooveNotationError: CustomStringConvertible {
  /// Where, what is wrong and the limit, as a phrase.
  public var description: String {
    switch self {
    case .name(let error): error.description
    case .period(let period):
      "a groove's period: " + Warp.periods.expected(unit: "beats", found: period)
    case .pointCount(let count): "\(count) points: a groove has at most \(Warp.mostPoints - 1)"
    case .point(let index, let point, let period):
      "point \(index + 1), \(point.from.fraction) to \(point.to.fraction): both must be after "
        + "the point before it and before \(period.fraction)"
    case .levelCount(let count): "\(count) levels: a groove has at most \(Warp.mostPoints)"
    case .level(let index, let beat, let period):
      "level \(index + 1) at beat \(beat.fraction): it must be after the level before it and "
        + "before \(period.fraction)"
    case .factor(let index, let factor):
      "level \(index + 1), factor: " + Knob.grooveLevel.expected(found: factor)
    }
  }
}
