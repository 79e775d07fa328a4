public import Commands
import Foundation
public import Glibc

/// A `ghostnote run` process controlled by a test: by commands, signals and its output.
public final class Session: Sendable {
  /// The daemon's process.
  public let program: Spawned

  /// Controls a daemon that reads commands from standard input.
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

  /// Waits until the daemon logs that it is ready; false after a timeout.
  public func isReady() -> Bool { says("ready: ") }

  /// Types a line.
  public func type(_ line: String) { program.type(line) }

  /// Waits until `text` has appeared on standard error `times` times.
  public func says(_ text: String, times: Int = 1) -> Bool {
    eventually { program.errors.components(separatedBy: text).count > times }
  }

  /// Types a line and waits for a reply on standard output that ends in `end`.
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

  /// The decoded reply to `status --json`; nil if it cannot be decoded.
  ///
  /// Replies to lines typed before, as what `load` says of kept edits, may still come first.
  public func status() -> MachineStatus? {
    guard let text = answer(to: "status --json", until: "\n}\n"),
      let start = text.range(of: "{\n")?.lowerBound
    else { return nil }
    return try? JSONDecoder().decode(MachineStatus.self, from: Data(text[start...].utf8))
  }

  /// Polls the status until it satisfies `isWanted`; nil after a timeout.
  public func status(where isWanted: (MachineStatus) -> Bool) -> MachineStatus? {
    var last: MachineStatus?
    let isThere = eventually {
      last = status()
      return last.map(isWanted) ?? false
    }
    return isThere ? last : nil
  }

  /// Sends a signal, SIGTERM by default, and waits for the process to exit.
  @discardableResult public func end(_ signal: Int32 = SIGTERM) -> Spawned.Outcome {
    program.signal(signal)
    return program.finish()
  }
}
