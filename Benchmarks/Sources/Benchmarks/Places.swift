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

  /// `XDG_RUNTIME_DIR`, where the control sockets are: short, for a socket's path has at most 107 bytes.
  static let runtime = scratch.appending(path: "run").path

  /// Has the programs that are started from here on play and edit in folders of this run, not in those of its user.
  static func keepApart() {
    unsafe setenv("XDG_RUNTIME_DIR", runtime, 1)
    for name in ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
      unsafe setenv(name, scratch.appending(path: name).path, 1)
    }
  }

  static func judge(_ name: String) -> String { ".build/judges/\(name)" }
  static func peer(_ name: String) -> String { ".build/peers/\(name)" }
}
