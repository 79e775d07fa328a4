import Commands
import Control
import Drummer
import DrummerTraining
import Files
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

  /// Writes a file for each piece that is not a fill; none, if one of them is among the `inputs`, or is there
  /// and is not overwritten.
  func write(
    _ pieces: [Piece], into folder: String, _ existing: OverwriteOptions, reading inputs: [String]
  ) throws {
    let beats = pieces.enumerated().filter { !$0.element.isFill }
    let paths = Self.names(of: beats.map(\.element)).map { "\(folder)/\($0).mid" }
    try Self.check(paths, existing, reading: inputs)
    try makeFolder(folder)
    var (bars, hits) = (0, 0)
    for ((index, piece), path) in zip(beats, paths) {
      var settings = settings
      // An unknown style counts as none.
      settings.style = styles.contains(piece.style) ? piece.style : ""
      settings.seed = settings.seed &* 1_000_003 &+ UInt64(index)
      var solo = DrumSolo(performer: performer, settings: settings, tempo: piece.tempo)
      let length = piece.bars
      let played = solo.play(bars: length)
      try StandardMIDIFile.write(
        played, tempo: piece.tempo, end: Vocabulary.bar * Int64(length), to: path)
      (bars, hits) = (bars + length, hits + played.count)
    }
    print(
      "\(folder): \(paths.count.counted("file")), \(bars.counted("bar")), \(hits.counted("hit"))")
  }

  /// A name for each piece's file: its id with `-` for `/`, and a number from 2 on where an earlier piece has
  /// that name.
  private static func names(of pieces: [Piece]) -> [String] {
    var taken: Set<String> = []
    var numbers: [String: Int] = [:]
    return pieces.map { piece in
      let name = piece.id.replacingOccurrences(of: "/", with: "-")
      var (free, number) = (name, numbers[name] ?? 1)
      while !taken.insert(free).inserted {
        number += 1
        free = "\(name)-\(number)"
      }
      numbers[name] = number
      return free
    }
  }

  /// Throws if one of `paths` may not be written.
  private static func check(
    _ paths: [String], _ existing: OverwriteOptions, reading inputs: [String]
  ) throws(CommandError) {
    // Looked up once: a folder of a thousand recordings has a thousand of both.
    let read = Set(inputs.compactMap { FileIdentity($0) })
    for path in paths {
      let isRead = FileIdentity(path).map(read.contains) ?? false
      try existing.check(path, reading: isRead ? [path] : [])
    }
  }
}

extension Corpus {
  /// The paths of all files that were read, also of those that were left out.
  var files: [String] {
    (pieces.map(\.path) + skipped.map(\.path)).map { "\(folder)/\($0)" }
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
