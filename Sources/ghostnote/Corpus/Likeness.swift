import Commands
import Control
import Drummer
import DrummerTraining
import Foundation
import MIDI
import MusicalTime
import Rhythm

/// Generates a file for each piece of a corpus, with the same style, tempo and length: the set on
/// which generated drumming is evaluated.
struct Likeness {
  /// The model before its first bar.
  let performer: any BarInventor
  let settings: DrummerSettings
  let styles: [String]

  static func split(_ name: String) -> Piece.Split? { Piece.Split(rawValue: name) }

  /// Writes a file for each piece that is not a fill.
  func write(_ pieces: [Piece], into folder: String) throws {
    try makeFolder(folder)
    var (bars, hits, files) = (0, 0, 0)
    for (index, piece) in pieces.enumerated() where !piece.isFill {
      var settings = settings
      // An unknown style counts as none.
      settings.style = styles.contains(piece.style) ? piece.style : ""
      settings.seed = settings.seed &* 1_000_003 &+ UInt64(index)
      var solo = DrumSolo(performer: performer, settings: settings, tempo: piece.tempo)
      let length = piece.bars
      let played = solo.play(bars: length)
      let name = piece.id.replacingOccurrences(of: "/", with: "-")
      try StandardMIDIFile.write(
        played, tempo: piece.tempo, end: Vocabulary.bar * Int64(length),
        to: "\(folder)/\(name).mid")
      (bars, hits, files) = (bars + length, hits + played.count, files + 1)
    }
    print("\(folder): \(files.counted("file")), \(bars.counted("bar")), \(hits.counted("hit"))")
  }
}

extension Piece {
  /// The number of bars with hits, from the first bar on, up to 4096: a damaged file may have a hit
  /// billions of beats away.
  fileprivate var bars: Int {
    let last = hits.last?.beat ?? .zero
    return min(Int(last.dividedRoundingDown(by: Vocabulary.bar)) + 1, 4_096)
  }
}
