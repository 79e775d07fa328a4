import MusicalTime
import Testing

@testable import ALSAAudio

/// The estimated start of a sound card's periods, from what its thread reads when it wakes.
@Suite struct PCMTimekeeperTests {
  /// 128 frames at 48 kHz.
  private static let period: Int64 = 2_666_667

  private struct Block {
    var began: Int64
    var heard: Int64
  }

  private var timekeeper = PCMTimekeeper(
    period: HostTime.Interval(nanoseconds: PCMTimekeeperTests.period))
  private var blocks: [Block] = []
  private var filled: Int64 = 0

  /// Fills a period at `now`. The card holds three and consumes one every `period`, continuously.
  private mutating func fill(at now: Int64, isRunning: Bool = true, steps: Bool = false) {
    let due = filled * Self.period
    // A card whose pointers move in steps reports exactly one free period at each wake.
    let late = steps ? 0 : now - due
    let times = timekeeper.advance(
      PCMTimekeeper.Reading(
        now: HostTime(nanoseconds: now), late: HostTime.Interval(nanoseconds: late),
        delay: HostTime.Interval(nanoseconds: 2 * Self.period - late), isRunning: isRunning))
    blocks.append(Block(began: times.began.nanoseconds, heard: times.heard.nanoseconds))
    filled += 1
  }

  /// The sample at which a hit at `moment` is played, as the engine places it.
  private func sample(of moment: Int64) -> Double? {
    for (index, block) in blocks.enumerated() {
      let offset = Double(moment - block.began) * 48e3 / 1e9 + 128
      if offset >= 0, offset < 128 { return Double(index) * 128 + offset }
    }
    return nil
  }

  @Test mutating func `periods filled at one wake-up begin a period apart`() {
    for index in 0..<600 { fill(at: Int64(index) * Self.period) }
    // The thread is delayed, and then has three to fill at once; repeatedly.
    for burst in 0..<20 {
      let now = Int64(600 + 3 * burst + 2) * Self.period
      for _ in 0..<3 { fill(at: now) }
    }
    for (one, next) in zip(blocks, blocks.dropFirst()) {
      #expect(abs(next.began - one.began - Self.period) < 2_000)
      #expect(abs(next.heard - one.heard - Self.period) < 2_000)
    }
  }

  @Test mutating func `evenly spaced hits are played evenly spaced, in bursts too`() throws {
    for index in 0..<600 { fill(at: Int64(index) * Self.period) }
    let begin = filled * Self.period
    for burst in 0..<20 {
      for _ in 0..<3 { fill(at: begin + Int64(3 * burst + 2) * Self.period) }
    }
    let strokes = (0..<100).map { begin + Self.period + 150_000 + Int64($0) * 1_000_000 }
    let samples = try strokes.map { try #require(sample(of: $0)) }
    for (one, next) in zip(samples, samples.dropFirst()) {
      #expect(abs(next - one - 48) < 0.5, "\(next - one)")
    }
  }

  @Test
  mutating func `alternating early and late wake-ups do not show in the estimate`() {
    for index in 0..<3_000 {
      let jitter: Int64 = index.isMultiple(of: 2) ? 500_000 : 0
      fill(at: Int64(index) * Self.period + jitter, steps: true)
    }
    for (one, next) in zip(blocks, blocks.dropFirst()).dropFirst(1_500) {
      #expect(abs(next.began - one.began - Self.period) < 20_000)
    }
  }

  @Test(arguments: [2, 30, 300])
  mutating func `an xrun leaves out as much sound as there was silence`(periods: Int64) {
    for index in 0..<600 { fill(at: Int64(index) * Self.period) }
    // Two periods sound yet; then the card is silent until it is filled again.
    let expected = blocks[599].heard + Self.period
    timekeeper.reset()
    let now = expected + periods * Self.period
    var lost: [Int64] = []
    for index in 0..<3 as Range<Int64> {
      let times = timekeeper.advance(
        PCMTimekeeper.Reading(
          now: HostTime(nanoseconds: now), late: HostTime.Interval(nanoseconds: 0),
          delay: HostTime.Interval(nanoseconds: index * Self.period), isRunning: false))
      lost.append(times.lost.nanoseconds)
    }
    #expect(abs(lost[0] - periods * Self.period) < 2_000 && lost[1...] == [0, 0])
  }

  @Test mutating func `nothing is left out while the card runs, nor before it does`() {
    for index in 0..<3 as Range<Int64> {
      let first = timekeeper.advance(
        PCMTimekeeper.Reading(
          now: HostTime(nanoseconds: 5_000_000 * index), late: HostTime.Interval(nanoseconds: 0),
          delay: HostTime.Interval(nanoseconds: 0), isRunning: index > 1))
      #expect(first.lost.nanoseconds == 0)
    }
  }

  @Test mutating func `before the card runs its times are used as they are`() {
    // Three periods fill the card; then it runs, each period due when there is space again.
    for _ in 0..<3 { fill(at: 0, isRunning: false) }
    #expect(blocks.map(\.began) == [0, Self.period, 2 * Self.period])
    timekeeper.reset()
    fill(at: 1_000_000_000, isRunning: true)
    #expect(blocks.last?.began == 3 * Self.period)
  }
}

@Suite struct PeriodHandoverTests {
  @Test func `frames that a device does not accept at once are kept`() {
    var handover = PeriodHandover()
    handover.begin(frames: 128)
    #expect(handover.wrote(100) == .goOn)
    // No space for the rest: it waits, and is not started again.
    #expect(handover.wrote(-11) == .wait)
    #expect((handover.done, handover.left) == (100, 28))
    #expect(handover.wrote(28) == .done)
    #expect(handover.left == 0)
  }

  @Test func `EINTR and EAGAIN are retried, an xrun is an error that loses nothing`() {
    var handover = PeriodHandover()
    handover.begin(frames: 64)
    #expect(handover.wrote(-4) == .wait)
    #expect(handover.wrote(0) == .wait)
    #expect(handover.wrote(32) == .goOn)
    #expect(handover.wrote(-32) == .failed(-32))
    #expect((handover.done, handover.left) == (32, 32))
  }
}

@Suite struct SampleFormatTests {
  private func stored(_ format: SampleFormat, _ samples: [Float]) -> [UInt8] {
    let planar = samples + samples.map { -$0 }
    var bytes = [UInt8](repeating: 0xEE, count: planar.count * format.size + 1)
    unsafe bytes.withUnsafeMutableBytes { room in
      unsafe planar.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let room = room.baseAddress else { return }
        unsafe format.interleave(source, frames: samples.count, into: room)
      }
    }
    #expect(bytes.last == 0xEE)
    return Array(bytes.dropLast())
  }

  @Test func `16-bit samples are rounded to the nearest, not truncated`() {
    // 0.6 and 1.4 steps; left, then right inverted.
    let step = 1 / Float(32_767)
    #expect(stored(.int16, [0.6 * step, 1.4 * step]) == [1, 0, 255, 255, 1, 0, 255, 255])
    #expect(stored(.int16, [1]) == [0xFF, 0x7F, 0x01, 0x80])
    #expect(stored(.int16, [.nan]) == [0, 0, 0, 0])
  }

  @Test func `24-bit samples are three bytes, little-endian`() {
    #expect(stored(.int24, [1]) == [0xFF, 0xFF, 0x7F, 0x01, 0x00, 0x80])
    #expect(stored(.int24, [2, -7]).prefix(3) == [0xFF, 0xFF, 0x7F])
    #expect(stored(.int24, [0.5]) == [0x00, 0x00, 0x40, 0x00, 0x00, 0xC0])
  }

  @Test func `32-bit and float samples reach their peaks`() {
    #expect(stored(.int32, [1]).suffix(5).first == 0x7F)
    #expect(stored(.float, [0.5]) == [0, 0, 0, 0x3F, 0, 0, 0, 0xBF])
  }
}

@Suite struct ReturnedDeviceTests {
  @Test func `a card that returns at another rate is played through ALSA's conversion`() {
    let session = SampleRate.standard
    #expect(ReturnedDevice(name: "hw:1", rate: 48_000, session: session) == .plays)
    #expect(
      ReturnedDevice(name: "hw:1,0", rate: 44_100, session: session) == .converts(as: "plughw:1,0"))
    #expect(ReturnedDevice(name: "default", rate: 44_100, session: session) == .otherRate)
  }
}
