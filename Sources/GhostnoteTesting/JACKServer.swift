import Glibc
import RealTime
public import Shell

/// A real jackd with the dummy driver, under a unique name.
///
/// Synchronous (`-S`) by default: each cycle waits for its clients, so that few cycles are lost on
/// a busy machine. Cycles can still be lost: compare frames only where no loss was reported.
public final class JACKServer: Sendable {
  /// A server could not be started.
  public struct Failure: Error, CustomStringConvertible {
    /// What failed.
    public let description: String
  }

  /// The name to give to `jack_client_open` or `$JACK_DEFAULT_SERVER`.
  public let name: String
  /// Frames per cycle.
  public let period: Int
  private let isSynchronous: Bool

  private let process = Locked<ChildProcess?>(nil)

  /// The path of jackd, or nil if it is not installed.
  public static var path: String? {
    ["/usr/bin/jackd", "/usr/local/bin/jackd"].first { path in unsafe access(path, X_OK) == 0 }
  }

  /// The names of the servers that run on this machine.
  public static var running: Set<String> { Set(JACKRegistry.running.map(\.name)) }

  /// Starts the server and waits until it accepts clients.
  public init(period: Int = 128, isSynchronous: Bool = true) throws {
    name = "ghostnote-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    self.period = period
    self.isSynchronous = isSynchronous
    try JACKRegistry.buryOrphans()
    try start()
  }

  deinit {
    resume()
    // A server whose clients were killed takes six seconds to leave, and it is not needed any more.
    if let process = process.value {
      Glibc.kill(process.id, SIGTERM)
      if !eventually(within: 1, { process.hasEnded }) { process.end() }
    }
    try? JACKRegistry.bury(name)
  }

  /// Restarts the server after `stop()` or `kill()`, optionally with another sample rate.
  public func start(rate: Int = 48_000) throws {
    let launched = try Self.launch(
      name: name, period: period, rate: rate, isSynchronous: isSynchronous)
    Self.note(launched, name: name, period: period, rate: rate)
    process.value = launched
    guard try Self.awaits(name) else {
      kill()
      throw Failure(description: "jackd did not come up")
    }
  }

  /// Ends the server with SIGTERM and waits until it has exited.
  public func stop() { end(SIGTERM) }

  /// Kills the server, as a crash would.
  public func kill() { end(SIGKILL) }

  /// Freezes the server: its sockets stay open, but it does not respond.
  public func hang() {
    guard let process = process.value else { return }
    Self.note(process, isFrozen: true)
    Glibc.kill(process.id, SIGSTOP)
  }

  /// Continues a frozen server.
  public func resume() {
    guard let process = process.value else { return }
    Glibc.kill(process.id, SIGCONT)
    Self.note(process, isFrozen: false)
  }

  /// Runs one of JACK's command line tools with this server until it exits, and returns its status.
  @discardableResult public func tool(_ name: String, _ arguments: String...) throws -> Int32 {
    try launch(name, arguments).wait()
  }

  /// Starts one of JACK's programs as a client of this server.
  public func launch(_ name: String, _ arguments: [String] = []) throws -> ChildProcess {
    try Self.ask(self.name, "/usr/bin/\(name)", arguments)
  }

  /// Starts one of JACK's programs for the server with this name; where there is none, that starts none.
  private static func ask(
    _ server: String, _ program: String, _ arguments: [String] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      program, arguments,
      environment: [("JACK_DEFAULT_SERVER", server), ("JACK_NO_START_SERVER", "1")])
  }

  /// The arguments of jackd for its priority: real time, as on a machine for music, where this user may have it.
  private static let priority = ThreadPriority.trial(10).map { ["-R", "-P", "\($0)"] } ?? ["-r"]

  static func launch(
    name: String, period: Int, rate: Int = 48_000, isSynchronous: Bool = true
  ) throws -> ChildProcess {
    guard let path else { throw Failure(description: "jackd is not installed") }
    return try ChildProcess(
      path,
      ["-n", name] + (isSynchronous ? ["-S"] : []) + priority
        + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)"])
  }

  /// Waits until the server with this name accepts clients; false after a timeout.
  static func awaits(_ name: String) throws -> Bool {
    // jack_wait only checks once per second, and jack_lsp hangs with a server that is starting.
    try eventually(within: 30) { try answers(question(to: name), within: 2) }
  }

  /// A client of its own process, JACK's tool for the names of ports, which asks a server and leaves.
  static func question(to name: String) throws -> ChildProcess {
    // The name is passed by the environment, because `jack_lsp -s` (JACK 1.9.21) copies it into a
    // buffer that is one byte too short: names of 24 or 40 characters corrupt its heap.
    try ask(name, "/usr/bin/jack_lsp")
  }

  /// Whether a question is answered; after `seconds` its process is killed.
  static func answers(_ question: ChildProcess, within seconds: Int) -> Bool {
    guard eventually(within: seconds, { question.hasEnded }) else {
      question.end()
      return false
    }
    return question.wait() == 0
  }

  private func end(_ signal: Int32) {
    process.value?.end(signal)
    process.value = nil
  }
}
