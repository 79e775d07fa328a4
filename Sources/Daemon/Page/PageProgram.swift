public import Foundation
public import Logging
import Shell
import Synchronization

/// `ghostnote-remote` for one session: a program of its own, which ends when this process ends, however
/// that happens.
public final class PageProgram: Sendable {
  /// What it is called.
  public static let name = "ghostnote-remote"

  private struct Running {
    let process: Process
    /// The program reads this pipe, and ends with it.
    let leash: Pipe
  }
  private let running: Mutex<Running>

  /// Where it is: beside this executable, or else in `PATH`; nil where it is not.
  public static func path(
    executable: String? = Bundle.main.executablePath,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    var folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    if let executable {
      let resolved = URL(fileURLWithPath: executable).resolvingSymlinksInPath()
      folders.insert(resolved.deletingLastPathComponent().path, at: 0)
    }
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Starts it, and logs its address; nil, with the reason in the log, where it cannot be started.
  ///
  /// - Parameter arguments: what is said to it besides the session.
  public init?(session: String, arguments: [String] = [], log: Logger) {
    guard let path = Self.path() else {
      log.warning("page: \(Self.missing)")
      return nil
    }
    let process = Process()
    let (leash, words) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--name", session, "--until-input-ends"] + arguments
    process.standardInput = leash
    process.standardOutput = words
    process.standardError = words
    process.terminationHandler = { process in
      log.info(
        "page: ended with status \(process.terminationStatus); `ghostnote page` starts it again")
    }
    do { try process.run() } catch {
      log.warning("page: \(path): \(error)")
      return nil
    }
    LineInput.follow(words.fileHandleForReading) { line in Self.log(line, to: log) }
    running = Mutex(Running(process: process, leash: leash))
  }

  /// Logs what it says; the lines of a QR code are drawn as they are.
  private static func log(_ line: String, to log: Logger) {
    guard !line.isEmpty else { return }
    if line.first == "\u{1B}" {
      StandardStreams.write(line + "\n", to: STDERR_FILENO)
    } else {
      log.info("\(line)")
    }
  }

  /// Ends it.
  public func stop() {
    running.withLock { running in
      running.process.terminationHandler = nil
      try? running.leash.fileHandleForWriting.close()
    }
  }

  /// What to do where it is not there.
  public static let missing =
    "\(name) is not installed; build it with `swift build -c release --product \(name)`"
}
