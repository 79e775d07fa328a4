import Commands
import ControlSocket
import Files
import Foundation
import MusicalTime

/// The files of the page, read once: no path from outside is ever joined to a folder.
public struct PageFiles: Sendable {
  /// One file as it is sent.
  struct File: Sendable, Hashable {
    let type: String
    let bytes: [UInt8]
    /// The same in gzip, where that is shorter.
    let compressed: CompressedBytes?
    /// Changes with the bytes.
    let tag: String

    init(type: String, bytes: [UInt8]) {
      (self.type, self.bytes, tag) = (type, bytes, PageFiles.tag(bytes))
      // A picture in PNG is compressed already.
      compressed = type.hasPrefix("image/png") ? nil : CompressedBytes(bytes)
    }
  }

  /// The page could not be read.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let files: [String: File]

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "webmanifest": "application/manifest+json",
  ]
  private static let mostBytes = 1 << 20
  private static let mostFiles = 200

  /// Reads the page at `folder`, or where nil the one that is installed.
  public init(folder: String? = nil) throws(Failure) {
    let candidates = folder.map { [$0] } ?? DataFolders(of: "Page").paths
    guard
      let found = candidates.first(where: {
        FileManager.default.fileExists(atPath: $0 + "/index.html")
      })
    else {
      throw Failure(
        description: "no page in \(candidates.joined(separator: ", ")); name its folder with --page"
      )
    }
    var files = try Self.read(found)
    files["/commands.json"] = File(type: "application/json", bytes: Array(Self.commands.utf8))
    self.files = files
  }

  /// The commands as the page completes them, with the ranges of their numbers.
  private static var commands: String {
    JSONNode.array(
      CommandTable.all.filter { !$0.isOfConnection }.map { spec in
        .object([
          "path": .string(spec.path), "usage": .string(spec.usage),
          "meaning": .string(spec.meaning), "access": .string(spec.access.rawValue),
          "ranges": ranges(of: spec),
        ])
      }
    ).text
  }

  /// The lowest and the highest of each number that it takes, by its name in the usage.
  private static func ranges(of spec: CommandSpec) -> JSONNode {
    let ranges = spec.parameters.map(\.ranges).reduce(into: [:]) { all, own in
      all.merge(own) { first, _ in first }
    }
    return .object(
      ranges.mapValues {
        .array([.number($0.lowerBound.written), .number($0.upperBound.written)])
      })
  }

  private static func read(_ folder: String) throws(Failure) -> [String: File] {
    var files: [String: File] = [:]
    for name in FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [] {
      guard let type = types[(name as NSString).pathExtension] else { continue }
      let path = "\(folder)/\(name)"
      // A link could lead out of the folder.
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      guard files.count < mostFiles else {
        throw Failure(description: "\(folder): more than \(mostFiles) files")
      }
      do throws(FileReadingError) {
        files["/" + name] = File(
          type: type, bytes: try RegularFile.bytes(at: path, limit: mostBytes))
      } catch { throw Failure(description: "\(path): \(error.reason)") }
    }
    files["/"] = files["/index.html"]
    files["/phone"] = files["/phone.html"]
    files["/stage"] = files["/stage.html"]
    return files
  }

  /// The file at exactly this path.
  func file(at path: String) -> File? { files[path] }

  /// FNV-1a of 64 bits, as a weak tag: it is the same whether the file is sent compressed or not.
  fileprivate static func tag(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "W/\"\(String(hash, radix: 16))\""
  }
}
