import Files
import Foundation
import MIDI

/// Finds and reads a folder's files; the only part of the corpus that accesses the file system.
struct CorpusFolder {
  let path: String
  /// `.mid` and `.midi` files relative to the folder, sorted; hidden files are skipped.
  private(set) var files: [String] = []
  /// Subfolders that cannot be listed, and why.
  private(set) var faults: [Corpus.Skipped] = []
  /// Folders visited, with symbolic links resolved, so that a link to a parent folder does not
  /// cause an endless loop.
  private var walked: Set<String> = []

  /// The largest file that is read, in bytes.
  static let sizeLimit = StandardMIDIFile.largestFile

  /// Finds the files in `path` and its subfolders.
  init(_ path: String) throws(CorpusError) {
    self.path = path
    var isFolder: ObjCBool = false
    let isThere = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard !isThere || isFolder.boolValue else {
      throw CorpusError(path: path, problem: .notAFolder)
    }
    walk("")
    if files.isEmpty, let fault = faults.first(where: { $0.path.isEmpty }) {
      throw CorpusError(path: path, problem: .unreadable(fault.reason))
    }
    files.sort()
  }

  /// The contents of a file in the folder.
  func bytes(of file: String) throws(ReadingError) -> [UInt8] {
    do throws(FileReadingError) {
      return try RegularFile.bytes(at: "\(path)/\(file)", limit: Self.sizeLimit)
    } catch {
      if case .system(let system) = error { throw ReadingError(reason: system.reason) }
      throw ReadingError(reason: error.reason)
    }
  }

  /// Why a file could not be read.
  struct ReadingError: Error {
    var reason: String
  }

  /// Whether the folder contains `file`.
  func holds(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(file)")
  }

  private mutating func walk(_ folder: String) {
    let place = folder.isEmpty ? path : "\(path)/\(folder)"
    guard walked.insert(URL(fileURLWithPath: place).resolvingSymlinksInPath().path).inserted else {
      return
    }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: place) } catch {
      let reason = Self.obstacle(at: place) ?? error.localizedDescription
      return faults.append(Corpus.Skipped(path: folder, reason: reason))
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let file = folder.isEmpty ? name : "\(folder)/\(name)"
      var isFolder: ObjCBool = false
      let isThere = unsafe FileManager.default.fileExists(
        atPath: "\(path)/\(file)", isDirectory: &isFolder)
      if isThere, isFolder.boolValue {
        walk(file)
      } else if name.lowercased().hasSuffix(".mid") || name.lowercased().hasSuffix(".midi") {
        files.append(file)
      }
    }
  }

  /// The system's reason why `path` may not be read; nil if it may.
  private static func obstacle(at path: String) -> String? {
    unsafe access(path, R_OK) == 0 ? nil : String(cString: strerror(errno))
  }
}
