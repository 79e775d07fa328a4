import Foundation

/// Runs `body` on several new threads at once, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let ended = DispatchSemaphore(value: 0)
  for number in 0..<count {
    Thread {
      body(number)
      ended.signal()
    }.start()
  }
  for _ in 0..<count { ended.wait() }
}

/// Yields to other threads for a moment.
func rest() { usleep(50) }
