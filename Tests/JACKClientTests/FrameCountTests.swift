import GhostnoteTesting
import Synchronization
import Testing

@testable import JACKClient

/// Frames that a server counts, across gaps, restarts and the end of 32 bits.
@Suite struct FrameCountTests {
  private static let limit: Int64 = 48_000

  /// The frames missed before each cycle, of cycles of 128 that begin at these frames.
  private static func missed(_ frames: [UInt32]) -> [Int64] {
    var count = FrameCount()
    return frames.map { count.next($0, making: 128, limit: limit) }
  }

  @Test func `cycles in a row miss nothing, also where the count begins again at 0`() {
    #expect(Self.missed([1_000, 1_128, 1_256]) == [0, 0, 0])
    #expect(Self.missed([UInt32.max - 255, UInt32.max - 127, 0, 128]) == [0, 0, 0, 0])
  }

  @Test func `a gap is counted once, across 0 as well`() {
    #expect(Self.missed([0, 128, 512, 640]) == [0, 0, 256, 0])
    #expect(Self.missed([UInt32.max - 127, 256, 384]) == [0, 256, 0])
  }

  @Test func `the frame of the next cycle, given too early, is made up for by the gap after it`() {
    // The second cycle is said to begin where the first did, and the third where it should.
    #expect(Self.missed([256, 256, 512, 640]) == [0, 0, 0, 0])
    #expect(Self.missed([256, 256, 640]) == [0, 0, 128])
  }

  @Test func `a count that was restarted, or leaps by more than a second, is taken as it is`() {
    #expect(Self.missed([1_000_000, 0, 128, 256]) == [0, 0, 0, 0])
    #expect(Self.missed([0, 128 + 48_000, 256 + 48_000]) == [0, 48_000, 0])
    #expect(Self.missed([0, 128 + 48_001, 256 + 48_001]) == [0, 0, 0])
  }

  @Test func `the cycles of a leap of up to a minute are missed, though nothing is made up for`()
    throws
  {
    let nowhere = try unsafe #require(UnsafeMutableRawPointer(bitPattern: 16))
    let shared = unsafe SharedState(audioCount: 0, handler: { _, _ in }, context: nowhere)
    var skipped: [Int64] = []
    // Two cycles lost, two seconds, none, more than a minute, and a count that was restarted.
    for frame in [0, 384, 96_512, 96_640, 3_096_768, 1_000] as [UInt32] {
      let missed = unsafe shared.state.pointee.framesMissed(before: frame, making: 128)
      skipped.append(missed)
    }
    #expect(skipped == [0, 256, 0, 0, 0, 0])
    let cycles = unsafe shared.state.pointee.counts.missedCycles.load(ordering: .relaxed)
    #expect(cycles == 2 + 750)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `whatever is lost on the way, made and missed are all that the server ran`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var count = FrameCount()
    var frame = UInt32.max - 100_000
    let start = frame
    var (made, missed) = (Int64(0), Int64(0))
    for cycle in 0..<500 {
      if cycle > 0, chance.once(in: 10) { frame &+= UInt32.random(in: 1...2_000, using: &chance) }
      let frames = [64, 128, 1_024][Int.random(in: 0..<3, using: &chance)]
      missed += count.next(frame, making: frames, limit: Self.limit)
      made += Int64(frames)
      frame &+= UInt32(frames)
    }
    #expect(made + missed == Int64(frame &- start))
  }

  /// The extended counts of transport frames.
  private static func counted(_ frames: [(UInt32, rolls: Bool)]) -> [Int64] {
    var count = TransportCount()
    return frames.map { count.counted($0, isRolling: $1) }
  }

  @Test func `a transport that rolls on counts beyond 32 bits`() {
    let last = UInt32.max - 127
    #expect(
      Self.counted([(last, true), (0, true), (128, true)]) == [
        Int64(last), 1 << 32, 1 << 32 + 128,
      ])
  }

  @Test func `a jump back to the beginning is none, rolling or at rest`() {
    let last = UInt32.max - 127
    #expect(Self.counted([(last, true), (0, false), (0, true)]) == [Int64(last), 0, 0])
    #expect(Self.counted([(1_000_000, true), (0, true)]) == [1_000_000, 0])
    // Beyond 32 bits it comes back within them.
    #expect(
      Self.counted([(last, true), (0, true), (3_000_000, true)]) == [
        Int64(last), 1 << 32, 3_000_000,
      ])
  }

  @Test func `at rest beyond 32 bits it stays there`() {
    let last = UInt32.max - 127
    let beyond: Int64 = 1 << 32 + 64
    let counted = Self.counted([
      (last, true), (0, true), (64, false), (64, false), (64, true),
    ])
    #expect(Array(counted[2...]) == [beyond, beyond, beyond])
  }

  @Test func `an error says which call failed and what to do`() {
    let errors: [(JACKError, String)] = [
      (
        .noServer(name: nil),
        "no JACK server is running: start jackd, or PipeWire with its JACK library"
      ),
      (.noServer(name: "a"), "no JACK server named \"a\" is running: start jackd -n a"),
      (
        .noAnswer(call: "jack_connect"),
        "the JACK server does not respond (jack_connect): restart it"
      ),
      (
        .refused(call: "jack_connect", status: -1, reason: ""),
        "JACK refused jack_connect (status -1)"
      ),
      (
        .refused(call: "jack_connect", status: 17, reason: "no port"),
        "JACK refused jack_connect (status 17): no port"
      ),
      (.noThread, "the system has no thread left; end other programs, or raise `ulimit -u`"),
    ]
    for (error, text) in errors { #expect(error.description == text) }
  }

  @Test func `a call that fails names itself, and one that does not gives what it has`() throws {
    // The reason is what libjack said last, maybe to another test.
    let failed = #expect(throws: JACKError.self) { try jack("jack_x") { 5 as CInt } }
    #expect(failed?.description.hasPrefix("JACK refused jack_x (status 5)") == true)
    let missing = #expect(throws: JACKError.self) { _ = try jack("jack_y") { nil as Int? } }
    #expect(missing?.description.hasPrefix("JACK refused jack_y (status 0)") == true)
    try jack("jack_x") { 0 as CInt }
    let thing = try jack("jack_y") { 3 as Int? }
    #expect(thing == 3)
  }

  @Test func `each drum has a pair of outputs, left and right`() {
    #expect(
      JACKConfiguration.pairs(for: ["kick", "snare"]) == [
        "kick_left", "kick_right", "snare_left", "snare_right",
      ])
  }

  @Test func `as many waits go on as were let, and no more`() {
    let semaphore = TimedSemaphore()
    for _ in 0..<3 { semaphore.raise() }
    #expect((0..<4).map { _ in semaphore.wait(milliseconds: 1) } == [true, true, true, false])
    semaphore.raise()
    semaphore.drain()
    #expect(!semaphore.wait(milliseconds: 0))
  }
}
