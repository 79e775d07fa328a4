import Foundation
import RealTime
import Shell
import Synchronization

/// stunnel4 on a configuration of ours: started, started again when it ends, and ended with this program
/// however that ends.
final class StunnelProcess: Sendable {
  private struct State {
    var process: ChildProcess?
    var isOver = false
    /// The last lines that it said.
    var lines: [String] = []
  }
  private let state = Mutex(State())
  private let program: SystemProgram
  private let configuration: String
  private let say: @Sendable (String) -> Void

  init(
    _ program: SystemProgram, configuration: String, say: @escaping @Sendable (String) -> Void
  ) {
    (self.program, self.configuration, self.say) = (program, configuration, say)
  }

  /// Begins to run it, on a thread of its own: the kernel ends it with the thread that started it.
  func start() {
    let hasBegun = NamedThread.start("remote-stunnel") { [self] in supervise() }
    if !hasBegun { say("https: stunnel4 was not started: \(NamedThread.noneLeft)") }
  }

  private func supervise() {
    var delay = 1.0
    while !state.withLock({ $0.isOver }) {
      let began = Date()
      guard let status = runOnce() else { return }
      // A signal that ends us may have reached it first.
      Thread.sleep(forTimeInterval: 0.3)
      guard !state.withLock({ $0.isOver }) else { return }
      delay = Date().timeIntervalSince(began) > 60 ? 1 : min(30, 2 * delay)
      let last = state.withLock { $0.lines.last { $0.contains("LOG3") } ?? $0.lines.last ?? "" }
      say(
        "https: stunnel4 ended with status \(status): \(last); starting it again in \(Int(delay)) s"
      )
      Thread.sleep(forTimeInterval: delay)
    }
  }

  /// Files that it may have open: it takes half as many connections, each by a thread, and more are refused. The page's
  /// server takes fewer still; the others are for handshakes.
  ///
  /// Without rights of its own, a program cannot be given more than the hard limit that this one has.
  static func files(within hardLimit: UInt64) -> UInt64 { min(512, hardLimit) }

  private static var hardLimit: UInt64 {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return .max
    }
    return UInt64(limit.rlim_max)
  }

  /// What starts it so that it ends with our thread, and takes no more than its share.
  private var command: [String] {
    let guardian = SystemProgram("setpriv").map { [$0.path, "--pdeathsig", "TERM"] } ?? []
    let files = Self.files(within: Self.hardLimit)
    let limit = SystemProgram("prlimit").map { [$0.path, "--nofile=\(files):"] } ?? []
    return guardian + limit + [program.path, configuration]
  }

  /// Its exit status, −1 where it could not be started; nil where it is not wanted any more.
  private func runOnce() -> Int32? {
    let command = command
    let words: ProgramPipe
    let process: ChildProcess
    do {
      words = try ProgramPipe()
      var streams = ChildProcess.Streams(errors: words.writing.fileDescriptor)
      (streams.isInputEmpty, streams.hasOwnGroup) = (true, true)
      let started = try state.withLock { state -> ChildProcess? in
        guard !state.isOver else { return nil }
        state.process = try ChildProcess(
          command[0], Array(command.dropFirst()), streams: streams)
        return state.process
      }
      guard let started else { return nil }
      process = started
      try? words.writing.close()
    } catch {
      keep("\(error)")
      return -1
    }
    LineInput.follow(words.reading) { [weak self] line in self?.keep(line) }
    let status = process.waitUntilEnd()
    state.withLock { $0.process = nil }
    return status
  }

  private func keep(_ text: String) {
    let new = text.split(separator: "\n").suffix(8).map { String($0.prefix(300)) }
    state.withLock { $0.lines = ($0.lines + new).suffix(8) }
  }

  var identifier: Int32? { state.withLock { $0.process?.id } }

  /// Lets it read its configuration and certificates again; connections stay.
  func reload() { state.withLock { $0.process?.send(SIGHUP) } }

  /// Ends it, and waits until it has ended.
  func stop() {
    state.withLock { state in
      state.isOver = true
      state.process?.send(SIGTERM)
    }
    for _ in 0..<100 where identifier != nil { Thread.sleep(forTimeInterval: 0.02) }
    state.withLock { $0.process?.send(SIGKILL) }
  }
}
