public import Foundation

/// Files that are read whole, which none is that would never end or fill the memory.
public enum RegularFile {
  /// The largest MIDI file that is worth reading: in memory its events are some 45 times as large.
  public static let midiLimit = 1 << 22

  /// The bytes of the file at `path`, of at most `limit` bytes.
  ///
  /// Pipes, which would be waited for, and devices, which may never end, are refused, as is what is
  /// no file at all.
  public static func bytes(at path: String, limit: Int) throws(RegularFileError) -> Data {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes: [FileAttributeKey: Any]
    do { attributes = try FileManager.default.attributesOfItem(atPath: place.path) } catch {
      let exists = FileManager.default.fileExists(atPath: path)
      throw RegularFileError(reason: exists ? "cannot be read" : "there is no such file")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw RegularFileError(reason: "not a regular file")
    }
    guard attributes[.size] as? Int ?? 0 <= limit else {
      throw RegularFileError(reason: "larger than \(limit >> 20) MiB")
    }
    do { return try Data(contentsOf: place) } catch {
      throw RegularFileError(reason: "cannot be read")
    }
  }
}

/// Why a file was not read.
public struct RegularFileError: Error, Hashable {
  /// In one phrase that goes on behind the file's path.
  public let reason: String
}
