import FluidSynthesizer
import Foundation
import MusicalTime
import Playback
import Rhythm
import Testing

/// Drums that sound from other SoundFonts than the kit's.
struct ForeignSoundTests {
  /// Both files at their paths until `body` ends.
  private func withFonts(_ other: TinySoundFont, _ body: (String, String) throws -> Void) throws {
    let (main, path) = (try TinySoundFont.constant.write(), try other.write("other.sf2"))
    defer {
      for file in [main, path] { try? FileManager.default.removeItem(atPath: file) }
    }
    try body(main, path)
  }

  private func kit(_ main: String, _ sources: [Drum: String]) throws -> Kit {
    var found: [Drum: KitSource] = [:]
    for (drum, text) in sources {
      found[drum] = try KitSource(
        try #require(DrumSource(text)), for: drum, in: SoundFontSearch())
    }
    return try Kit(file: SoundFontFile(path: main), sources: found, sampleRate: .standard)
  }

  @Test func `one drum sounds from another font, outside bank 128, and the others from the kit`()
    throws
  {
    var sine = TinySoundFont.sine
    sine.presets = [(0, 5)]
    try withFonts(sine) { main, other in
      let studio = try Studio(nil)
      #expect(studio.rack.install(try kit(main, [.snare: "\(other):0:5:60"])))
      let kick = studio.left([.hit(.kick)], frames: 1_024)
      #expect(kick[600] > 0.1 && kick[600...].allSatisfy { abs($0 - kick[600]) < 1e-4 })
      _ = studio.left([.choke(.kick)], frames: 2_048)
      let snare = studio.left([.hit(.snare)], frames: 1_024)
      // A sine crosses zero; the kit's constant does not.
      #expect(snare.min() ?? 0 < -0.05 && snare.max() ?? 0 > 0.05)
    }
  }

  @Test func `a change of program leaves a drum with a sound of its own alone`() throws {
    var main = TinySoundFont.constant
    main.presets = [(128, 0), (128, 6)]
    let (path, other) = (try main.write(), try TinySoundFont.sine.write("other.sf2"))
    defer { for file in [path, other] { try? FileManager.default.removeItem(atPath: file) } }
    let studio = try Studio(nil)
    #expect(studio.rack.install(try kit(path, [.snare: other])))
    let change = SoundEvent(offset: 0, kind: .program, value: 6)
    let snare = studio.left([change, .hit(.snare)], frames: 1_024)
    #expect(snare.min() ?? 0 < -0.05)
  }

  @Test func `a note-off and a choke end the key that sounds`() throws {
    try withFonts(.sine) { main, other in
      let studio = try Studio(nil)
      #expect(studio.rack.install(try kit(main, [.snare: "\(other):72"])))
      _ = studio.left([.hit(.snare)], frames: 1_024)
      _ = studio.left([.choke(.snare)], frames: 4_096)
      #expect(studio.left(frames: 1_024).peak < 1e-4)
      _ = studio.left([.hit(.snare)], frames: 1_024)
      _ = studio.left([SoundEvent(offset: 0, kind: .release, drum: .snare)], frames: 48_000)
      #expect(studio.left(frames: 1_024).peak < 1e-3)
    }
  }

  @Test func `what a font does not have is named with what it has`() throws {
    var font = TinySoundFont.sine
    font.presets = [(0, 5), (3, 9)]
    font.generators = [(43, 0x4030)]
    try withFonts(font) { main, other in
      func error(_ text: String) -> String? {
        do { _ = try kit(main, [.snare: text]) } catch { return "\(error)" }
        return nil
      }
      #expect(
        error("\(other):0:6") == "snare: \(other) has no such preset; it has 0:5 Kit 5, 3:9 Kit 9")
      #expect(
        error("\(other):0:5:20")
          == "snare: Kit 5 of \(other) has no sound on key 20: name another, as in \(other):0:5:60")
      #expect(error("/nowhere.sf2")?.hasPrefix("snare: /nowhere.sf2: no such SoundFont") == true)
      #expect(error("\(other):3:9:60") == nil)
    }
  }
}
