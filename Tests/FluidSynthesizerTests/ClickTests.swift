import FluidSynthesizer
import Playback
import Rhythm
import Testing

/// The metronome's strokes, at a level of their own.
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

  @Test func `a drum that is turned all the way down clicks none the less, if shorter`() throws {
    let studio = try Studio()
    studio.set { $0[.snare].level = -60 }
    _ = studio.left(frames: 64)
    let heard = studio.left([click(0)], frames: 1_000)
    #expect(heard.peak > 0.01)
    // How long it rings is left open: FluidSynth ends such a voice after 512 frames.
  }

  @Test func `its level is heard, and the drum's own strokes keep theirs`() throws {
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
