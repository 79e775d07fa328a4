import CGlibc
public import Foundation
import Synchronization

/// A program that this one started, killed when the object is released at the latest. Real-time: no.
///
/// Foundation's `Process` shows the end of a program by a socket that one which another thread starts at the same
/// moment inherits too, and then waits for that one's end as well; off the main thread it polls while it waits; and
/// it crashes where more than some 1,350 files are open.
public final class ChildProcess: Sendable {
  /// The program could not be started.
  public struct Failure: Error, CustomStringConvertible {
    /// What failed.
    public let description: String

    public init(description: String) { self.description = description }
  }

  /// The process id.
  public let id: Int32

  private let status = Mutex<Int32?>(nil)

  /// The child's file descriptors; nil keeps our input or discards output.
  public struct Streams: Sendable {
    /// Nil inherits our standard input.
    public var input: Int32?
    /// Whether nothing can be read from standard input.
    public var isInputEmpty = false
    /// Nil discards standard output.
    public var output: Int32?
    /// Nil discards standard error.
    public var errors: Int32?
    /// Whether what is typed at our terminal to end a program, such as Ctrl-C, does not reach this one.
    public var hasOwnGroup = false
    /// Descriptors 0 to 2 that are closed in the child.
    public var closed: [Int32] = []
    /// The path of a terminal that becomes all three and the controlling terminal of a new session.
    public var terminal: String?

    /// Nil unless given.
    public init(input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) {
      self.input = input
      self.output = output
      self.errors = errors
    }
  }

  /// Starts the program at `path`, adding `environment` to ours.
  public init(
    _ path: String, _ arguments: [String], environment: [(name: String, value: String)] = [],
    streams: Streams = Streams()
  ) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe Self.add(streams, to: &actions)
    // Not all that libraries open is closed on exec: NIO's sockets are not.
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    Self.beginAsFromAShell(&attributes, streams)
    var argv = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var envp = unsafe Self.environment(adding: environment).map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe argv.indices { unsafe free(argv[index]) }
      for index in unsafe envp.indices { unsafe free(envp[index]) }
    }
    var id: pid_t = 0
    let status = unsafe posix_spawn(&id, path, &actions, &attributes, &argv, &envp)
    guard status == 0 else {
      throw Failure(
        description: "cannot start \(path): \(unsafe String(cString: strerror(status)))")
    }
    self.id = id
  }

  deinit { end() }

  /// Unblocks all signals and resets their handlers, whatever our thread or the script that started us has set.
  private static func beginAsFromAShell(
    _ attributes: inout posix_spawnattr_t, _ streams: Streams
  ) {
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    // The first terminal opened by a session becomes its controlling one.
    let session = streams.terminal != nil ? Int16(0x80) : 0
    let group = streams.hasOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    let flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | session | group
    unsafe posix_spawnattr_setflags(&attributes, flags)
  }

  private static func add(_ streams: Streams, to actions: inout posix_spawn_file_actions_t) {
    if let terminal = streams.terminal {
      for number in Int32(0)...2 {
        unsafe posix_spawn_file_actions_addopen(&actions, number, terminal, O_RDWR, 0)
      }
      return
    }
    if streams.isInputEmpty {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    } else if let input = streams.input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    }
    for (number, given) in [(Int32(1), streams.output), (2, streams.errors)] {
      if let given {
        unsafe posix_spawn_file_actions_adddup2(&actions, given, number)
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
      }
    }
    for number in streams.closed { unsafe posix_spawn_file_actions_addclose(&actions, number) }
  }

  /// Runs a program, which has nothing to read, until it exits.
  ///
  /// - Returns: its exit status, or 128 plus a signal's number, and what it said on standard output; on standard
  ///   error too where `withErrors` is set.
  public static func run(
    _ path: String, _ arguments: [String], withErrors: Bool = false
  ) throws -> (status: Int32, said: Data) {
    let words = try ProgramPipe()
    let end = words.writing.fileDescriptor
    var streams = Streams(output: end, errors: withErrors ? end : nil)
    (streams.isInputEmpty, streams.hasOwnGroup) = (true, true)
    let process = try ChildProcess(path, arguments, streams: streams)
    try words.writing.close()
    let said = words.reading.readDataToEndOfFile()
    return (process.waitUntilEnd(), said)
  }

  /// Waits for the process to exit, and returns its exit status, or 128 plus the signal's number.
  ///
  /// After `seconds` it is killed (137).
  @discardableResult public func wait(atMost seconds: Int = 180) -> Int32 {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      if let status = collect(waiting: false) { return status }
      var pause = timespec(tv_sec: 0, tv_nsec: 2_000_000)
      unsafe nanosleep(&pause, nil)
    }
    send(SIGKILL)
    return collect(waiting: true) ?? -1
  }

  /// Waits as long as the process runs; returns as `wait` does.
  public func waitUntilEnd() -> Int32 {
    if let status = collect(waiting: false) { return status }
    // It is not collected meanwhile, so that its id stays its own and others may send it signals.
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return collect(waiting: true) ?? -1
  }

  /// Whether the process has exited.
  public var hasEnded: Bool { collect(waiting: false) != nil }

  private func collect(waiting: Bool) -> Int32? {
    status.withLock { status in
      if let status { return status }
      var raw: Int32 = 0
      var found: pid_t = 0
      repeat {
        found = unsafe waitpid(id, &raw, waiting ? 0 : WNOHANG)
      } while found < 0 && errno == EINTR
      guard found == id else { return nil }
      status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F)
      return status
    }
  }

  /// Sends a signal, unless the process is known to have exited.
  public func send(_ signal: Int32) {
    status.withLock { status in
      if status == nil { kill(id, signal) }
    }
  }

  /// Sends `signal` and waits until the process has exited; does nothing if it has already.
  public func end(_ signal: Int32 = 9) {
    send(signal)
    wait()
  }

  private static func environment(adding more: [(name: String, value: String)]) -> [String] {
    var lines: [String] = []
    while let line = unsafe environ[lines.count] { lines.append(unsafe String(cString: line)) }
    return lines.filter { line in !more.contains { line.hasPrefix("\($0.name)=") } }
      + more.map { "\($0.name)=\($0.value)" }
  }
}
