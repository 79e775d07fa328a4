import FluidSynthesizer
import Foundation
import MusicalTime
import Playback
import Rhythm
import Testing

private let avl = "/usr/share/sounds/sf2/Black_Pearl_4_LV2.sf2"

/// Kits outside bank 128, and drums on other keys.
struct KeyMapTests {
  private func strokes(_ kit: Kit, _ drums: [Drum]) -> [[Float]] {
    guard let studio = try? Studio(nil) else { return [] }
    #expect(studio.install(kit))
    return drums.map { drum in
      let sound = studio.left([.hit(drum, velocity: 100)], frames: 4_096)
      _ = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 2_048)
      return sound
    }
  }

  @Test func `a kit of another bank plays, and its programs are of that bank`() throws {
    var font = TinySoundFont.constant
    font.presets = [(5, 0), (5, 6)]
    let path = try font.write()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: SoundFontError.self) { try SoundFontFile(path: path) }
    let file = try SoundFontFile(path: path, anyPresets: true)
    let studio = try Studio(nil)
    #expect(try studio.install(Kit(file: file, bank: 5, sampleRate: .standard)))
    let first = studio.left([.hit()], frames: 1_000)[999]
    _ = studio.left([.choke(.snare)], frames: 4_096)
    let change = SoundEvent(offset: 0, kind: .program, value: 6)
    let second = studio.left([change, .hit()], frames: 1_000)[999]
    // Each program of the font is 1 dB quieter than the one before.
    #expect(abs(decibels(second / first) + 6) < 0.2)
    let error = #expect(throws: KitError.self) {
      try Kit(file: file, bank: 4, sampleRate: .standard)
    }
    #expect(error.map { "\($0)".contains("no preset 4:0; it has 5:0 Kit 0, 5:6 Kit 6") } == true)
  }

  @Test func `a key map plays each drum's key, for note-offs as well`() throws {
    var font = TinySoundFont.constant
    // Only keys 60 to 61 sound, and they stop at once when let go.
    font.generators = [(43, 60 | 61 << 8), (38, -12_000)]
    let path = try font.write()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let map = try #require(KeyMap("snare=60 kick=61"))
    let kit = try Kit(file: SoundFontFile(path: path), keyMap: map, sampleRate: .standard)
    #expect(kit.silentDrums.count == 23)
    let studio = try Studio(nil)
    #expect(studio.install(kit))
    #expect(studio.left([.hit(.openHat)], frames: 512).peak == 0)
    #expect(studio.left([.hit(.snare), .hit(.kick)], frames: 512).peak > 0.1)
    let off = SoundEvent(offset: 0, kind: .release, drum: .snare)
    let both = studio.left([off], frames: 2_048)
    #expect(abs(both[2_000] / both[0] - 0.5) < 0.1)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: avl)))
  func `every drum of an AVL kit sounds by its map, on the keys that it names`() throws {
    let file = try SoundFontFile(path: avl, anyPresets: true)
    func kit() throws -> Kit {
      try Kit(file: file, bank: 0, keyMap: .avl, sampleRate: .standard)
    }
    #expect(try kit().silentDrums.isEmpty)
    let heard = strokes(try kit(), Drum.all)
    for (drum, sound) in zip(Drum.all, heard) { #expect(sound.peak > 0.001, "\(drum.name)") }
    // One drum of its own with `sound` is the same stroke.
    for (drum, key) in [(Drum.china, 60), (.kick2, 36), (.vibraslap, 61), (.snare, 38)] {
      let source = try KitSource(
        try #require(DrumSource("\(avl):0:0:\(key)")), for: drum, in: SoundFontSearch())
      let other = try Kit(
        file: file, bank: 0, sources: [drum: source], sampleRate: .standard)
      let isSame = try strokes(other, [drum])[0] == strokes(kit(), [drum])[0]
      #expect(isSame, "\(drum.name)")
    }
    let plain = try Kit(file: file, bank: 0, sampleRate: .standard)
    #expect(plain.silentDrums == [.kick2])
  }
}
