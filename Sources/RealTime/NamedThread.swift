internal import CGlibc
internal import Glibc

/// Threads of this program, each with a name by which `top -H`, gdb and perf show it. Thread-safe. Real-time: no.
public enum NamedThread {
  /// Most bytes of a thread's name.
  public static let longestName = 15

  /// Starts a detached thread that runs `body` once; false where the system has no thread left.
  ///
  /// It names itself before `body` runs. A name that is set with Foundation's `Thread` is lost where the new thread
  /// runs before `start` has returned: that thread then has the name of the one that started it. The
  /// corresponding C functions are `pthread_create` and `pthread_setname_np`.
  ///
  /// - Parameter name: at most `longestName` bytes; the characters after those are left out
  @discardableResult public static func start(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let argument = unsafe Unmanaged.passRetained(Start(name: name, body: body))
    var id = pthread_t()
    guard unsafe pthread_create(&id, nil, beginNamedThread, argument.toOpaque()) == 0 else {
      unsafe argument.release()
      return false
    }
    pthread_detach(id)
    return true
  }

  /// Names the calling thread, one that a library has started, as `start` does.
  ///
  /// The corresponding C function is `pthread_setname_np`.
  public static func rename(_ name: String) {
    var short = name
    while short.utf8.count > longestName { short.removeLast() }
    _ = unsafe pthread_setname_np(pthread_self(), short)
  }
}

/// The argument of a new thread.
private final class Start: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
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
