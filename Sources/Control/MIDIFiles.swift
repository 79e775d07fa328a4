public import Commands
internal import Files
public import MIDI
public import Rhythm
public import Sequencing

/// MIDI files on disk.
public enum MIDIFiles {
  /// The first song with a note in the file at `path`; an empty one where there is none.
  public static func song(at path: String) throws(CommandError) -> StandardMIDIFile.Track {
    try songs(at: path).first ?? StandardMIDIFile.Track()
  }

  /// The songs with a note in the file at `path`.
  private static func songs(at path: String) throws(CommandError) -> [StandardMIDIFile.Track] {
    let bytes = try bytes(of: path)
    do throws(StandardMIDIFileError) {
      return try StandardMIDIFile(bytes: bytes).songs.filter { !$0.cues(.all).isEmpty }
    } catch { throw CommandError("\(path): \(error)") }
  }

  /// The song in the file at `path` as patterns.
  public static func song(
    at path: String, _ channels: MIDIChannels, map: InputMap
  ) throws(CommandError) -> ImportedSong {
    let songs = try songs(at: path)
    do throws(MIDIImportError) {
      var song = try ImportedSong(songs.first ?? StandardMIDIFile.Track(), channels, map: map)
      song.otherSongs = max(songs.count - 1, 0)
      return song
    } catch { throw CommandError("\(path): \(error)") }
  }

  /// Writes beside and renames to `path`, which is to end in `.mid`; failing leaves what was there.
  public static func write(_ file: StandardMIDIFile, to path: String) throws(CommandError) {
    guard isNamed(path) else {
      throw CommandError("\(path): a MIDI file's name ends in .mid: name it so")
    }
    let target = HomeFolder.expanded(path)
    do throws(SystemError) { try FileReplacement.replace(target, with: file.bytes) } catch {
      throw CommandError("\(path): it can't be written: \(error.reason)")
    }
  }

  /// What an export leaves out, in words behind the others; nothing where it has everything.
  public static func omission(of patch: Patch) -> String {
    patch.drummer.isOn
      ? ", without the drummer: `ghostnote render` writes it too, and `keep 4` makes it steps" : ""
  }

  /// Whether a path ends as MIDI files do.
  static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".mid", ".midi"].contains { name.hasSuffix($0) }
  }

  /// The name of the file at `path`, without its folder and ending.
  public static func name(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard isNamed(String(name)), let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return String(name)
    }
    return String(name[..<dot])
  }

  private static func bytes(of path: String) throws(CommandError) -> [UInt8] {
    let file = HomeFolder.expanded(path)
    do throws(FileReadingError) {
      return try RegularFile.bytes(at: file, limit: StandardMIDIFile.largestFile)
    } catch { throw CommandError("\(path): \(error.reason)") }
  }
}
