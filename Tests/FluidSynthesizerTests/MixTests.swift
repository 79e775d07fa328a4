import FluidSynthesizer
import Playback
import Rhythm
import Testing

/// The sum, its controllers and its outputs.
struct MixTests {
  @Test func `the master level ramps without a step and ends exactly`() throws {
    let studio = try Studio()
    let before = studio.left([.hit()], frames: 1000)[999]
    studio.set { $0.masterLevel = -6 }
    let slide = studio.left(frames: 2000)
    #expect(([before] + slide).largestStep < before / 900)
    #expect(abs(decibels(slide[1999] / before) + 6) < 0.01)
    studio.set { $0.masterLevel = -60 }
    #expect(studio.left(frames: 2000)[1999] == 0)
    studio.set { $0.masterLevel = 0 }
    #expect(abs(studio.left(frames: 2000)[1999] - before) < 1e-4)
  }

  @Test func `a level set before the first block applies from the first frame`() throws {
    let plain = try Studio()
    let soft = try Studio()
    soft.set { $0.masterLevel = -20 }
    let ratio = soft.left([.hit()], frames: 1000)[200] / plain.left([.hit()], frames: 1000)[200]
    #expect(abs(decibels(ratio) + 20) < 0.01)
  }

  @Test func `volume and expression turn all drums down`() throws {
    let studio = try Studio()
    let full = studio.left([.hit()], frames: 1000)[999]
    #expect(abs(decibels(studio.left([.controller(7, 50)], frames: 1000)[999] / full) + 12) < 0.3)
    #expect(abs(studio.left([.controller(7, 100)], frames: 1000)[999] / full - 1) < 0.01)
    #expect(studio.left([.controller(11, 0)], frames: 1000)[999] < 1e-4)
  }

  @Test func `reset all controllers restores expression and keeps volume, pan and drum levels`()
    throws
  {
    let studio = try Studio()
    studio.set { $0[.snare].level = -6 }
    let before = studio.left([.controller(7, 50), .controller(10, 0), .hit()], frames: 1000)[999]
    let after = studio.left([.controller(11, 3), .controller(121, 0, at: 500)], frames: 2000)
    #expect(after[400] < before / 10)
    #expect(abs(after[1999] / before - 1) < 0.01)
  }

  @Test func `the reverb only sounds with a send level, and decays`() throws {
    let short = TinySoundFont(generators: [(36, -4000), (37, 1440)])
    let dry = try Studio(short)
    let wet = try Studio(short)
    _ = dry.left([.hit()], frames: 24_000)
    _ = wet.left([.controller(91, 127), .hit()], frames: 24_000)
    #expect(dry.left(frames: 4800).peak < 1e-5)
    let tail = wet.play(frames: 4800)
    #expect(tail[0].peak > 1e-3)
    #expect(tail[0].peak < 1)
    #expect(tail[0] != tail[1])
    _ = wet.left([.controller(91, 0)], frames: 4 * 48_000)
    #expect(wet.left(frames: 64).peak == 0)
  }

  @Test func `all sound off ends the reverb too`() throws {
    let studio = try Studio()
    _ = studio.left([.controller(91, 127), .hit()], frames: 24_000)
    let sound = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 24_000)
    #expect(sound[23_000...].allSatisfy { abs($0) < 1e-3 })
  }

  @Test func `each drum has its own output pair, or the one it is routed to`() throws {
    let studio = try Studio(outputPairs: 26)
    studio.set { $0[.snare].output = 20 }
    let sound = studio.play([.hit(.kick), .hit(.snare)], frames: 512)
    for output in 0..<52 {
      let isHeard = output / 2 == 1 || output / 2 == 19
      #expect((sound[output].peak > 0.1) == isHeard, "output \(output)")
      if !isHeard { #expect(sound[output].peak == 0) }
    }
  }

  @Test func `two drums routed to one pair are added`() throws {
    let studio = try Studio(outputPairs: 26)
    let alone = studio.play([.hit(.kick)], frames: 1000)[2][999]
    studio.set { $0[.snare].output = 2 }
    let both = studio.play([.hit(.snare)], frames: 1000)[2][999]
    #expect(abs(both / alone - 2) < 0.001)
  }

  @Test func `the sum of the pairs is the stereo mix`() throws {
    let events: [SoundEvent] = [
      .hit(.kick), .hit(.snare, at: 70, velocity: 80), .hit(.openHat, at: 90),
    ]
    let stereo = try Studio(.sine)
    let pairs = try Studio(.sine, outputPairs: 26)
    let mix = stereo.play(events, frames: 2000)
    let parts = pairs.play(events, frames: 2000)
    for frame in 0..<2000 {
      let sum = (0..<26).reduce(Float(0)) { $0 + parts[2 * $1][frame] }
      #expect(abs(sum - mix[0][frame]) < 1e-5)
    }
  }
}
