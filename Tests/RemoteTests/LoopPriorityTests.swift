import Glibc
import NIOCore
import NIOPosix
import RealTime
import Testing

@testable import Remote

/// The event loop that passes strokes on has a real-time priority while it uses little.
@Suite struct LoopPriorityTests {
  /// How the loop's thread is scheduled, without the flag for what it starts.
  private func scheduling(of loop: any EventLoop) async throws -> Int32 {
    try await loop.submit { sched_getscheduler(0) & 0xFF }.get()
  }

  private func eventually(_ wanted: Int32, on loop: any EventLoop) async throws -> Bool {
    for _ in 0..<600 {
      if try await scheduling(of: loop) == wanted { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  /// What is permitted in each of these periods.
  private func permitted(_ shares: [Double]) -> [Bool] {
    var restraint = Restraint()
    return shares.map { restraint.permits(using: $0) }
  }

  private let quiet = [Double](repeating: 0.1, count: 20)
  private let waits = [Bool](repeating: false, count: 19)

  @Test func `half a core is too much, and then twenty quiet periods are waited for`() {
    #expect(permitted([0.5, 0.51] + quiet) == [true, false] + waits + [true])
  }

  @Test func `a busy period in between begins the wait again`() {
    #expect(
      permitted([1] + quiet.dropLast() + [1] + quiet) == [false] + waits + [false] + waits + [true])
  }

  @Test(.enabled(if: ThreadPriority.trial(ThreadPriority.commands) != nil))
  func `a flood takes the priority from the loop, and it has it again when that is over`()
    async throws
  {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    LoopPriority.begin(on: loop)
    #expect(try await eventually(SCHED_FIFO, on: loop))
    let flood = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .zero) { _ in
      let end = NIODeadline.now() + .milliseconds(5)
      while NIODeadline.now() < end {}
    }
    #expect(try await eventually(SCHED_OTHER, on: loop))
    flood.cancel()
    #expect(try await eventually(SCHED_FIFO, on: loop))
    try await group.shutdownGracefully()
  }
}
