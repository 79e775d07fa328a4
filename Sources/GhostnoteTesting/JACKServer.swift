import Glibc

/// A real jackd with a dummy sound card, under a name that no other server has.
///
/// Synchronous (`-S`) unless told otherwise: each cycle waits for its clients, so that on a busy machine
/// little is lost. A cycle may be lost all the same: compare frames where nobody saw a loss.
public final class JACKServer: Sendable {
  /// Why no server could be had.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The name to give to `jack_client_open` or `$JACK_DEFAULT_SERVER`.
  public let name: String
  /// Frames a cycle.
  public let period: Int
  private let isSynchronous: Bool

  private let process = Locked<ChildProcess?>(nil)

  /// Where jackd is installed, or nil.
  public static var path: String? {
    ["/usr/bin/jackd", "/usr/local/bin/jackd"].first { path in unsafe access(path, X_OK) == 0 }
  }

  /// Starts the server and waits until it takes clients.
  public init(period: Int = 128, isSynchronous: Bool = true) throws {
    name = "ghostnote-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    self.period = period
    self.isSynchronous = isSynchronous
    try JACKRegistry.buryOrphans()
    try start()
  }

  deinit {
    resume()
    // A server whose clients were killed takes six seconds to leave, and nobody needs it any more.
    if let process = process.value {
      Glibc.kill(process.id, SIGTERM)
      if !eventually(within: 1, { process.hasEnded }) { process.end() }
    }
    try? JACKRegistry.bury(name)
  }

  /// Starts the server again after `stop()` or `kill()`, at a rate of its own where one is given.
  public func start(rate: Int = 48_000) throws {
    process.value = try Self.launch(
      name: name, period: period, rate: rate, isSynchronous: isSynchronous)
    guard try Self.awaits(name) else {
      kill()
      throw Failure(description: "jackd did not come up")
    }
  }

  /// Asks the server to leave and waits until it has.
  public func stop() { end(SIGTERM) }

  /// Ends the server with no chance to say goodbye, as a crash would.
  public func kill() { end(SIGKILL) }

  /// Freezes the server: it keeps its sockets and answers nobody.
  public func hang() { if let process = process.value { Glibc.kill(process.id, SIGSTOP) } }

  /// Lets a frozen server run on.
  public func resume() { if let process = process.value { Glibc.kill(process.id, SIGCONT) } }

  /// Runs one of JACK's command line tools on this server to its end, and answers its status.
  @discardableResult public func tool(_ name: String, _ arguments: String...) throws -> Int32 {
    try launch(name, arguments).wait()
  }

  /// Starts one of JACK's programs as a client of this server.
  public func launch(_ name: String, _ arguments: [String] = []) throws -> ChildProcess {
    try Self.ask(self.name, "/usr/bin/\(name)", arguments)
  }

  private static func ask(
    _ server: String, _ program: String, _ arguments: [String] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      program, arguments,
      environment: [("JACK_DEFAULT_SERVER", server), ("JACK_NO_START_SERVER", "1")])
  }

  static func launch(
    name: String, period: Int, rate: Int = 48_000, isSynchronous: Bool = true
  ) throws -> ChildProcess {
    guard let path else { throw Failure(description: "jackd is not installed") }
    return try ChildProcess(
      path,
      ["-n", name] + (isSynchronous ? ["-S"] : [])
        + ["-r", "-d", "dummy", "-r", "\(rate)", "-p", "\(period)"])
  }

  /// Waits until the server of that name takes clients; false when it does not come to.
  static func awaits(_ name: String) throws -> Bool {
    // jack_wait looks but once a second, and jack_lsp waits for ever on a server that is half there.
    // By the environment, because `jack_lsp -s` (JACK 1.9.21) copies the name into a buffer one
    // byte too short: names of 24 or 40 characters corrupt its heap.
    try eventually(within: 30) {
      let question = try ask(name, "/usr/bin/jack_lsp")
      guard eventually(within: 2, { question.hasEnded }) else {
        question.end()
        return false
      }
      return question.wait() == 0
    }
  }

  private func end(_ signal: Int32) {
    process.value?.end(signal)
    process.value = nil
  }
}
