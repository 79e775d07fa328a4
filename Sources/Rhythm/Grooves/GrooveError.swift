public import MusicalTime

/// Why values are not a valid groove. Notes and markers count from 0 here and from 1 in messages.
public enum GrooveError: Error, Hashable {
  /// No groove has this name.
  case unknown(String)
  /// The share is out of range.
  case share(String)
  /// The period is out of range.
  case period(Beats)
  /// The number of notes is out of range.
  case noteCount(Int)
  /// The first note is not at beat 0.
  case beginning(Beats)
  /// The note is not after the one before it, or is outside the period.
  case place(note: Int, Beats, period: Beats)
  /// The hits of this marker are, as played, not between those of its neighbours.
  case crossing(marker: Int, Beats)
  /// Nothing is played that a groove could be extracted from.
  case silence
}

extension GrooveError: CustomStringConvertible {
  /// Where, what is wrong and the limit, as a phrase.
  public var description: String {
    switch self {
    case .unknown(let name): "unknown groove \(name.quoted): `groove list` lists them"
    case .share(let text):
      "expected a swing of \(SwingShare.percents.words()) per cent of a pair, "
        + "or a fraction such as 2/3, found \(text.asFound)"
    case .period(let period):
      "a groove's period: " + Warp.periods.expected(unit: "beats", found: period)
    case .noteCount(let count): "notes of a rhythm: " + Groove.noteCounts.expected(found: count)
    case .beginning(let beat):
      "note 1 at beat \(beat.fraction): a rhythm must begin at beat 0"
    case .place(let note, let beat, let period):
      "note \(note + 1) at beat \(beat.fraction): "
        + "it must be after the note before it and before \(period.fraction)"
    case .crossing(let marker, let beat):
      "marker \(marker + 1), played at beat \(beat.fraction): it crosses its neighbour; "
        + "a groove cannot change the order: reduce the offsets"
    case .silence: "no hits to extract a groove from"
    }
  }
}
