import Foundation

/// Runs `body` on as many threads of its own at once, and returns when all have ended.
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

/// Lets others run for a moment.
func rest() { usleep(50) }
