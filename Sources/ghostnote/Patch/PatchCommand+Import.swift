import ArgumentParser
import Commands
import Control
import HydrogenFiles
import MIDIFiles
import MusicalTime
import PatchFiles
import Rhythm

extension PatchCommand {
  /// `ghostnote patch import`
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Convert a MIDI file, or a song or pattern of Hydrogen, to a patch.",
      discussion: """
        A MIDI file's bars become patterns, their order the song. A Hydrogen song keeps its patterns;
        what is different is said. Every note keeps its time: differences from the grid become offsets
        of steps.

        EXAMPLES
          ghostnote patch import groove.mid -o groove.json
          ghostnote patch import song.mid --channel all -o song.json
          ghostnote patch import demo.h2song -o demo.json
        """)

    @Argument(
      help: "A MIDI file, or a song or pattern of Hydrogen.",
      completion: .file(extensions: ["mid", "midi", "h2song", "h2pattern"]))
    var file: String

    @Option(
      name: .shortAndLong, help: "The patch file to write.",
      completion: .file(extensions: ["json"]), transform: expandedPath)
    var output: String

    @OptionGroup var existing: OverwriteOptions

    @Option(
      help: """
        Which notes of a MIDI file: drums (channel 10, or all if it has no notes), all, or a channel of \
        \(Voice.channels.words()).
        """)
    var channel = "drums"

    func validate() throws {
      guard MIDIChannels(channel) != nil else {
        throw ValidationError(
          "--channel: expected drums, all or a channel of \(Voice.channels.words()), "
            + "found \(channel.asFound)")
      }
    }

    func run() throws {
      try existing.check(output, reading: [file])
      if HydrogenFile.isNamed(file) {
        let found = try CommandError.wrapping { try HydrogenFile.contents(of: file) }
        let patch: Patch
        do throws(HydrogenError) {
          patch = try found.patch(named: HydrogenFile.name(of: file))
        } catch { throw CommandError("\(file): \(error)") }
        try PatchFiles().save(patch, to: output)
        return print("\(output): \(found.summary)")
      }
      try CommandError.wrapping { try HydrogenFile.refuseKit(file) }
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
