internal import CALSA
internal import Glibc

/// Wakes a thread that sleeps in `poll`. Closed with its owner; thread-safe.
struct WakeSignal: ~Copyable, Sendable {
  let descriptor: Int32

  /// The corresponding C function is `eventfd`.
  init() { descriptor = ghostnote_wake_descriptor() }

  deinit { close(descriptor) }

  func raise() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  func lower() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }
}
