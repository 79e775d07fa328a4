public import Commands
import Foundation
public import Glibc

/// A `ghostnote run` that a test talks to as a person would: by lines, signals and what it says.
public final class Session: Sendable {
  /// The daemon as a process.
  public let program: Spawned

  /// Talks to a daemon that listens to standard input.
  public init(program: Spawned) { self.program = program }

  /// Starts the daemon with `arguments` after `run --control stdin`.
  public convenience init(
    _ arguments: [String],
    environment: [(name: String, value: String)] = []
  ) throws {
    self.init(
      program: try GhostnoteProgram.start(
        ["run", "--control", "stdin"] + arguments,
        environment: environment))
  }

  /// Waits until the daemon says that it is ready; false when it does not come to.
  public func isReady() -> Bool { says("ready: ") }

  /// Types a line.
  public func type(_ line: String) { program.type(line) }

  /// Waits until `text` has been said on standard error `times` times.
  public func says(_ text: String, times: Int = 1) -> Bool {
    eventually { program.errors.components(separatedBy: text).count > times }
  }

  /// Types a line and waits for an answer on standard output that ends in `end`.
  public func answer(to line: String, until end: String) -> String? {
    let before = program.output.count
    program.type(line)
    var answer = ""
    let isComplete = eventually {
      answer = String(program.output.dropFirst(before))
      return answer.contains(end)
    }
    return isComplete ? answer : nil
  }

  /// What `status --json` answers; nil when it answers nothing that can be read.
  public func status() -> MachineStatus? {
    guard let text = answer(to: "status --json", until: "\n}\n") else { return nil }
    return try? JSONDecoder().decode(MachineStatus.self, from: Data(text.utf8))
  }

  /// Asks for the status until it is as wanted; the last one, or nil when it never was.
  public func status(where isWanted: (MachineStatus) -> Bool) -> MachineStatus? {
    var last: MachineStatus?
    let isThere = eventually {
      last = status()
      return last.map(isWanted) ?? false
    }
    return isThere ? last : nil
  }

  /// Sends a signal, SIGTERM unless told, and waits for the end.
  @discardableResult public func end(_ signal: Int32 = SIGTERM) -> Spawned.Outcome {
    program.signal(signal)
    return program.finish()
  }
}
