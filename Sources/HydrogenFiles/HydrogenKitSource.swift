import Files
import Foundation
import SampleKits

/// Where a kit's description and samples come from: an archive, or a folder.
struct HydrogenKitSource {
  /// The bytes of `drumkit.xml`.
  let description: [UInt8]
  /// The bytes of a sample by its name in the description.
  let bytes: @Sendable (String) throws(SampleKitError) -> [UInt8]

  init(_ path: String) throws(HydrogenFileError) {
    let file = HomeFolder.expanded(path)
    var isFolder: ObjCBool = false
    let isThere = unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
    guard isThere else { throw HydrogenFileError("\(path): no such file or folder") }
    guard !HydrogenFile.isNamed(path) else {
      throw HydrogenFileError(
        "\(path): a song or a pattern of Hydrogen; `ghostnote patch import` makes a patch of it")
    }
    if isFolder.boolValue {
      try self.init(folder: file, path)
    } else if file.hasSuffix("/drumkit.xml") {
      try self.init(folder: String(file.dropLast("/drumkit.xml".count)), path)
    } else {
      try self.init(archive: file, path)
    }
  }

  private init(folder: String, _ path: String) throws(HydrogenFileError) {
    let root = Self.real(folder)
    guard FolderListing.holds("\(folder)/drumkit.xml") else {
      throw HydrogenFileError("\(path): no drumkit.xml in the folder")
    }
    description = try Self.read("\(folder)/drumkit.xml", as: path, limit: XMLLimits.size)
    bytes = { name throws(SampleKitError) in
      let file = Self.real("\(folder)/\(name)")
      // Also where a link leads out of the folder.
      guard !name.hasPrefix("/"), file.hasPrefix(root + "/") else {
        throw SampleKitError("it is outside of the kit's folder")
      }
      do throws(FileReadingError) {
        return try RegularFile.bytes(at: file, limit: TarArchive.largestFile)
      } catch { throw SampleKitError(error.reason) }
    }
  }

  private init(archive: String, _ path: String) throws(HydrogenFileError) {
    let raw = try Self.read(archive, as: path, limit: TarArchive.largest)
    let files: [String: [UInt8]]
    do throws(HydrogenError) { files = try TarArchive(raw).files } catch {
      throw HydrogenFileError("\(path): \(error)")
    }
    let found = files.keys.filter { $0 == "drumkit.xml" || $0.hasSuffix("/drumkit.xml") }
    guard let first = found.min(by: { $0.count < $1.count }), let xml = files[first] else {
      throw HydrogenFileError("\(path): no drumkit.xml in the archive")
    }
    let folder = String(first.dropLast("drumkit.xml".count))
    description = xml
    bytes = { name throws(SampleKitError) in
      guard let bytes = files[folder + name] else { throw SampleKitError("no such file") }
      return bytes
    }
  }

  private static func read(
    _ file: String, as path: String, limit: Int
  ) throws(HydrogenFileError) -> [UInt8] {
    do throws(FileReadingError) { return try RegularFile.bytes(at: file, limit: limit) } catch {
      throw HydrogenFileError("\(path): \(error.reason)")
    }
  }

  private static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
