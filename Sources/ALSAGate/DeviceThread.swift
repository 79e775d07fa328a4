internal import Glibc
internal import RealTime

/// A thread for one device, with real-time priority if permitted and with signals blocked.
///
/// Its owner must join it.
public struct DeviceThread: Sendable {
  private let id: pthread_t

  /// Starts a thread named `name` (at most 15 characters) that runs `body` once.
  ///
  /// `body` receives the SCHED_FIFO priority that the thread was given, or nil. Throws `EAGAIN` if
  /// no thread can be created. The corresponding C function is `pthread_create`.
  public init(
    name: String, priority: Int32, _ body: sending @escaping (_ priority: Int32?) -> Void
  ) throws(ALSAError) {
    let start = unsafe Unmanaged.passRetained(
      Start(name: name, priority: priority, body: body))
    var id = pthread_t()
    let result = unsafe pthread_create(&id, nil, beginDeviceThread, start.toOpaque())
    guard result == 0 else {
      unsafe start.release()
      throw ALSAError(
        function: "pthread_create", subject: name, code: -result, reason: "no thread available")
    }
    self.id = id
  }

  /// Waits until the thread has ended; call it once.
  public func join() { _ = pthread_join(id, nil) }
}

/// The argument of a new thread.
private final class Start {
  let name: String
  let priority: Int32
  let body: (Int32?) -> Void

  init(name: String, priority: Int32, body: @escaping (Int32?) -> Void) {
    self.name = name
    self.priority = priority
    self.body = body
  }
}

/// A free function, so that no actor isolation is inferred for it.
private func beginDeviceThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
  NamedThread.rename(start.name)
  ThreadPriority.blockSignals()
  start.body(ThreadPriority.take(start.priority))
  return nil
}
