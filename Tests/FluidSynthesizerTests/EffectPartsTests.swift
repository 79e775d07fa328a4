import Foundation
import GhostnoteTesting
import MusicalTime
import Testing

@testable import FluidSynthesizer

/// The parts of delay, reverb and levels, each by itself.
@Suite struct EffectPartsTests {
  @Test func `a line gives back what was written, as long ago as it has room for`() {
    var line = EchoLine(longest: 20)
    var written: [Float] = []
    var heard: [[Float]] = []
    for frame in 0..<100 {
      if frame == 50 {
        line.empty()
        written = []
      }
      line.write(SIMD2(Float(frame) + 1, -Float(frame)))
      written.insert(Float(frame) + 1, at: 0)
      heard.append((1...20).map { line.tap($0).x })
      #expect(heard[frame] == (0..<20).map { $0 < written.count ? written[$0] : 0 })
    }
    let right = line.tap(3).y
    #expect(right == -97)
  }

  /// What a time of 100 frames makes of a new one: the frames until it is heard alone.
  private static func framesToArrive(at frames: Int, fade: Int, block: Int) -> Int? {
    var time = EchoTime(fadeFrames: fade)
    var line = EchoLine(longest: 5_000)
    for frame in 0..<5_000 { line.write(SIMD2(repeating: Float(frame))) }
    time.ask(for: 1_000)
    time.arrive()
    time.ask(for: frames)
    var done = 0
    while done < 4_000 {
      time.beginFade(after: block)
      for _ in 0..<block {
        done += 1
        let echo = time.echo(of: line).x
        if abs(echo - Float(5_000 - frames)) < 0.01 { return done }
      }
    }
    return nil
  }

  @Test func `another time is faded to at once, one that wanders when it rests`() {
    #expect(Self.framesToArrive(at: 500, fade: 100, block: 50) == 100)
    #expect(Self.framesToArrive(at: 1_002, fade: 100, block: 50) == 100)
    // A frame off, as a followed clock is: after five fades' time.
    #expect(Self.framesToArrive(at: 1_001, fade: 100, block: 50) == 600)
  }

  @Test func `between two times both are heard, first more of the old one`() {
    var time = EchoTime(fadeFrames: 4)
    var line = EchoLine(longest: 10)
    for frame in 0..<10 { line.write(SIMD2(repeating: frame < 5 ? 100 : 0)) }
    time.ask(for: 1)
    time.arrive()
    time.ask(for: 10)
    #expect(time.longest == 10)
    time.beginFade(after: 1)
    let heard = (0..<5).map { _ in time.echo(of: line).x }
    #expect(heard == [25, 50, 75, 100, 100])
  }

  @Test func `a fade ends in silence, and once`() {
    var mute = Mute()
    #expect(mute.gain == 1)
    mute.begin()
    var gains: [Float] = []
    var ends = 0
    for frame in 0..<400 {
      gains.append(mute.gain)
      if mute.step() { ends += 1 }
      // Asked for again on the way, it does not begin again.
      if frame == 100 { mute.begin() }
    }
    #expect(gains[0] == 1 && gains[128] == 0.5 && gains[255] == 1.0 / 256 && gains[256] == 1)
    #expect(ends == 1)
  }

  @Test func `a value is approached without a step, and reached`() {
    var glide = Glide(1)
    glide.approach(2, atOnce: false)
    var values: [Float] = []
    for _ in 0..<10_000 { values.append(glide.next()) }
    #expect(abs(values[499] - 1.632) < 0.005)
    #expect(zip([1] + values, values).allSatisfy { $1 >= $0 && $1 - $0 <= 0.002_1 })
    #expect(glide.value == 2 && !glide.isMoving)
    glide.approach(-1, atOnce: true)
    #expect(glide.value == -1 && !glide.isMoving)
    glide.approach(0, atOnce: false)
    _ = glide.next()
    #expect(glide.isMoving)
    glide.arrive()
    #expect(glide.value == 0)
  }

  @Test func `each line of the reverb falls by 60 dB in its time`() {
    for seconds in [0.3, 1, 8] as [Float] {
      var decay = ReverbDecay()
      decay.approach(seconds, atOnce: true)
      let gains = decay.next()
      for line in 0..<8 {
        let passes = Double(1_000 * seconds / ReverbLines.milliseconds[line])
        #expect(abs(20 * log10(Double(gains[line])) * passes + 60) < 0.01)
      }
    }
  }

  @Test func `another decay is approached without a step, and reached within 4000 frames`() {
    var (decay, target) = (ReverbDecay(), ReverbDecay())
    decay.approach(0.5, atOnce: true)
    target.approach(4, atOnce: true)
    decay.approach(4, atOnce: false)
    var last = decay.next()
    for _ in 0..<3_999 {
      let next = decay.next()
      #expect(next[0] >= last[0] && next[0] - last[0] < 0.002)
      last = next
    }
    #expect(last == target.next() && decay.next() == last && decay.seconds == 4)
  }

  private static func sends(_ value: (Int, Int) -> Float) -> SendBuffers {
    let sends = SendBuffers()
    for buffer in 0..<4 {
      for frame in 0..<SendBuffers.capacity {
        unsafe sends.reverb[buffer * SendBuffers.capacity + frame] = value(buffer, frame)
      }
    }
    return sends
  }

  private static func samples(_ sends: SendBuffers, _ buffer: Int) -> [Float] {
    (0..<SendBuffers.capacity).map { unsafe sends.reverb[buffer * SendBuffers.capacity + $0] }
  }

  @Test func `sends are added with a gain that falls as a square to nothing`() {
    let (sum, other) = (Self.sends { _, _ in 1 }, Self.sends { buffer, _ in Float(buffer) })
    defer {
      sum.deallocate()
      other.deallocate()
    }
    sum.add(other, frames: 20, framesLeft: 10, slope: 0.1)
    for buffer in 0..<4 {
      let samples = Self.samples(sum, buffer)
      for frame in 0..<SendBuffers.capacity {
        let gain = frame < 10 ? Float(10 - frame) * 0.1 : 0
        #expect(abs(samples[frame] - 1 - Float(buffer) * gain * gain) < 1e-6)
      }
    }
    sum.clear()
    #expect((0..<4).allSatisfy { Self.samples(sum, $0).allSatisfy { $0 == 0 } })
  }

  @Test func `the delay's sends follow the reverb's, from any frame on`() {
    let sends = Self.sends { buffer, frame in Float(100 * buffer + frame) }
    defer { sends.deallocate() }
    let later = sends.advanced(by: 7)
    let found = unsafe [sends.delay[0], later.reverb[0], later.delay[0]]
    #expect(found == [200, 7, 207])
  }

  @Test func `silence is zeros of either sign, as far as is asked`() {
    let (left, right) = ([0, -0.0, 0, 1e-30] as [Float], [-0.0, 0, 0, 0] as [Float])
    let silent = unsafe [
      areSilent(left, right, 3), areSilent(right, left, 3), areSilent(left, right, 4),
      areSilent(right, left, 4),
    ]
    #expect(silent == [true, true, false, false])
  }

  /// Ones that went through a master level in blocks of these sizes, after which its level is changed.
  private static func levelled(_ blocks: [(frames: Int, decibels: Float)]) -> [Float] {
    var level = MasterLevel(sampleRate: .standard)
    var heard: [Float] = []
    for (frames, decibels) in blocks {
      level.decibels = decibels
      var samples = [Float](repeating: 1, count: 2 * frames)
      unsafe samples.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let outputs = unsafe [start, start + frames]
        unsafe level.process(outputs, pairs: 1, frames: frames)
      }
      #expect(samples[..<frames] == samples[frames...])
      heard += samples[..<frames]
    }
    return heard
  }

  @Test func `the first block has its level, and 0 dB changes nothing`() {
    #expect(Self.levelled([(10, 0)]) == Array(repeating: 1, count: 10))
    let loud = Self.levelled([(10, 6)])
    #expect(loud.allSatisfy { abs($0 - 1.995) < 0.001 } && Set(loud).count == 1)
    #expect(Self.levelled([(10, -60)]) == Array(repeating: 0, count: 10))
  }

  @Test func `a new level is reached after 20 ms on a straight line, in blocks of any size`() {
    let whole = Self.levelled([(100, 0), (2_000, -60)])
    #expect(whole[99] == 1 && abs(whole[100 + 479] - 0.5) < 0.001)
    #expect(whole[100 + 958] > 0 && whole[(100 + 959)...].allSatisfy { $0 == 0 })
    var chance = SplitMix64(seed: 3)
    for _ in 0..<20 {
      var (blocks, left): ([(Int, Float)], Int) = ([(100, 0)], 2_000)
      while left > 0 {
        let frames = min(left, Int.random(in: 1...500, using: &chance))
        blocks.append((frames, -60))
        left -= frames
      }
      let cut = Self.levelled(blocks)
      #expect(zip(cut, whole).allSatisfy { abs($0 - $1) < 1e-5 })
    }
  }

  @Test func `a level that changes again on the way goes on from where it is`() {
    let heard = Self.levelled([(100, 0), (480, -60), (2_000, 0)])
    #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($0 - $1) < 0.002 })
    #expect(heard.last == 1)
  }
}
