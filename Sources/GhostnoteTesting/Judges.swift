import Foundation
import Shell

/// The C programs in `Tests/Judges`, built by `Scripts/judges` on first use.
public enum Judges {
  /// The path of the program; throws with the compiler's output if it could not be built.
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
