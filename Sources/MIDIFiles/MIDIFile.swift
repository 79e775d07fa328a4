internal import Files
public import MIDI
public import Rhythm

/// Why a MIDI file was not read or written.
public struct MIDIFileError: Error, Hashable, CustomStringConvertible {
  /// The path and what is wrong with it, in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// A MIDI file on disk.
public enum MIDIFile {
  /// The first song with a note in the file at `path`; an empty one where there is none.
  public static func song(at path: String) throws(MIDIFileError) -> StandardMIDIFile.Track {
    try songs(at: path).first ?? StandardMIDIFile.Track()
  }

  /// The songs with a note in the file at `path`.
  private static func songs(at path: String) throws(MIDIFileError) -> [StandardMIDIFile.Track] {
    let bytes = try bytes(of: path)
    do throws(StandardMIDIFileError) {
      return try StandardMIDIFile(bytes: bytes).songs.filter { !$0.cues(.all).isEmpty }
    } catch { throw MIDIFileError("\(path): \(error)") }
  }

  /// The song in the file at `path` as patterns.
  public static func song(
    at path: String, _ channels: MIDIChannels, map: InputMap
  ) throws(MIDIFileError) -> ImportedSong {
    let songs = try songs(at: path)
    do throws(MIDIImportError) {
      var song = try ImportedSong(songs.first ?? StandardMIDIFile.Track(), channels, map: map)
      song.otherSongs = max(songs.count - 1, 0)
      return song
    } catch { throw MIDIFileError("\(path): \(error)") }
  }

  /// Throws unless a path ends as MIDI files do.
  public static func checkName(_ path: String) throws(MIDIFileError) {
    guard isNamed(path) else {
      throw MIDIFileError("\(path): a MIDI file's name ends in .mid: name it so")
    }
  }

  /// Writes beside and renames to `path`, which is to end as MIDI files do; failing leaves what was there.
  public static func write(_ file: StandardMIDIFile, to path: String) throws(MIDIFileError) {
    try checkName(path)
    let target = HomeFolder.expanded(path)
    do throws(SystemError) { try FileReplacement.replace(target, with: file.bytes) } catch {
      throw MIDIFileError("\(path): it can't be written: \(error.reason)")
    }
  }

  /// What an export leaves out, in words after the others; empty where it has everything.
  public static func omission(of patch: Patch) -> String {
    patch.drummer.isOn
      ? ", without the drummer: `ghostnote render` writes it too, and `keep 4` makes it steps" : ""
  }

  /// Whether a path ends as MIDI files do, in `.mid` or `.midi`.
  public static func isNamed(_ path: String) -> Bool {
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

  private static func bytes(of path: String) throws(MIDIFileError) -> [UInt8] {
    let file = HomeFolder.expanded(path)
    do throws(FileReadingError) {
      return try RegularFile.bytes(at: file, limit: StandardMIDIFile.largestFile)
    } catch { throw MIDIFileError("\(path): \(error.reason)") }
  }
}
