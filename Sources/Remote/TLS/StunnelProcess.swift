import Foundation
import Shell
import Synchronization

/// stunnel4 on a configuration of ours: started, started again when it ends, and ended with this program
/// however that ends.
final class StunnelProcess: Sendable {
  private struct State {
    var process: Process?
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
    let thread = Thread { [self] in
      Thread.current.name = "remote-stunnel"
      supervise()
    }
    thread.start()
  }

  private func supervise() {
    // What is started here inherits which signals are held up; stunnel is to take those to end and to reload.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
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

  /// Its exit status, −1 where it could not be started; nil where it is not wanted any more.
  private func runOnce() -> Int32? {
    let process = Process()
    let words = Pipe()
    let guardian = SystemProgram("setpriv")
    process.executableURL = URL(fileURLWithPath: guardian?.path ?? program.path)
    process.arguments =
      (guardian == nil ? [] : ["--pdeathsig", "TERM", program.path]) + [configuration]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = words
    do {
      let isRunning = try state.withLock { state in
        guard !state.isOver else { return false }
        try process.run()
        state.process = process
        return true
      }
      // The exit status of what never ran is a trap.
      guard isRunning else { return nil }
    } catch {
      keep("\(error)")
      return -1
    }
    LineInput.follow(words.fileHandleForReading) { [weak self] line in self?.keep(line) }
    process.waitUntilExit()
    state.withLock { $0.process = nil }
    return process.terminationStatus
  }

  private func keep(_ text: String) {
    let new = text.split(separator: "\n").suffix(8).map { String($0.prefix(300)) }
    state.withLock { $0.lines = ($0.lines + new).suffix(8) }
  }

  var identifier: Int32? { state.withLock { $0.process?.processIdentifier } }

  /// Lets it read its configuration and certificates again; connections stay.
  func reload() { if let identifier { kill(identifier, SIGHUP) } }

  /// Ends it, and waits until it has ended.
  func stop() {
    state.withLock { state in
      state.isOver = true
      state.process?.terminate()
    }
    for _ in 0..<100 where identifier != nil { Thread.sleep(forTimeInterval: 0.02) }
    if let identifier { kill(identifier, SIGKILL) }
  }
}
