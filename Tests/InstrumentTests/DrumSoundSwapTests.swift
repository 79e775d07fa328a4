import FluidSynthesizer
import GhostnoteTesting
import Instrument
import MusicalTime
import Playback
import Rhythm
import Testing

/// `sound DRUM FONT` while the drum rings.
@Suite struct DrumSoundSwapTests {
  private static let fonts = "\(GhostnoteProgram.root)/SoundFonts"
  private static let other = DrumSource(font: "\(fonts)/Ghostnote-Machine.sf2")
  private static let block = 256
  /// When the crash gets another sound, half a second after it was struck.
  private static let swap = 94 * block
  private static let fade = 3 * 48_000

  /// The left output of a crash, struck at 0 and at `strokes`, whose kit is loaded for each of `swaps`
  /// from `swap` on, a block apart.
  private func crash(
    _ kit: KitDescription, strokes: [Int] = [], swaps: [DrumSource?] = [], blocks: Int
  ) throws -> [Float] {
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    let kits = KitLibrary(
      rack: synthesizer.rack, soundFont: "\(Self.fonts)/Ghostnote-Kit.sf2",
      polyphony: .voices(32))
    var renderer = synthesizer.renderer
    var kit = kit
    _ = try kits.load(kit)
    return try (0..<blocks).flatMap { number in
      let change = number - Self.swap / Self.block
      if swaps.indices.contains(change) {
        kit[.crash].source = swaps[change]
        _ = try kits.load(kit)
      }
      let isStruck = number == 0 || strokes.contains(number * Self.block)
      let hit = SoundEvent(offset: 0, kind: .hit, drum: .crash, value: 127)
      return renderer.left(isStruck ? [hit] : [], frames: Self.block)
    }
  }

  /// What remains of a sound after the swap: the square of the share of the fade that is left.
  private func gain(_ frame: Int) -> Float {
    let left = 1 - Float(frame - Self.swap) / Float(Self.fade)
    return frame < Self.swap ? 1 : max(0, left) * max(0, left)
  }

  /// A kit whose drums are sounded together, or apart.
  private func kit(apart: Bool) -> KitDescription {
    var kit = KitDescription()
    if apart { kit[.kick].sound.reverb = 0.5 }
    return kit
  }

  @Test(arguments: [false, true])
  func `what rings fades out within three seconds, and nothing jumps`(apart: Bool) throws {
    let blocks = (Self.swap + Self.fade) / Self.block + 2
    let alone = try crash(kit(apart: apart), blocks: blocks)
    let heard = try crash(kit(apart: apart), swaps: [Self.other], blocks: blocks)
    #expect(alone[(Self.swap - 480)..<Self.swap].contains { abs($0) > 0.02 })
    let far = heard.indices.max { deviation($0) < deviation($1) } ?? 0
    func deviation(_ frame: Int) -> Float { abs(heard[frame] - alone[frame] * gain(frame)) }
    #expect(deviation(far) < 1e-5, "frame \(far - Self.swap) after the swap")
    #expect(largestStep(heard[(Self.swap - 1)...]) <= largestStep(alone[(Self.swap - 1)...]))
  }

  @Test(arguments: [false, true])
  func `the next stroke has the new sound, over what rings`(apart: Bool) throws {
    let stroke = Self.swap + 16 * Self.block
    let blocks = stroke / Self.block + 94
    var replaced = kit(apart: apart)
    replaced[.crash].source = Self.other
    let alone = try crash(kit(apart: apart), blocks: blocks)
    let new = try crash(replaced, blocks: blocks)
    let heard = try crash(
      kit(apart: apart), strokes: [stroke], swaps: [Self.other], blocks: blocks)
    #expect(new.contains { abs($0) > 0.02 })
    for frame in heard.indices {
      let struck = frame < stroke ? 0 : new[frame - stroke]
      let due = alone[frame] * gain(frame) + struck
      if abs(heard[frame] - due) < 1e-4 { continue }
      Issue.record("frame \(frame - Self.swap) after the swap: \(heard[frame]), not \(due)")
      break
    }
  }

  @Test func `further swaps leave what rings alone`() throws {
    let swaps: [DrumSource?] = (0..<6).map { $0.isMultiple(of: 2) ? Self.other : nil }
    let blocks = Self.swap / Self.block + 94
    let alone = try crash(kit(apart: false), blocks: blocks)
    let heard = try crash(kit(apart: false), swaps: swaps, blocks: blocks)
    for frame in heard.indices where abs(heard[frame] - alone[frame] * gain(frame)) > 1e-5 {
      Issue.record("frame \(frame - Self.swap) after the first swap")
      break
    }
  }

  private func largestStep(_ samples: ArraySlice<Float>) -> Float {
    zip(samples.dropFirst(), samples).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }
}
