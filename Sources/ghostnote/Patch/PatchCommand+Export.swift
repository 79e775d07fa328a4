import ArgumentParser
import Commands
import Control
import LiveDrummer
import MIDI
import MIDIFiles
import MusicalTime
import PatchFiles
import RemoteArguments
import Rhythm

extension PatchCommand {
  /// `ghostnote patch export`
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Export a patch to a MIDI file, with groove and probability applied.",
      discussion: """
        EXAMPLES
          ghostnote patch export rock -o rock.mid --loops 8
          ghostnote patch export my.json -o my.mid --song --type 1
        """)

    @Argument(
      help: "A patch file or a factory patch's name.", completion: .patch)
    var patch: String

    @Option(
      name: .shortAndLong, help: "The file to write: .mid.", completion: .file(extensions: ["mid"]))
    var output: String

    @OptionGroup var existing: OverwriteOptions

    @Option(
      help: "0 for one track, 1 for one track per voice.",
      completion: .list(StandardMIDIFile.writtenTypes.map(String.init)))
    var type = 0

    @Option(help: "How many loops of the pattern or of the song.")
    var loops = 1

    @Flag(help: "Export the song even if the patch plays its pattern.")
    var song = false

    @Option(
      help: "The drummer's model file, if the patch is humanised.",
      completion: .file(extensions: ["safetensors"]))
    var model: String?

    func validate() throws {
      guard StandardMIDIFile.writtenTypes.contains(type) else {
        throw ValidationError("--type \(type): expected 0 or 1")
      }
      try StandardMIDIFile.loopCounts.check(loops, of: "--loops")
    }

    func run() throws {
      var (patch, path) = try PatchFiles().load(patch)
      try existing.check(output, reading: [path])
      if song {
        guard !patch.song.sections.isEmpty else {
          throw CommandError("\(path): the patch has no song: omit --song")
        }
        patch.playsSong = true
      }
      let program =
        patch.humanising == nil
        ? nil : try LoadedDrummer(model: model).program(of: patch.exported(loops: loops))
      let file: StandardMIDIFile
      do throws(MIDIExportError) {
        file = try StandardMIDIFile(
          patch, loops: loops, program: program, format: type == 1 ? .together : .single)
      } catch { throw CommandError("\(path): \(error)") }
      try CommandError.wrapping { try MIDIFile.write(file, to: output) }
      let notes = file.tracks.reduce(0) { $0 + $1.cues(.all).count }
      print(
        "\(output): \(notes.counted("note")), \(file.tracks.count.counted("track"))"
          + MIDIFile.omission(of: patch))
    }
  }
}
