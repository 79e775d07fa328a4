import Drummer
import Foundation
import MIDI
import MIDIFiles
import PatchFiles
import Rhythm

@testable import DrummerTraining
@testable import HydrogenFiles

/// Files that are read whole.
enum FileDoors {
  static func midiFile(_ bytes: [UInt8]) {
    guard let file = try? StandardMIDIFile(bytes: bytes) else { return }
    do {
      let again = try StandardMIDIFile(bytes: file.bytes)
      precondition(again == file, "a MIDI file changes when it is written")
    } catch { fatalError("a MIDI file that was written can't be read: \(error)") }
    for song in file.songs {
      _ = song.cues(.all)
      _ = try? ImportedSong(song, .drums, map: .standard).replacing(Patch())
    }
  }

  static func hydrogen(_ bytes: [UInt8]) {
    guard let song = try? HydrogenSong(bytes: bytes), let found = try? HydrogenImport(song),
      let patch = try? found.patch(named: "x")
    else { return }
    _ = found.summary
    do {
      let again = try Patch(json: Array(patch.json.utf8), file: "x")
      precondition(again == patch, "an imported song changes when it is written")
    } catch { fatalError("an imported song that was written can't be read: \(error)") }
  }

  static func archive(_ bytes: [UInt8]) {
    guard let archive = try? TarArchive(bytes, limit: 1 << 20) else { return }
    for (name, contents) in archive.files {
      precondition(!name.hasPrefix("/") && !name.split(separator: "/").contains(".."), name)
      if name.hasSuffix("drumkit.xml") { _ = try? HydrogenKit(xml: contents) }
    }
  }

  static func safetensors(_ bytes: [UInt8]) {
    guard let file = try? Safetensors(bytes: Data(bytes)) else { return }
    _ = try? DrummerModel(file, path: "x")
    _ = try? ClassicModel(file, path: "x")
  }

  static func infoCSV(_ bytes: [UInt8]) {
    _ = try? GrooveIndex(bytes, path: "info.csv")
    _ = try? DrumMap(json: bytes, path: "map.json")
  }
}
