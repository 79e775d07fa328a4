import Foundation
import MusicalTime
import Playback
import Rhythm
import Testing

@testable import FluidSynthesizer

@Suite struct PolyphonyTests {
  /// The bundled kit, from the repository's root.
  private static let bundled = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../SoundFonts/Ghostnote-Kit.sf2").standardizedFileURL.path

  private func studio(_ polyphony: Polyphony) throws -> (Studio, Kit) {
    let studio = try Studio(nil)
    let kit = try Kit(
      file: SoundFontFile(path: Self.bundled), sampleRate: .standard, polyphony: polyphony)
    studio.rack.install(kit)
    return (studio, kit)
  }

  /// Two bars at 120: sixteenths on the closed hat, eighths on the ride, kick, snare, one crash.
  private var rock: [SoundEvent] {
    (0..<32).flatMap { step -> [SoundEvent] in
      let at = Int32(step * 6_000)
      var hits = [SoundEvent.hit(.closedHat, at: at, velocity: UInt8(70 + step % 4 * 9))]
      if step.isMultiple(of: 2) { hits.append(.hit(Drum(clampingIndex: 16), at: at, velocity: 80)) }
      if step % 8 == 4 { hits.append(.hit(.snare, at: at)) }
      if step % 8 == 0 || step % 16 == 10 { hits.append(.hit(.kick, at: at)) }
      if step == 0 { hits.append(.hit(Drum(clampingIndex: 14), at: at)) }
      return hits
    }
  }

  @Test func `64 voices play two busy bars of the bundled kit like 4096, bit for bit`() throws {
    let few = try studio(.voices(64)).0.play(rock, frames: 192_000)
    let many = try studio(.voices(4_096)).0.play(rock, frames: 192_000)
    #expect(few[0].peak > 0.1)
    let isSame = few == many
    #expect(isSame)
  }

  @Test func `no more voices sound than were set`() throws {
    let (studio, kit) = try studio(.voices(20))
    #expect(kit.polyphony == 20)
    let flood = (0..<60).map { SoundEvent.hit(Drum(clampingIndex: $0 % 26), at: Int32($0 * 60)) }
    _ = studio.left(flood, frames: 4_096)
    #expect((10...20).contains(studio.rack.collect().activeVoices))
  }

  @Test func `measuring what the machine can play leaves no trace in the sound`() throws {
    let (measured, kit) = try studio(.affordable)
    #expect((64...256).contains(kit.polyphony))
    #expect(measured.left(frames: 4_800).peak == 0)
    let fixed = try studio(.voices(256)).0
    _ = fixed.left(frames: 4_800)
    let isSame = measured.play(rock, frames: 192_000) == fixed.play(rock, frames: 192_000)
    #expect(isSame)
  }

  @Test func `a measured kit keeps to its voices`() throws {
    let (studio, kit) = try studio(.affordable)
    let flood = (0..<780).map { SoundEvent.hit(Drum(clampingIndex: $0 % 26), at: Int32($0 * 50)) }
    _ = studio.left(flood, frames: 39_000)
    #expect(studio.rack.collect().activeVoices <= kit.polyphony)
  }

  @Test func `a voice is measured on the kit's keys, and without one the fewest are affordable`()
    throws
  {
    var font = TinySoundFont.constant
    // Only keys 100 to 101 sound: none of General MIDI's drums.
    font.generators = [(43, 100 | 101 << 8)]
    let path = try font.write()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let map = try #require(KeyMap("snare=100 kick=101"))
    func cost(_ map: KeyMap) throws -> Double? {
      let synth = try FluidHandle(sampleRate: .standard, groups: .mix, polyphony: 64)
      let font = try synth.load(path)
      try synth.selectDrums(font: font, bank: 128, program: 0)
      let program = ProgramSelection(
        font: font, bank: 128, program: 0, programs: ProgramSet([0]), foreign: DrumSet())
      var voices = KitVoices(
        synth: synth, program: program, sampleRate: .standard, outputPairs: 1, keys: map,
        foreign: [:])
      return voices.costOfVoice(at: .standard)
    }
    #expect(try cost(map) != nil)
    #expect(try cost(.generalMIDI) == nil)
    let silent = try Kit(
      file: SoundFontFile(path: path), sampleRate: .standard, polyphony: .affordable)
    #expect(silent.polyphony == 64)
  }

  @Test func `the cheaper a voice, the more are affordable, from 64 to 256`() {
    #expect(Polyphony.affordable(at: 0) == 256)
    #expect(Polyphony.affordable(at: 0.001) == 256)
    #expect(Polyphony.affordable(at: 0.004) == 100)
    #expect(Polyphony.affordable(at: 0.1) == 64)
  }
}
