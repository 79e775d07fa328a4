import Foundation

/// Where things are; `Benchmarks/run` starts us in the project's folder.
enum Places {
  static let root = URL(
    filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  static let ghostnote = ".build/release/ghostnote"
  static let debugGhostnote = ".build/debug/ghostnote"
  static let soundFont = "SoundFonts/Ghostnote-Kit.sf2"

  /// A folder of this run's own.
  static let scratch: URL = {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "ghostnote-benchmarks-\(getpid())", directoryHint: .isDirectory)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }()

  static func judge(_ name: String) -> String { ".build/judges/\(name)" }
  static func peer(_ name: String) -> String { ".build/peers/\(name)" }
}
