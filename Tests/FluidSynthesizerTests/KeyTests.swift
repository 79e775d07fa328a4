import FluidSynthesizer
import Foundation
import Playback
import Rhythm
import Testing

/// Keys of the kit beside the drums: percussion that is none of them.
struct KeyTests {
  private static func key(_ number: UInt8, at offset: Int32 = 0) -> SoundEvent {
    SoundEvent(offset: offset, kind: .key, value: 127, number: number)
  }

  @Test func `a key sounds as a drum does that is not changed`() throws {
    let drum = try Studio().left([.hit(.snare)], frames: 512)
    #expect(try Studio().left([Self.key(75)], frames: 512) == drum)
    #expect(drum.peak > 0.1)
  }

  @Test func `a key that the SoundFont lacks is silent`() throws {
    var font = TinySoundFont.constant
    font.generators = [(43, 60 << 8 | 35)]
    let studio = try Studio(font)
    #expect(studio.left([Self.key(75)], frames: 512).peak == 0)
    #expect(studio.left([Self.key(60)], frames: 512).peak > 0.1)
  }

  @Test func `a key ends with its note-off, with all others, and at once with silence`() throws {
    let ends: [SoundEvent] = [
      SoundEvent(offset: 0, kind: .keyRelease, number: 75),
      SoundEvent(offset: 0, kind: .allNotesOff),
      SoundEvent(offset: 0, kind: .allSoundOff),
    ]
    for end in ends {
      let studio = try Studio()
      #expect(studio.left([Self.key(75)], frames: 4_800).peak > 0.1)
      _ = studio.left([end], frames: 48_000)
      #expect(studio.left(frames: 4_800).peak < 1e-4, "\(end.kind)")
    }
    let studio = try Studio()
    _ = studio.left([Self.key(75)], frames: 4_800)
    _ = studio.left([SoundEvent(offset: 0, kind: .keyRelease, number: 76)], frames: 4_800)
    #expect(studio.left(frames: 4_800).peak > 0.1)
  }

  @Test func `a key in its release after all notes off is silenced at once`() throws {
    // Its release takes about 100 s.
    let studio = try Studio(TinySoundFont(generators: [(38, 8_000)]))
    _ = studio.left([Self.key(75)], frames: 512)
    _ = studio.left([SoundEvent(offset: 0, kind: .allNotesOff)], frames: 4_800)
    let sound = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 512)
    #expect(sound[0] > 0.1)
    #expect(sound[384...].allSatisfy { abs($0) < 1e-5 })
  }

  @Test func `with a pair of outputs a drum keys come out with the bongo`() throws {
    let studio = try Studio(outputPairs: 26)
    let sound = studio.play([Self.key(75)], frames: 512)
    let heard = sound.indices.filter { sound[$0].peak > 0.01 }
    #expect(heard == [50, 51])
  }

  @Test func `a file says which keys each of its kits has sounds on`() throws {
    var font = TinySoundFont(presets: [(128, 0), (128, 8), (0, 1)])
    font.generators = [(43, 81 << 8 | 35)]
    let path = try font.write()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      try SoundFontFile(path: path).drumPresets.map(\.keys) == [KeySet(35...81), KeySet(35...81)])
    #expect(try Studio.kit(font).keys == KeySet(35...81))
    #expect(try Studio.kit(.constant).keys == .all)
  }
}
