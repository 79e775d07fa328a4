import Commands
import Control
import Drummer
import DrummerTraining
import Foundation
import MIDI
import MusicalTime
import Rhythm

/// For each piece of a corpus a file of the drummer's own, of the same style, tempo and length: the
/// mix on which generated drumming is judged.
struct Likeness {
  /// Before its first bar.
  let performer: any BarInventor
  let settings: DrummerSettings
  let styles: [String]

  static func split(_ name: String) -> Piece.Split? { Piece.Split(rawValue: name) }

  /// Writes a file for each piece that is no fill.
  func write(_ pieces: [Piece], into folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError("\(folder): no folder can be made there; name another with -o")
    }
    var (bars, hits, files) = (0, 0, 0)
    for (index, piece) in pieces.enumerated() where !piece.isFill {
      var settings = settings
      // A style it has not learned is played as none in particular.
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
  /// Bars that it has hits in, from the first bar on, up to 4096: a damaged file may have a hit
  /// billions of beats away.
  fileprivate var bars: Int {
    let last = hits.last?.beat ?? .zero
    return min(Int(last.dividedRoundingDown(by: Vocabulary.bar)) + 1, 4_096)
  }
}
