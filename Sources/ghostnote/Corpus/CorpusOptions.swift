import ArgumentParser
import Commands
import Control
import Drummer
import DrummerTraining
import Files
import Foundation

/// Options for reading a folder of MIDI files.
struct CorpusOptions: ParsableArguments {
  @Option(
    help: "A JSON file that maps notes to drums; `ghostnote corpus map` prints the default.",
    completion: .file(extensions: ["json"]), transform: expandedPath)
  var map: String?

  @Flag(help: "Without an info.csv: use the name of a file's top-level folder as its style.")
  var stylesFromFolders = false

  /// The corpus of `folder`.
  func corpus(folder: String) throws -> Corpus {
    try Corpus(folder: folder, map: drumMap(), stylesFromFolders: stylesFromFolders)
  }

  /// The drum map to use.
  func drumMap() throws -> DrumMap {
    guard let map else { return .standard }
    let data: [UInt8]
    do throws(FileReadingError) { data = try RegularFile.bytes(at: map, limit: 1 << 20) } catch {
      throw CommandError("\(map): \(error.reason); expected a JSON file of notes and drums")
    }
    return try DrumMap(json: data, path: map)
  }
}
