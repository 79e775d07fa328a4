import MIDI
import Rhythm
import Sequencing

extension Machine {
  /// Reads a MIDI file into the patch, or writes what the patch plays.
  func perform(_ command: MIDIFileCommand) throws(CommandError) -> Reply {
    switch command {
    case .read(let file, let channels):
      let song = try MIDIFiles.song(at: file, channels, map: patch.input)
      let edited: Patch
      do throws(PatchRuleError) { edited = try song.replacing(patch) } catch {
        throw CommandError("\(file): \(error)")
      }
      try change("import \(file)", to: edited)
      return .text("\(file): \(song.summary)")
    case .write(let file, let loops, let separatesVoices):
      let written: StandardMIDIFile
      do throws(MIDIExportError) {
        written = try StandardMIDIFile(
          patch, loops: loops,
          program: patch.humanising == nil ? nil : program(of: patch, section: nil),
          format: separatesVoices ? .together : .single)
      } catch { throw CommandError("\(file): \(error)") }
      try MIDIFiles.write(written, to: file)
      return .text("wrote \(file)" + MIDIFiles.omission(of: patch))
    }
  }
}
