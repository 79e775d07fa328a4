public import Drummer
import MusicalTime

extension GrooveTemplate {
  /// The most bars of a template: a longer piece has several.
  private static let longest = 32
  /// The most templates of one piece, evenly spaced.
  private static let mostOfOne = 2

  /// The templates of `pieces`, in their order; fills and pieces shorter than four bars have none.
  /// Styles are rows of `styles`. A model stores what is `storable` of them.
  public static func templates(of pieces: [Piece], styles: [String]) -> [GrooveTemplate] {
    let played = pieces.filter { !$0.isFill }.map { piece in
      let tokens = Vocabulary.tokens(of: piece.hits)
      return (piece, tokens, bars: (tokens.last?.step ?? -1) / Vocabulary.stepsPerBar + 1)
    }
    var ofStyle: [String: GrooveStatistics] = [:]
    var all = GrooveStatistics()
    for (piece, tokens, bars) in played {
      var own = GrooveStatistics()
      own.add(tokens, bars: bars)
      ofStyle[piece.style, default: GrooveStatistics()].add(own)
      all.add(own)
    }
    return played.flatMap { piece, tokens, bars in
      parts(of: bars).map { part in
        GrooveTemplate(
          tokens, bars: part, style: styles.firstIndex(of: piece.style), bpm: piece.tempo.bpm,
          similar: ofStyle[piece.style] ?? all, all: all)
      }
    }.filter { !$0.opening.isEmpty }
  }

  /// The parts of a piece of `bars` bars that are a template each.
  private static func parts(of bars: Int) -> [Range<Int>] {
    guard bars > longest else { return bars >= 4 ? [0..<bars] : [] }
    let count = min((bars + longest - 1) / longest, mostOfOne)
    return (0..<count).map { index in
      let first = (bars - longest) * index / max(count - 1, 1) / 4 * 4
      return first..<first + longest
    }
  }
}
