import ArgumentParser
import Commands
import Control
import MIDIFiles
import MusicalTime
import PatchFiles
import Rhythm

extension PatchCommand {
  /// `ghostnote patch import`
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Convert a MIDI file to a patch: bars become patterns, their order the song.",
      discussion: """
        Every note keeps its time: differences from the grid become offsets of steps.

        EXAMPLES
          ghostnote patch import groove.mid -o groove.json
          ghostnote patch import song.mid --channel all -o song.json
        """)

    @Argument(help: "A MIDI file.", completion: .file(extensions: ["mid", "midi"]))
    var file: String

    @Option(name: .shortAndLong, help: "The patch file to write.")
    var output: String

    @Option(help: "Which notes: drums (channel 10, or all if it has no notes), all, or 1 to 16.")
    var channel = "drums"

    func validate() throws {
      guard MIDIChannels(channel) != nil else {
        throw ValidationError("--channel \(channel): expected drums, all or 1 to 16")
      }
    }

    func run() throws {
      // The value was checked in `validate`.
      let channels = MIDIChannels(channel) ?? .drums
      let song = try CommandError.wrapping {
        try MIDIFile.song(at: file, channels, map: .standard)
      }
      let patch: Patch
      do throws(PatchRuleError) {
        patch = try song.replacing(Patch(name: MIDIFile.name(of: file)))
      } catch { throw CommandError("\(file): \(error)") }
      try PatchFiles().save(patch, to: output)
      print("\(output): \(song.summary)")
    }
  }
}
