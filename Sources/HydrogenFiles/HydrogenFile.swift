internal import Files

/// Why a Hydrogen file was not read.
public struct HydrogenFileError: Error, Hashable, CustomStringConvertible {
  /// The path and what is wrong with it, in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// A Hydrogen song or pattern on disk.
public enum HydrogenFile {
  /// The endings of songs and patterns.
  public static let endings = [".h2song", ".h2pattern"]

  /// Whether a path ends as Hydrogen's songs and patterns do.
  public static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return endings.contains { name.hasSuffix($0) }
  }

  /// The ending of drum kits.
  static let kitEnding = ".h2drumkit"

  /// Throws for a drum kit, which is not a song; the error says what reads it.
  public static func refuseKit(_ path: String) throws(HydrogenFileError) {
    guard path.lowercased().hasSuffix(kitEnding) else { return }
    throw HydrogenFileError(
      "\(path): a drum kit of Hydrogen; `ghostnote kit import` makes a SoundFont of it")
  }

  /// The song or pattern in the file at `path`; `~` is the home folder.
  public static func contents(of path: String) throws(HydrogenFileError) -> HydrogenImport {
    let bytes: [UInt8]
    do throws(FileReadingError) {
      bytes = try RegularFile.bytes(at: HomeFolder.expanded(path), limit: XMLLimits.size)
    } catch { throw HydrogenFileError("\(path): \(error.reason)") }
    do throws(HydrogenError) { return try HydrogenImport(try HydrogenSong(bytes: bytes)) } catch {
      throw HydrogenFileError("\(path): \(error)")
    }
  }

  /// The name of the file at `path`, without its folder and ending.
  public static func name(of path: String) -> String {
    let name = String(path.split(separator: "/").last ?? "")
    let isKnown = isNamed(name) || name.lowercased().hasSuffix(kitEnding)
    guard isKnown, let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }
}
