public import MusicalTime

/// What keeps rhythms from being a groove; notes and markers are counted from 0 in here and from 1
/// in words.
public enum GrooveError: Error, Hashable {
  /// No groove is called this.
  case unknown(String)
  /// Not a share of 50 to 75 %.
  case share(String)
  /// A period can't be this long.
  case period(Beats)
  /// A rhythm can't have this many notes.
  case noteCount(Int)
  /// The first note of a rhythm lies elsewhere than where the period begins.
  case beginning(Beats)
  /// The note lies where the one before it lies, or before that, or outside the period.
  case place(note: Int, Beats, period: Beats)
  /// What is played on this marker lies, as played, no later than what comes before it or no earlier
  /// than what comes after.
  case crossing(marker: Int, Beats)
  /// There is nothing to take a groove from.
  case silence
}

extension GrooveError: CustomStringConvertible {
  /// Where, what is wrong and what the limit is, in words.
  public var description: String {
    switch self {
    case .unknown(let name): "“\(name)” is no groove: `groove list` names them"
    case .share(let text):
      "“\(text)” is no swing: it is 50 to 75 per cent of a pair, or a fraction such as 2/3"
    case .period(let period):
      "a period of \(period.fraction) beats: a groove repeats after 1/64 to 1024 beats"
    case .noteCount(let count): "\(count) notes: a rhythm of a groove has 1 to 256"
    case .beginning(let beat):
      "note 1 at beat \(beat.fraction): a rhythm begins at 0, where its period does"
    case .place(let note, let beat, let period):
      "note \(note + 1) at beat \(beat.fraction): "
        + "it must lie behind the note before it and before \(period.fraction)"
    case .crossing(let marker, let beat):
      "marker \(marker + 1), played at beat \(beat.fraction): it crosses its neighbour, "
        + "and a groove moves nothing past another: bring the offsets nearer to their markers"
    case .silence: "nothing is played there that a groove could be taken from"
    }
  }
}
