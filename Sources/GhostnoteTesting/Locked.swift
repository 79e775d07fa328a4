import Glibc
import Synchronization

/// A value shared by a test's threads. Thread-safe.
public final class Locked<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  /// A lock around `value`.
  public init(_ value: Value) { storage = Mutex(value) }

  /// The current value.
  public var value: Value {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }

  /// Modifies the value atomically.
  public func change(_ body: (inout Value) -> Void) { storage.withLock { body(&$0) } }
}

/// Checks every 5 ms whether `condition` holds; returns false after `seconds`.
public func eventually(within seconds: Int = 60, _ condition: () throws -> Bool) rethrows -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(seconds)
  while clock.now < deadline {
    if try condition() { return true }
    rest()
  }
  return try condition()
}

/// What a test waited for did not come.
public struct TimedOut: Error, CustomStringConvertible {
  /// What it was.
  public let description: String
}

/// Waits until `condition` holds, and keeps no thread of the tasks from others; throws `TimedOut` after `seconds`.
public func wait(
  for what: String, within seconds: Int = 60, until condition: () -> Bool
) async throws {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(seconds)
  while !condition() {
    guard clock.now < deadline else { throw TimedOut(description: "waited in vain for \(what)") }
    try await Task.sleep(for: .milliseconds(1))
  }
}

private func rest() {
  var pause = timespec(tv_sec: 0, tv_nsec: 5_000_000)
  unsafe nanosleep(&pause, nil)
}
