import Commands
import Files
import HydrogenFiles
import MIDI
import MIDIFiles
import Rhythm
import Sequencing

/// Reads MIDI files and files of Hydrogen into the patch, and writes what the patch plays.
struct MusicFiles: Sendable {
  private var question = OverwriteQuestion()
  /// The files written here, as they were then, by path.
  private var exports: [String: FileVersion] = [:]

  mutating func perform(
    _ command: MIDIFileCommand, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    switch command {
    case .read(let file, let channels):
      let (edited, summary, replacesSong) =
        HydrogenFile.isNamed(file)
        ? try Self.hydrogen(file, into: played.patch)
        : try Self.midi(file, channels, into: played.patch)
      // Its pattern may have the name of the one that was selected.
      let name = Self.undoName(ofImporting: file)
      try played.make(
        PatchChange(name, to: edited, selecting: .some(nil), replacesSong: replacesSong))
      return .remark(.imported(file: file, summary: summary))
    case .write(let file, let loops, let separatesVoices):
      try CommandError.wrapping { try MIDIFile.checkName(file) }
      let written: StandardMIDIFile
      do throws(MIDIExportError) {
        written = try StandardMIDIFile(
          played.patch, loops: loops, program: Self.program(of: played, loops: loops),
          format: separatesVoices ? .together : .single)
      } catch { throw CommandError("\(file): \(error)") }
      let path = AbsolutePath.of(file)
      try question.check(file, .own(exports[path]))
      try CommandError.wrapping { try MIDIFile.write(written, to: file) }
      exports[path] = FileVersion(of: path)
      question.forget()
      return .remark(.exported(file: file, omission: MIDIFile.omission(of: played.patch)))
    }
  }

  /// What the drummer plays in the pattern that is exported; nil where the steps are played as they are.
  private static func program(of played: PlayedDocument, loops: Int) -> Program? {
    guard played.patch.humanising != nil else { return nil }
    // A copy, so that the pattern that is heard keeps how the drummer played it.
    var compiler = played.player.compiler
    return compiler.program(of: played.patch.exported(loops: loops), section: nil)
  }

  private static func hydrogen(
    _ file: String, into patch: Patch
  ) throws(CommandError) -> (edited: Patch, summary: String, replacesSong: Bool) {
    let found = try CommandError.wrapping { try HydrogenFile.contents(of: file) }
    // The pattern of a pattern file, which has no tempo, is added beside the song.
    let replacesSong = found.tempo != nil
    do throws(HydrogenError) {
      return (try found.replacing(patch), found.summary, replacesSong)
    } catch { throw CommandError("\(file): \(error)") }
  }

  private static func midi(
    _ file: String, _ channels: MIDIChannels, into patch: Patch
  ) throws(CommandError) -> (edited: Patch, summary: String, replacesSong: Bool) {
    try CommandError.wrapping { try HydrogenFile.refuseKit(file) }
    let song = try CommandError.wrapping {
      try MIDIFile.song(at: file, channels, map: patch.input)
    }
    do throws(PatchRuleError) { return (try song.replacing(patch), song.summary, true) } catch {
      throw CommandError("\(file): \(error)")
    }
  }

  /// The folder says nothing that undo would have to name, and is temporary where a page brought the file.
  private static func undoName(ofImporting file: String) -> String {
    "import \(file.split(separator: "/").last ?? Substring(file))"
  }
}
