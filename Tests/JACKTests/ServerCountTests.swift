import MusicalTime
import Synchronization
import Testing

@testable import JACKClient

/// The server's counts of frames and time, tested without a server.
@Suite struct ServerCountTests {
  @Test func `cycles that the server ran without us are counted, and nothing else`() {
    var count = FrameCount()
    var missed: [Int64] = []
    // One cycle each: normal, two lost, normal, late with the next cycle's frame, the next one, one
    // lost.
    for frame in [1_000, 1_128, 1_512, 1_640, 1_896, 1_896, 2_024, 2_280] as [UInt32] {
      missed.append(count.next(frame, making: 128, limit: 48_000))
    }
    // A gap that was compensated early is not counted again.
    #expect(missed == [0, 0, 256, 0, 128, 0, 0, 0])
    let made: Int64 = 8 * 128
    #expect(missed.reduce(made, +) == 2_408 - 1_000)
  }

  @Test func `a count that wraps around is not a gap, and a restarted count is adopted`() {
    var count = FrameCount()
    _ = count.next(UInt32.max - 127, making: 128, limit: 48_000)
    #expect(count.next(0, making: 128, limit: 48_000) == 0)
    #expect(count.next(256, making: 128, limit: 48_000) == 128)
    #expect(count.next(10_000_000, making: 128, limit: 48_000) == 0)
    #expect(count.next(10_000_128, making: 128, limit: 48_000) == 0)
    #expect(count.next(500, making: 128, limit: 48_000) == 0)
    #expect(count.next(628, making: 256, limit: 48_000) == 0)
    #expect(count.next(1_012, making: 128, limit: 48_000) == 128)
  }

  @Test func `the transport count continues beyond 32 bits`() {
    var count = TransportCount()
    let last = UInt32.max - 63
    #expect(count.counted(last - 128, isRolling: true) == Int64(last) - 128)
    #expect(count.counted(last, isRolling: true) == Int64(last))
    #expect(count.counted(64, isRolling: true) == 1 << 32 + 64)
    #expect(count.counted(192, isRolling: true) == 1 << 32 + 192)
    #expect(count.counted(192, isRolling: false) == 1 << 32 + 192)
    // A relocation is not a wrap-around, whatever its target.
    #expect(count.counted(0, isRolling: true) == 0)
    #expect(count.counted(4_000_000_000, isRolling: true) == 4_000_000_000)
    #expect(count.counted(100, isRolling: true) == 100)
  }

  @Test
  func `a server with another clock is detected, and one with the host's clock has no offset`() {
    #expect(clockLead(of: 5_000_400, between: 5_000_000, and: 5_000_900) == 0)
    #expect(
      clockLead(of: 9_000_005_000, between: 5_000_000_000, and: 5_000_010_000) == 4_000_000_000)
    #expect(
      clockLead(of: 1_000_005_000, between: 5_000_000_000, and: 5_000_010_000) == -4_000_000_000)
  }

  @Test func `a wait ends after one raise each, or times out, and needs no descriptor`() {
    var signals: [TimedSemaphore] = []
    for _ in 0..<20_000 { signals.append(TimedSemaphore()) }
    guard let last = signals.last else { return }
    #expect(!last.wait(milliseconds: 1))
    last.raise()
    last.raise()
    #expect(last.wait(milliseconds: 0) && last.wait(milliseconds: 60_000))
    #expect(!last.wait(milliseconds: 0))
    last.raise()
    last.drain()
    #expect(!last.wait(milliseconds: 1))
    let begins = startThread("test") { last.raise() }
    #expect(begins && last.wait(milliseconds: 60_000))
  }

  @Test func `a client with which libjack hangs is abandoned, and the next has its own state`() {
    let cycles = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe cycles.initialize(to: 0)
    defer { unsafe cycles.deallocate() }
    let shared = unsafe SharedState(
      audioCount: 0,
      handler: { context, _ in
        unsafe context.assumingMemoryBound(to: Int.self).pointee += 1
      }, context: UnsafeMutableRawPointer(cycles))
    let hung = unsafe shared.state
    _ = unsafe processCycle(128, hung)
    #expect(unsafe cycles.pointee == 1)
    unsafe hung.pointee.counts.missedCycles.store(3, ordering: .relaxed)
    shared.abandonClient()
    _ = unsafe processCycle(128, hung)
    #expect(unsafe cycles.pointee == 1)
    #expect(unsafe shared.state != hung)
    #expect(unsafe shared.state.pointee.counts.missedCycles.load(ordering: .relaxed) == 3)
    _ = unsafe processCycle(128, shared.state)
    #expect(unsafe cycles.pointee == 2)
  }
}
