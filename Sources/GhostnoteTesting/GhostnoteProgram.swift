import Foundation

/// The `ghostnote` executable built beside the tests.
public enum GhostnoteProgram {
  /// The executable of this build.
  public static let path = beside("ghostnote")

  /// The top of the source tree.
  public static let root: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  /// Runs it until it exits, with empty standard input.
  public static func run(
    _ arguments: String..., environment: [(name: String, value: String)] = []
  ) throws -> Spawned.Outcome {
    let program = try start(arguments, environment: environment)
    program.closeInput()
    return program.finish()
  }

  /// Starts it without user data folders, so that it finds only the installation's and the system's
  /// SoundFonts and no unsaved edits, and without a session manager.
  public static func start(
    _ arguments: [String],
    environment: [(name: String, value: String)] = []
  ) throws -> Spawned {
    try start(by: path, arguments, environment: environment)
  }

  /// Starts a program that starts it in the same way, such as a shell.
  public static func start(
    by program: String, _ arguments: [String],
    environment: [(name: String, value: String)] = []
  ) throws -> Spawned {
    let state = "\(FileManager.default.temporaryDirectory.path)/ghostnote-\(UUID().uuidString)"
    let standard = [
      (name: "XDG_DATA_HOME", value: "/nonexistent"), ("XDG_STATE_HOME", state),
      ("XDG_CONFIG_HOME", state + "/config"),
      ("XDG_RUNTIME_DIR", state + "/run"),
      ("JACK_NO_START_SERVER", "1"), ("NSM_URL", ""),
    ].filter { row in !environment.contains { $0.name == row.name } }
    return try Spawned(
      program, arguments, environment: standard + environment, leaves: state)
  }

  private static func beside(_ name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (tests as NSString).deletingLastPathComponent + "/" + name
  }
}
