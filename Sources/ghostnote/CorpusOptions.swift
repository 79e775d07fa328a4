import ArgumentParser
import Commands
import Control
import Drummer
import DrummerTraining
import Files
import Foundation

/// How a folder of MIDI files is read.
struct CorpusOptions: ParsableArguments {
  @Option(
    help: "A JSON file that says which note is which drum; `ghostnote corpus map` prints ours.",
    completion: .file(extensions: ["json"]))
  var map: String?

  @Flag(help: "Without an info.csv: take the name of a file's first folder for its style.")
  var stylesFromFolders = false

  /// The corpus of `folder`.
  func corpus(folder: String) throws -> Corpus {
    try Corpus(folder: folder, map: drumMap(), stylesFromFolders: stylesFromFolders)
  }

  /// The map that is asked for.
  func drumMap() throws -> DrumMap {
    guard let map else { return .standard }
    let data: [UInt8]
    do throws(FileReadingError) { data = try RegularFile.bytes(at: map, limit: 1 << 20) } catch {
      throw CommandError("\(map): \(error.reason); name a JSON file of notes and drums")
    }
    return try DrumMap(json: data, path: map)
  }
}
