public import Foundation
public import Logging
import RealTime
import Shell
import Synchronization

/// `ghostnote-remote` for one session: a program of its own, which ends when this process ends, however
/// that happens.
public final class PageProgram: Sendable {
  /// What it is called.
  public static let name = "ghostnote-remote"

  private struct Running {
    /// The program reads this pipe, and ends with it.
    let leash: ProgramPipe
    var isWanted = true
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
    let process: ChildProcess
    do {
      let (leash, words) = (try ProgramPipe(), try ProgramPipe())
      let end = words.writing.fileDescriptor
      var streams = ChildProcess.Streams(
        input: leash.reading.fileDescriptor, output: end, errors: end)
      streams.hasOwnGroup = true
      process = try ChildProcess(
        path, ["--name", session, "--until-input-ends"] + arguments, streams: streams)
      try leash.reading.close()
      try words.writing.close()
      LineInput.follow(words.reading) { line in Self.log(line, to: log) }
      running = Mutex(Running(leash: leash))
    } catch {
      log.warning("page: \(error)")
      return nil
    }
    let hasBegun = NamedThread.start("ghostnote-page") { [weak self] in
      let status = process.waitUntilEnd()
      guard self?.running.withLock({ $0.isWanted }) == true else { return }
      log.info("\(Self.ended(with: status, session: session))")
    }
    guard hasBegun else {
      // The program is ended where nothing has its process any more.
      log.warning("page: \(NamedThread.noneLeft)")
      return nil
    }
  }

  /// What to say where it has ended by itself.
  static func ended(with status: Int32, session: String) -> String {
    let option = NameOption.words(for: session)
    return "page: ended with status \(status); `ghostnote page\(option)` starts it again"
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
      running.isWanted = false
      try? running.leash.writing.close()
    }
  }

  /// What to do where it is not there.
  public static let missing =
    "\(name) is not installed; build it with `swift build -c release --product \(name)`"
}
