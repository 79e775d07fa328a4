import Commands
import FluidSynthesizer
import GhostnoteTesting
import Instrument
import MusicalTime
import Playback
import Rhythm
import Testing

/// Fading out at the end of a session, and dropped hits.
@Suite struct FadeTests {
  @Test func `sounding notes fade out within 20 ms at the end, and stay silent`() throws {
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    let kits = KitLibrary(rack: synthesizer.rack, soundFont: nil)
    _ = try kits.load(KitDescription())
    var renderer = synthesizer.renderer
    let crash = SoundEvent(offset: 0, kind: .hit, drum: .crash, value: 127)
    let before = renderer.left([crash], frames: 9_600)
    kits.fadeOut()
    let fading = renderer.left(frames: 960)
    let after = renderer.left(frames: 960)
    let peak = { (samples: ArraySlice<Float>) in samples.map(abs).max() ?? 0 }
    #expect(peak(before[8_000...]) > 0.02)
    #expect(peak(fading[..<96]) > 0.5 * peak(before[9_504...]))
    #expect(peak(fading[864...]) < 0.2 * peak(before[9_504...]))
    #expect(peak(after[...]) == 0)
  }

  @Test func `hits that the synthesizer drops are counted for the control side`() throws {
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    let kits = KitLibrary(rack: synthesizer.rack, soundFont: nil)
    _ = try kits.load(KitDescription())
    var renderer = synthesizer.renderer
    let crash = SoundEvent(offset: 0, kind: .hit, drum: .crash, value: 100)
    _ = renderer.left(Array(repeating: crash, count: 500), frames: 64)
    #expect(kits.droppedHits > 400)
  }
}
