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

  /// Starts it, with no SoundFonts but the installation's and the system's.
  public static func start(
    _ arguments: [String],
    environment: [(name: String, value: String)] = []
  ) throws -> Spawned {
    try Spawned(
      path, arguments,
      environment: [("XDG_DATA_HOME", "/nonexistent"), ("JACK_NO_START_SERVER", "1")] + environment)
  }

  private static func beside(_ name: String) -> String {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return (tests as NSString).deletingLastPathComponent + "/" + name
  }
}
