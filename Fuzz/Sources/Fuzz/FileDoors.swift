import Drummer
import Foundation
import MIDI
import MIDIFiles
import Rhythm

@testable import DrummerTraining

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
