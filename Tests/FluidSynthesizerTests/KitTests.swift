import FluidSynthesizer
import Foundation
import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Testing

/// Installing and replacing kits during playback.
struct KitTests {
  @Test func `with no kit there is silence`() throws {
    let studio = try Studio(nil)
    #expect(
      studio.play([.hit()], frames: 200)
        == [[Float]](repeating: .init(repeating: 0, count: 200), count: 2))
  }

  @Test func `a swap causes no gap and no click`() throws {
    let studio = try Studio()
    let before = studio.left([.hit()], frames: 1000)
    try studio.install(.constant)
    let after = studio.left(frames: 4800)
    #expect(abs(after[0] - before[999]) < 1e-4)
    #expect(after.largestStep < 1e-4)
  }

  @Test func `the old kit rings out for at most three seconds`() throws {
    let studio = try Studio()
    let before = studio.left([.hit()], frames: 1000)[999]
    try studio.install(.constant)
    let tail = studio.left(frames: 3 * 48_000)
    #expect(abs(tail[48_000] / before - 4 / 9) < 0.01)
    #expect(tail[143_999] < 1e-6)
    #expect(studio.left(frames: 64).peak == 0)
  }

  @Test func `the new kit plays the hits from the next block on`() throws {
    let studio = try Studio(.sine)
    _ = studio.left(frames: 64)
    try studio.install(.constant)
    let sound = studio.left([.hit()], frames: 1024)
    #expect(sound[600] > 0.1)
    #expect(sound[600...].allSatisfy { abs($0 - sound[600]) < 1e-4 })
  }

  @Test func `the old kit is freed once it has rung out`() throws {
    let studio = try Studio(nil)
    weak var old: Kit?
    do {
      let kit = try Studio.kit(.constant)
      old = kit
      studio.rack.install(kit)
    }
    _ = studio.left([.hit()], frames: 1000)
    try studio.install(.constant)
    _ = studio.left(frames: 1000)
    #expect(studio.rack.collect().kitCount == 2)
    #expect(old != nil)
    _ = studio.left(frames: 3 * 48_000)
    #expect(old != nil)
    #expect(studio.rack.collect().kitCount == 1)
    #expect(old == nil)
  }

  @Test func `the old kit receives chokes and note-offs`() throws {
    let studio = try Studio()
    _ = studio.left([.hit(.openHat), .hit(.snare)], frames: 1000)
    try studio.install(.constant)
    _ = studio.left(
      [.choke(.openHat), SoundEvent(offset: 0, kind: .release, drum: .snare)], frames: 4800)
    #expect(studio.left(frames: 64).peak < 1e-6)
  }

  @Test func `after any number of swaps only the last kit remains`() throws {
    let studio = try Studio()
    for _ in 0..<12 {
      try studio.install(.constant)
      #expect(studio.left([.hit()], frames: 256).peak > 0)
    }
    try studio.install(.sine)
    for _ in 0..<1000 { _ = studio.left(frames: 256) }
    #expect(studio.rack.collect().kitCount == 1)
    #expect(studio.left([.hit()], frames: 1024)[512...].contains { $0 < -0.1 })
  }

  @Test func `kits that were never played are freed too`() throws {
    let studio = try Studio(nil)
    for _ in 0..<5 { try studio.install(.constant) }
    _ = studio.left(frames: 64)
    #expect(studio.rack.collect().kitCount == 1)
  }

  @Test func `a kit of another sample rate or installed twice is refused`() throws {
    let studio = try Studio(nil)
    let kit = try Studio.kit(.constant)
    let isFirst = studio.rack.install(kit)
    #expect(isFirst)
    let isAgain = studio.rack.install(kit)
    #expect(!isAgain)
    let rate = try #require(SampleRate(hertz: 44_100))
    let other = DrumSynthesizer(sampleRate: rate)
    var rack = other.rack
    let isForeign = rack.install(kit)
    #expect(!isForeign)
  }

  @Test func `the renderer keeps its kit when the rack is destroyed`() throws {
    func renderer() throws -> Renderer {
      let synthesizer = DrumSynthesizer(sampleRate: .standard)
      var rack = synthesizer.rack
      rack.install(try Studio.kit(.constant))
      return synthesizer.renderer
    }
    let alone = try Studio(nil)
    alone.renderer = try renderer()
    #expect(alone.left([.hit()], frames: 512).peak > 0.1)
  }

  @Test func `settings and controllers are applied to the next kit`() throws {
    let studio = try Studio()
    studio.set { $0[.snare].level = -12 }
    let before = studio.left([.controller(7, 60), .hit()], frames: 1000)[999]
    _ = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 4800)
    try studio.install(.constant)
    let after = studio.left([.hit()], frames: 1000)[999]
    #expect(abs(after / before - 1) < 0.001)
  }

  @Test func `a program change selects an existing kit and ignores others`() throws {
    let font = TinySoundFont(presets: [(128, 0), (0, 5), (128, 8)])
    let studio = try Studio(font)
    let standard = studio.left([.hit()], frames: 1024)[1000]
    for (program, level) in [(UInt8(5), Float(0)), (8, -8), (127, -8), (255, -8), (0, 0)] {
      _ = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 2400)
      let change = SoundEvent(offset: 0, kind: .program, value: program)
      let heard = decibels(studio.left([change, .hit()], frames: 1024)[1000] / standard)
      #expect(abs(heard - level) < 0.11, "program \(program): \(heard) dB")
    }
    #expect(throws: KitError.self) { try Studio.kit(font, program: 5) }
    #expect(try Studio.kit(font, program: 8).program == 8)
    #expect(try Studio.kit(TinySoundFont(presets: [(128, 16), (128, 8)])).program == 8)
  }

  @Test(
    arguments: [
      // Program 8 is 8 dB softer.
      ([true], -8), ([true, true], -8), ([false], 0), ([false, true], 0), ([true, false], 0),
    ] as [([Bool], Float)])
  func `a selected program is handed on to a kit that is to keep it, and to those after it`(
    loads: [Bool], level: Float
  ) throws {
    let path = try TinySoundFont(presets: [(128, 0), (128, 8)]).write()
    defer { try? FileManager.default.removeItem(atPath: path) }
    func kit() throws -> Kit {
      try Kit(file: SoundFontFile(path: path), program: 0, sampleRate: .standard)
    }
    let studio = try Studio(nil)
    #expect(studio.rack.install(try kit()))
    let standard = studio.left([.hit()], frames: 1024)[1000]
    let silence = SoundEvent(offset: 0, kind: .allSoundOff)
    let change = SoundEvent(offset: 0, kind: .program, value: 8)
    _ = studio.left([silence, change], frames: 2400)
    // The audio thread sees only the last of them.
    for keepsProgram in loads {
      #expect(studio.rack.install(try kit(), keepingProgram: keepsProgram))
    }
    let heard = decibels(studio.left([.hit()], frames: 1024)[1000] / standard)
    #expect(abs(heard - level) < 0.11, "\(heard) dB")
  }

  @Test func `a selected program is not handed on to another preset or another SoundFont`() throws {
    let font = TinySoundFont(presets: [(128, 0), (128, 8), (128, 16)])
    let (path, other) = (try font.write(), try font.write())
    defer { for file in [path, other] { try? FileManager.default.removeItem(atPath: file) } }
    func kit(_ path: String, program: UInt8) throws -> Kit {
      try Kit(file: SoundFontFile(path: path), program: program, sampleRate: .standard)
    }
    let silence = SoundEvent(offset: 0, kind: .allSoundOff)
    for (file, program, level) in [(path, UInt8(16), Float(-16)), (other, 0, 0)] {
      let studio = try Studio(nil)
      #expect(studio.rack.install(try kit(path, program: 0)))
      let standard = studio.left([.hit()], frames: 1024)[1000]
      let change = SoundEvent(offset: 0, kind: .program, value: 8)
      _ = studio.left([silence, change], frames: 2400)
      #expect(studio.rack.install(try kit(file, program: program), keepingProgram: true))
      let heard = decibels(studio.left([.hit()], frames: 1024)[1000] / standard)
      #expect(abs(heard - level) < 0.21, "program \(program): \(heard) dB")
    }
  }
}
