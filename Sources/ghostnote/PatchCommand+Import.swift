import ArgumentParser
import Commands
import Control
import MusicalTime
import Rhythm
import Sequencing

extension PatchCommand {
  /// `ghostnote patch import`
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a patch of a MIDI file: its bars are patterns, their order is the song.",
      discussion: """
        Every note keeps its place: what lies off the grid becomes its step's offset.

        EXAMPLES
          ghostnote patch import groove.mid -o groove.json
          ghostnote patch import song.mid --channel all -o song.json
        """)

    @Argument(help: "A MIDI file.", completion: .file(extensions: ["mid", "midi"]))
    var file: String

    @Option(name: .shortAndLong, help: "The patch file to write.")
    var output: String

    @Option(help: "Which notes: drums (channel 10, or all where that has none), all, or 1 to 16.")
    var channel = "drums"

    func validate() throws {
      guard MIDIChannels(channel) != nil else {
        throw ValidationError("--channel \(channel): it is drums, all or 1 to 16")
      }
    }

    func run() throws {
      // Checked in `validate`.
      let channels = MIDIChannels(channel) ?? .drums
      let song = try MIDIFiles.song(at: file, channels, map: .standard)
      let patch: Patch
      do throws(PatchRuleError) {
        patch = try song.replacing(Patch(name: MIDIFiles.name(of: file)))
      } catch { throw CommandError("\(file): \(error)") }
      try PatchFiles().save(patch, to: output)
      print("\(output): \(song.summary)")
    }
  }
}
