internal import CALSA
internal import Glibc

/// Wakes a thread that waits in `poll`. Closed with its owner; thread-safe.
struct WakeSignal: ~Copyable, Sendable {
  /// The descriptor to poll.
  let descriptor: Int32

  /// The corresponding C function is `eventfd`.
  init() { descriptor = ghostnote_wake_descriptor() }

  deinit { close(descriptor) }

  func raise() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Resets the signal, for code that does not own it.
  static func lower(_ descriptor: Int32) {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
