import Foundation

/// Paths; `Benchmarks/run` starts the program in the project's folder.
enum Places {
  static let root = URL(
    filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  static let ghostnote = ".build/release/ghostnote"
  static let debugGhostnote = ".build/debug/ghostnote"
  static let soundFont = "SoundFonts/Ghostnote-Kit.sf2"

  /// A temporary folder for this run.
  static let scratch: URL = {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "ghostnote-benchmarks-\(getpid())", directoryHint: .isDirectory)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }()

  static func judge(_ name: String) -> String { ".build/judges/\(name)" }
  static func peer(_ name: String) -> String { ".build/peers/\(name)" }
}
