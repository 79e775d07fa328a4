import Commands
import Foundation
import GhostnoteTesting
import Instrument
import MusicalTime
import Testing

/// Resampling from the instrument's rate to the device's.
@Suite struct RateBridgeTests {
  @Test(arguments: [8_000, 22_050, 44_100, 88_200, 96_000, 192_000])
  func `the number of frames made matches the elapsed time for any cycle length`(device: Int) throws
  {
    var dice = SplitMix64(seed: UInt64(device))
    var bridge = RateBridge(
      from: .standard, to: try #require(SampleRate(hertz: device)), channels: 1)
    var (given, made) = (0, 0)
    for _ in 0..<2_000 {
      let frames = min(Int.random(in: 1...1_024, using: &dice), bridge.largestCycle)
      let needed = bridge.framesNeeded(for: frames)
      #expect(needed <= InstrumentAudio.largestBlock)
      bridge.advance(made: needed, frames: frames)
      (given, made) = (given + frames, made + needed)
      // The frame that the last output falls on has been made, and none beyond it.
      #expect(made == (given - 1) * 48_000 / device + 1)
    }
  }

  @Test func `its largest cycle is within what the instrument can make`() throws {
    for hertz in [8_000, 44_100, 192_000] {
      let bridge = RateBridge(
        from: .standard, to: try #require(SampleRate(hertz: hertz)), channels: 2)
      #expect(bridge.framesNeeded(for: bridge.largestCycle) <= InstrumentAudio.largestBlock)
      #expect(bridge.ownFrames(Int64(hertz)) == 48_000)
      #expect(bridge.deviceFrames(48_000) == Int64(hertz))
    }
  }

  @Test(arguments: [(48_000, 44_100), (48_000, 96_000), (44_100, 48_000), (96_000, 48_000)])
  func `a tone keeps its pitch and has no aliases`(rates: (Int, Int)) throws {
    let own = try #require(SampleRate(hertz: rates.0))
    let device = try #require(SampleRate(hertz: rates.1))
    var bridge = RateBridge(from: own, to: device, channels: 1)
    var dice = SplitMix64(seed: 4)
    var (made, given) = (0, 0)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 1_024)
    defer { unsafe output.deallocate() }
    var farthest = 0.0
    while given < 48_000 {
      let frames = Int.random(in: 1...1_024, using: &dice)
      let needed = bridge.framesNeeded(for: frames)
      for frame in 0..<needed {
        let time = Double(made + frame) / Double(rates.0)
        unsafe bridge.block(0)[frame] = Float(sin(2 * .pi * 5_000 * time))
      }
      unsafe bridge.write(0, to: output, frames: frames)
      for frame in 0..<frames {
        let late = Double(bridge.latency) / Double(rates.0)
        let time = Double(given + frame) / Double(rates.1) - late
        let ideal = sin(2 * .pi * 5_000 * time)
        guard time > 2 * late else { continue }
        farthest = unsafe max(farthest, abs(Double(output[frame]) - ideal))
      }
      bridge.advance(made: needed, frames: frames)
      (made, given) = (made + needed, given + frames)
    }
    // 80 dB below the tone.
    #expect(farthest < 0.000_1, "\(farthest)")
  }
}
