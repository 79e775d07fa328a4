import Foundation

/// The executable `ghostnote` as the build left it beside the tests.
public enum GhostnoteProgram {
  /// The executable of this build.
  public static let path = beside("ghostnote")

  /// The top of the source tree.
  public static let root: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  /// Runs it to its end with nothing on standard input.
  public static func run(
    _ arguments: String..., environment: [(name: String, value: String)] = []
  ) throws -> Spawned.Outcome {
    let program = try start(arguments, environment: environment)
    program.closeInput()
    return program.finish()
  }

  /// Starts it, with no SoundFonts but the installation's and the system's, and nobody's unsaved edits.
  public static func start(
    _ arguments: [String],
    environment: [(name: String, value: String)] = []
  ) throws -> Spawned {
    let state = "\(FileManager.default.temporaryDirectory.path)/ghostnote-\(UUID().uuidString)"
    let standard = [
      (name: "XDG_DATA_HOME", value: "/nonexistent"), ("XDG_STATE_HOME", state),
      ("XDG_RUNTIME_DIR", state + "/run"),
      ("JACK_NO_START_SERVER", "1"),
    ].filter { row in !environment.contains { $0.name == row.name } }
    return try Spawned(
      path, arguments, environment: standard + environment, leaves: state)
  }

  private static func beside(_ name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (tests as NSString).deletingLastPathComponent + "/" + name
  }
}
