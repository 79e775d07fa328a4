internal import CGlibc
public import Glibc

/// Threads of this program, each with a name by which `top -H`, gdb and perf show it. Thread-safe. Real-time: no.
public enum NamedThread {
  /// Most bytes of a thread's name.
  public static let longestName = 15

  /// What to say where `start` or `begin` could not start one.
  public static let noneLeft =
    "the system has no thread left; end other programs, or raise `ulimit -u`"

  /// Starts a detached thread that runs `body` once; false where the system has no thread left.
  ///
  /// - Parameter name: at most `longestName` bytes; the characters after those are left out
  @discardableResult public static func start(
    _ name: String, _ body: sending @escaping () -> Void
  ) -> Bool {
    guard let id = begin(name, body) else { return false }
    pthread_detach(id)
    return true
  }

  /// Starts a thread that runs `body` once, and that must be joined; nil where the system has no thread left.
  ///
  /// It names itself before `body` runs. A name that is set with Foundation's `Thread` is lost where the new thread
  /// runs before `start` has returned: that thread then has the name of the one that started it. The
  /// corresponding C functions are `pthread_create` and `pthread_setname_np`.
  ///
  /// - Parameter name: at most `longestName` bytes; the characters after those are left out
  public static func begin(_ name: String, _ body: sending @escaping () -> Void) -> pthread_t? {
    let argument = unsafe Unmanaged.passRetained(Start(name: name, body: body))
    var id = pthread_t()
    guard unsafe pthread_create(&id, nil, beginNamedThread, argument.toOpaque()) == 0 else {
      unsafe argument.release()
      return nil
    }
    return id
  }

  /// Names the calling thread, one that a library has started, as `begin` does.
  ///
  /// The corresponding C function is `pthread_setname_np`.
  public static func rename(_ name: String) {
    var short = name
    while short.utf8.count > longestName { short.removeLast() }
    _ = unsafe pthread_setname_np(pthread_self(), short)
  }
}

/// The argument of a new thread.
private final class Start {
  let name: String
  let body: () -> Void

  init(name: String, body: @escaping () -> Void) {
    self.name = name
    self.body = body
  }
}

/// A free function, so that no actor isolation is inferred for it.
private func beginNamedThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
  NamedThread.rename(start.name)
  start.body()
  return nil
}
