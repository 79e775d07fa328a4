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
  private static func render(
    _ renderer: inout Renderer, _ events: [SoundEvent], frames: Int
  ) -> [Float] {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
    unsafe samples.initialize(repeating: 0, count: 2 * frames)
    unsafe pointers.initialize(to: samples)
    unsafe (pointers + 1).initialize(to: samples + frames)
    defer {
      unsafe samples.deallocate()
      unsafe pointers.deallocate()
    }
    unsafe events.withUnsafeBufferPointer {
      unsafe renderer.render(events: $0, frames: frames, outputs: pointers)
    }
    return unsafe Array(UnsafeBufferPointer(start: samples, count: frames))
  }

  @Test func `sounding notes fade out within 20 ms at the end, and stay silent`() throws {
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    let kits = KitLibrary(rack: synthesizer.rack, soundFont: nil)
    _ = try kits.load(KitDescription())
    var renderer = synthesizer.renderer
    let crash = SoundEvent(offset: 0, kind: .hit, drum: .crash, value: 127)
    let before = Self.render(&renderer, [crash], frames: 9_600)
    kits.fadeOut()
    let fading = Self.render(&renderer, [], frames: 960)
    let after = Self.render(&renderer, [], frames: 960)
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
    _ = Self.render(&renderer, Array(repeating: crash, count: 500), frames: 64)
    #expect(kits.droppedHits > 400)
  }
}
