import FluidSynthesizer
import Playback
import Rhythm
import Testing

/// The metronome's clicks, at a level of their own.
struct ClickTests {
  private func click(_ level: Float) -> SoundEvent {
    SoundEvent(offset: 0, kind: .click, drum: .snare, value: 127, level: level)
  }

  @Test(arguments: [Float(0), -12, 6])
  func `a click at 0 dB is as loud as a drum at 0 dB, whatever level the drum has`(
    drumLevel: Float
  ) throws {
    let hit = try Studio().left([.hit()], frames: 1_000)[999]
    let studio = try Studio()
    studio.set { $0[.snare].level = drumLevel }
    _ = studio.left(frames: 64)
    let heard = studio.left([click(0)], frames: 1_000)[999]
    #expect(abs(decibels(heard / hit)) < 0.1, "\(heard) beside \(hit)")
  }

  @Test(arguments: [Float(-60), -59, 12])
  func `a click decays like a drum's hit, whatever the drum's level`(
    drumLevel: Float
  ) throws {
    let struck = try Studio().left([.hit()], frames: 4_000)
    let studio = try Studio()
    studio.set { $0[.snare].level = drumLevel }
    _ = studio.left(frames: 64)
    let heard = studio.left([click(0)], frames: 4_000)
    #expect(heard.peak > 0.01)
    for place in stride(from: 99, to: 4_000, by: 500) {
      #expect(abs(decibels(heard[place] / struck[place])) < 0.1, "frame \(place)")
    }
  }

  @Test func `ending or choking a drum does not affect its click, and the other way round`() throws
  {
    let alone = try Studio().left([click(0)], frames: 2_000)
    let studio = try Studio()
    _ = studio.left([click(0)], frames: 128)
    var snare = DrumSet()
    snare.insert(.snare)
    let choke = SoundEvent(offset: 0, kind: .choke, drums: snare)
    let release = SoundEvent(offset: 0, kind: .release, drum: .snare)
    let heard = studio.left([choke, release], frames: 1_872)
    #expect(abs(decibels(heard[1_000] / alone[1_128])) < 0.1)
    let silenced = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 2_000)
    #expect(silenced.suffix(500).allSatisfy { abs($0) < 1e-6 })
    let struck = try Studio()
    _ = struck.left([.hit()], frames: 128)
    let both = struck.left([click(-59)], frames: 1_000)
    let hit = try Studio().left([.hit()], frames: 1_128)
    #expect(abs(decibels(both[999] / hit[1_127])) < 0.2)
  }

  @Test func `its level applies, and the drum's own hits keep theirs`() throws {
    let hit = try Studio().left([.hit()], frames: 1_000)[999]
    let soft = try Studio().left([click(-12)], frames: 1_000)[999]
    #expect(abs(decibels(soft / hit) + 12) < 0.1)
    let silent = try Studio().left([click(-60)], frames: 1_000)
    #expect(silent.peak < 1e-6)
    let studio = try Studio()
    _ = studio.left([click(-30)], frames: 1_000)
    let before = studio.left(frames: 1)[0]
    let after = studio.left([.hit()], frames: 1_000)[999]
    #expect(abs(decibels((after - before) / hit)) < 0.5 || abs(decibels(after / hit)) < 0.5)
  }
}
