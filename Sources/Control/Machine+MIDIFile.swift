import Commands
import Files
import HydrogenFiles
import MIDI
import MIDIFiles
import Rhythm

extension Machine {
  /// Reads a MIDI file or a file of Hydrogen into the patch, or writes what the patch plays.
  func perform(_ command: MIDIFileCommand) throws(CommandError) -> Reply {
    switch command {
    case .read(let file, _) where HydrogenFile.isNamed(file):
      let found = try CommandError.wrapping { try HydrogenFile.contents(of: file) }
      let edited: Patch
      do throws(HydrogenError) { edited = try found.replacing(patch) } catch {
        throw CommandError("\(file): \(error)")
      }
      try change(Self.undoName(ofImporting: file), to: edited)
      return .remark(.imported(file: file, summary: found.summary))
    case .read(let file, let channels):
      let song = try CommandError.wrapping {
        try MIDIFile.song(at: file, channels, map: patch.input)
      }
      let edited: Patch
      do throws(PatchRuleError) { edited = try song.replacing(patch) } catch {
        throw CommandError("\(file): \(error)")
      }
      try change(Self.undoName(ofImporting: file), to: edited)
      return .remark(.imported(file: file, summary: song.summary))
    case .write(let file, let loops, let separatesVoices):
      let written: StandardMIDIFile
      do throws(MIDIExportError) {
        written = try StandardMIDIFile(
          patch, loops: loops,
          program: patch.humanising == nil ? nil : program(of: patch, section: nil),
          format: separatesVoices ? .together : .single)
      } catch { throw CommandError("\(file): \(error)") }
      try exports.check(file)
      try CommandError.wrapping { try MIDIFile.write(written, to: file) }
      exports.note(file)
      return .remark(.exported(file: file, omission: MIDIFile.omission(of: patch)))
    }
  }
}

extension Machine {
  /// The folder says nothing that undo would have to name, and is temporary where a page brought the file.
  fileprivate static func undoName(ofImporting file: String) -> String {
    "import \(file.split(separator: "/").last ?? Substring(file))"
  }
}

/// Which files were written here, and which other file was to be written over.
struct WrittenFiles {
  private var written: Set<String> = []
  private var asked: String?

  /// Throws where a file is there that was not written here, unless it is asked for a second time.
  mutating func check(_ file: String) throws(CommandError) {
    let path = HomeFolder.expanded(file)
    guard FolderListing.holds(path), !written.contains(path), asked != path else { return }
    asked = path
    throw CommandError(
      "\(file): it is there already: the same line again writes over it, or name another file")
  }

  /// From now on it can be written over.
  mutating func note(_ file: String) {
    written.insert(HomeFolder.expanded(file))
    asked = nil
  }
}
