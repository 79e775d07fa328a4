import FluidSynthesizer
import Foundation
import GhostnoteTesting
import Instrument
import MusicalTime
import Playback
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
    #expect(try library.load(asked, as: .named).contains("Ghostnote-Machine"))
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

  @Test(arguments: [(UInt16(128), UInt8(25)), (0, 5)])
  func `the command line's SoundFont plays its lowest kit for one that it lacks, unless asked for`(
    bank: UInt16, program: UInt8
  ) throws {
    var kit = KitDescription(soundFont: "not-installed", program: program)
    kit.bank = bank
    #expect(try library().load(kit) == "Ghostnote Kit of \(Self.kit)")
    let error = #expect(throws: KitPlayerError.self) { try library().load(kit, as: .again) }
    #expect(error?.description.contains("no drum kit \(program)") == true)
  }

  @Test func `a program that the patch's own SoundFont lacks is refused`() {
    let kit = KitDescription(soundFont: Self.machine, program: 25)
    for soundFont in [nil, Self.machine] {
      #expect(throws: KitPlayerError.self) { try library(soundFont).load(kit) }
    }
  }

  @Test func `a program that the command line's SoundFont has is played`() throws {
    let font = try Self.fontOfTwoKits()
    defer { try? FileManager.default.removeItem(atPath: font) }
    let kit = KitDescription(soundFont: "not-installed", program: 8)
    let library = library(font)
    _ = try library.load(kit)
    #expect(!library.keys.contains(38) && library.keys.contains(36))
  }

  /// The bundled kit as program 0 and, with its snare on another key, as program 8.
  private static func fontOfTwoKits() throws -> String {
    var font = [UInt8](try Data(contentsOf: URL(fileURLWithPath: kit)))
    func start(of chunk: String) throws -> Int {
      let found = font.indices.last { font[$0...].starts(with: chunk.utf8) }
      return try #require(found) + 8
    }
    // The first of two presets: its program and its bank.
    let preset = try start(of: "phdr")
    font.replaceSubrange(preset + 20..<preset + 24, with: [8, 0, 128, 0])
    // Its fourth zone, the snare's: of two generators of four bytes, the first is the range of keys.
    let zone = try start(of: "pgen") + 3 * 8
    font.replaceSubrange(zone + 2..<zone + 4, with: [127, 127])
    let path = NSTemporaryDirectory() + "\(UUID().uuidString).sf2"
    try Data(font).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(arguments: [(KitRequest.ifChanged, false), (.again, true)])
  func `an effect that loads the kit again leaves the program that MIDI selected, and kit does not`(
    request: KitRequest, isHeard: Bool
  ) throws {
    let font = try Self.fontOfTwoKits()
    defer { try? FileManager.default.removeItem(atPath: font) }
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    let library = KitLibrary(
      rack: synthesizer.rack, soundFont: font, polyphony: .voices(32))
    var renderer = synthesizer.renderer
    let snare = SoundEvent(offset: 0, kind: .hit, drum: .snare, value: 127)
    var kit = KitDescription()
    _ = try library.load(kit)
    let change = SoundEvent(offset: 0, kind: .program, value: 8)
    let before = renderer.left([change, snare], frames: 4_800)
    #expect(!before.contains { abs($0) > 0.01 })
    kit[.kick].sound.reverb = 0.5
    _ = try library.load(kit, as: request)
    let after = renderer.left([snare], frames: 4_800)
    #expect(after.contains { abs($0) > 0.01 } == isHeard)
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
