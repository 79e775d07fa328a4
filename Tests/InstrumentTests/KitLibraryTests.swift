import FluidSynthesizer
import GhostnoteTesting
import Instrument
import MusicalTime
import Rhythm
import Testing

@Suite struct KitLibraryTests {
  private static let kit = "\(GhostnoteProgram.root)/SoundFonts/Ghostnote-Kit.sf2"
  private static let machine = "\(GhostnoteProgram.root)/SoundFonts/Ghostnote-Machine.sf2"

  private func library(_ soundFont: String? = Self.kit) -> KitLibrary {
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    return KitLibrary(rack: synthesizer.rack, soundFont: soundFont, polyphony: .voices(32))
  }

  @Test func `what was asked for goes before the command line's SoundFont, which undo brings back`()
    throws
  {
    let library = library()
    #expect(try library.load(KitDescription()).contains("Ghostnote-Kit"))
    let asked = KitDescription(soundFont: Self.machine)
    #expect(try library.load(asked).contains("Ghostnote-Kit"))
    #expect(try library.load(asked, isAskedFor: true).contains("Ghostnote-Machine"))
    #expect(library.replacement(for: asked) == nil)
    // Undone, and done again.
    #expect(try library.load(KitDescription()).contains("Ghostnote-Kit"))
    #expect(library.replacement(for: KitDescription()) == Self.kit)
    #expect(try library.load(asked).contains("Ghostnote-Machine"))
  }

  @Test func `a key map is of the patch's own SoundFont`() throws {
    var kit = KitDescription(soundFont: Self.machine)
    kit.keyMap = try #require(KeyMap("snare=100"))
    #expect(try library(nil).load(kit).hasSuffix("Ghostnote-Machine.sf2, without snare"))
    #expect(try library().load(kit).hasSuffix("Ghostnote-Kit.sf2"))
  }

  @Test func `a kit is prepared for effects once they are used`() throws {
    let library = library()
    _ = try library.load(KitDescription())
    #expect(!library.separatesDrums)
    var kit = KitDescription()
    kit[.snare].sound.reverb = 0.5
    _ = try library.load(kit)
    #expect(library.separatesDrums)
  }
}
