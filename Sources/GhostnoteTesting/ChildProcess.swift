import Glibc
import Synchronization

/// A process started by a test, killed when the object is released at the latest.
///
/// Foundation's `Process` polls while it waits off the main thread; this class blocks.
public final class ChildProcess: Sendable {
  /// The program could not be started.
  public struct Failure: Error, CustomStringConvertible {
    /// What failed.
    public let description: String
  }

  /// The process id.
  public let id: Int32

  private let status = Mutex<Int32?>(nil)

  /// The child's file descriptors; nil keeps our input or discards output.
  public struct Streams: Sendable {
    /// Nil inherits our standard input.
    public var input: Int32?
    /// Nil discards standard output.
    public var output: Int32?
    /// Nil discards standard error.
    public var errors: Int32?
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
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    Self.beginAsFromAShell(&attributes, inSession: streams.terminal != nil)
    var argv = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var envp = unsafe Self.environment(adding: environment).map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe argv.indices { unsafe free(argv[index]) }
      for index in unsafe envp.indices { unsafe free(envp[index]) }
    }
    var id: pid_t = 0
    let status = unsafe posix_spawn(&id, path, &actions, &attributes, &argv, &envp)
    guard status == 0 else { throw Failure(description: "\(path) did not start (\(status))") }
    self.id = id
  }

  deinit { end() }

  /// Unblocks all signals and resets their handlers, whatever our thread or the script that runs
  /// the tests has set.
  private static func beginAsFromAShell(
    _ attributes: inout posix_spawnattr_t, inSession: Bool
  ) {
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    // The first terminal opened by a session becomes its controlling one.
    let session = inSession ? Int16(0x80) : 0
    let flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | session
    unsafe posix_spawnattr_setflags(&attributes, flags)
  }

  private static func add(_ streams: Streams, to actions: inout posix_spawn_file_actions_t) {
    if let terminal = streams.terminal {
      for number in Int32(0)...2 {
        unsafe posix_spawn_file_actions_addopen(&actions, number, terminal, O_RDWR, 0)
      }
      return
    }
    if let input = streams.input {
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

  /// Waits for the process to exit, and returns its exit status, or 128 plus the signal's number.
  ///
  /// After `seconds` it is killed (137): a test that waits indefinitely would block one of the few
  /// threads shared by all tests.
  @discardableResult public func wait(atMost seconds: Int = 180) -> Int32 {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      if let status = collect(waiting: false) { return status }
      var pause = timespec(tv_sec: 0, tv_nsec: 2_000_000)
      unsafe nanosleep(&pause, nil)
    }
    kill(id, SIGKILL)
    return collect(waiting: true) ?? -1
  }

  /// Whether the process has exited.
  public var hasEnded: Bool { collect(waiting: false) != nil }

  private func collect(waiting: Bool) -> Int32? {
    status.withLock { status in
      if let status { return status }
      var raw: Int32 = 0
      var answered: pid_t = 0
      repeat {
        answered = unsafe waitpid(id, &raw, waiting ? 0 : WNOHANG)
      } while answered < 0 && errno == EINTR
      guard answered == id else { return nil }
      status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F)
      return status
    }
  }

  /// Sends `signal` and waits until the process has exited; does nothing if it has already.
  public func end(_ signal: Int32 = 9) {
    if status.withLock({ $0 == nil }) { kill(id, signal) }
    wait()
  }

  private static func environment(adding more: [(name: String, value: String)]) -> [String] {
    var lines: [String] = []
    while let line = unsafe environ[lines.count] { lines.append(unsafe String(cString: line)) }
    return lines.filter { line in !more.contains { line.hasPrefix("\($0.name)=") } }
      + more.map { "\($0.name)=\($0.value)" }
  }
}
