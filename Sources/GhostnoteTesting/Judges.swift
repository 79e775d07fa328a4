import Foundation

/// The C programs of `Tests/Judges`, built by `Scripts/judges` when they are first asked for.
public enum Judges {
  /// Where the judge of that name is; a failure says why it could not be built.
  public static func path(_ name: String) throws -> String {
    let built = try isBuilt.get()
    return "\(built)/\(name)"
  }

  private static let isBuilt = Result { () throws -> String in
    let root = GhostnoteProgram.root
    let script = try Spawned("\(root)/Scripts/judges", [])
    script.closeInput()
    let outcome = script.finish()
    guard outcome.status == 0 else { throw ChildProcess.Failure(description: outcome.errors) }
    return "\(root)/.build/judges"
  }
}
