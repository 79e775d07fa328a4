import ArgumentParser
import Commands
import Control
import Drummer
import MIDI
import MusicalTime
import Rhythm
import Sequencing

extension PatchCommand {
  /// `ghostnote patch export`
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write what a patch plays to a MIDI file, groove and chance included.",
      discussion: """
        EXAMPLES
          ghostnote patch export rock -o rock.mid --loops 8
          ghostnote patch export my.json -o my.mid --song --type 1
        """)

    @Argument(
      help: "A patch file or a factory patch's name.", completion: .file(extensions: ["json"]))
    var patch: String

    @Option(name: .shortAndLong, help: "The file to write: .mid.")
    var output: String

    @Option(help: "0 for one track, 1 for a track a voice.")
    var type = 0

    @Option(help: "How many loops of the pattern or of the song.")
    var loops = 1

    @Flag(help: "The song, though the patch plays its pattern.")
    var song = false

    @Option(help: "The model file of the drummer, where the patch is humanised.")
    var model: String?

    func validate() throws {
      guard (0...1).contains(type) else { throw ValidationError("--type \(type): it is 0 or 1") }
      guard StandardMIDIFile.loopCounts.contains(loops) else {
        throw ValidationError("--loops \(loops): 1 to 1000 can be written")
      }
    }

    func run() throws {
      var (patch, path) = try PatchFiles().load(patch)
      if song {
        guard !patch.song.sections.isEmpty else {
          throw CommandError("\(path): it has no song: leave --song out")
        }
        patch.playsSong = true
      }
      let program =
        patch.humanising == nil ? nil : try TrainedDrummer(model: model).program(of: patch)
      let file: StandardMIDIFile
      do throws(MIDIExportError) {
        file = try StandardMIDIFile(
          patch, loops: loops, program: program, format: type == 1 ? .together : .single)
      } catch { throw CommandError("\(path): \(error)") }
      try MIDIFiles.write(file, to: output)
      let notes = file.tracks.reduce(0) { $0 + $1.cues(.all).count }
      print(
        "\(output): \(notes.counted("note")), \(file.tracks.count.counted("track"))"
          + MIDIFiles.omission(of: patch))
    }
  }
}
