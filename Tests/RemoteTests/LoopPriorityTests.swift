import Glibc
import NIOCore
import NIOPosix
import RealTime
import Testing

@testable import Remote

/// The event loop that passes strokes on has a real-time priority while it uses little.
@Suite(.enabled(if: ThreadPriority.trial(ThreadPriority.hands) != nil))
struct LoopPriorityTests {
  /// Whether the loop's thread comes to have that priority; 0 is normal scheduling.
  private func has(_ wanted: Int32, _ loop: any EventLoop) async throws -> Bool {
    for _ in 0..<600 {
      let found = try await loop.submit {
        var parameters = sched_param()
        _ = unsafe sched_getparam(0, &parameters)
        return parameters.sched_priority
      }.get()
      if found == wanted { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  @Test func `a flood takes the priority from the loop, and it has it again when that is over`()
    async throws
  {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1, metricsDelegate: LoopPriority())
    let loop = group.next()
    #expect(try await has(ThreadPriority.hands, loop))
    let flood = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .zero) { _ in
      let end = NIODeadline.now() + .milliseconds(5)
      while NIODeadline.now() < end {}
    }
    #expect(try await has(0, loop))
    flood.cancel()
    #expect(try await has(ThreadPriority.hands, loop))
    try await group.shutdownGracefully()
  }
}
