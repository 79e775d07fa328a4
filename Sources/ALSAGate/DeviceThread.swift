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
    let id = NamedThread.begin(name) {
      ThreadPriority.blockSignals()
      body(ThreadPriority.take(priority))
    }
    guard let id else {
      throw ALSAError(
        function: "pthread_create", subject: name, code: -EAGAIN, reason: NamedThread.noneLeft)
    }
    self.id = id
  }

  /// Waits until the thread has ended; call it once.
  public func join() { _ = pthread_join(id, nil) }
}
