import FluidSynthesizer
import Foundation
import MusicalTime
import Playback
import Rhythm
import Testing

/// SoundFonts whose samples are Ogg Vorbis (.sf3).
struct CompressedSoundFontTests {
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sf3")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  /// What is heard of one stroke of each drum in turn.
  private func strokes(_ path: String, _ drums: [Drum], frames: Int) throws -> [[Float]] {
    let studio = try Studio(nil)
    #expect(try studio.install(Kit(file: SoundFontFile(path: path), sampleRate: .standard)))
    return drums.map { drum in
      let sound = studio.left([.hit(drum, velocity: 100)], frames: frames)
      _ = studio.left([SoundEvent(offset: 0, kind: .allSoundOff)], frames: 2_048)
      return sound
    }
  }

  /// The power of the difference to the power of the sound, in dB.
  private func residual(_ sound: [Float], _ expected: [Float]) -> Float {
    let difference = zip(sound, expected).reduce(Float(0)) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    return 10 * log10(difference / expected.reduce(0) { $0 + $1 * $1 })
  }

  @Test func `a compressed sample sounds and loops as the one it was made of`() throws {
    var font = TinySoundFont.sine
    font.samples = (0..<9_600).map { Int16(16_384 * sin(Double($0) * 2 * .pi / 96)) }
    let plain = try font.write()
    defer { try? FileManager.default.removeItem(atPath: plain) }
    try withFile(SoundFontCompressor(font.bytes).compressed()) { path in
      let expected = try strokes(plain, [.snare], frames: 48_000)[0]
      let sound = try strokes(path, [.snare], frames: 48_000)[0]
      #expect(residual(sound, expected) < -30)
    }
  }

  @Test func `samples of odd length with nothing to fill it up, as MuseScore's are, are read past`()
    throws
  {
    let compressor = SoundFontCompressor(TinySoundFont.sine.bytes)
    func kits(_ bytes: [UInt8]) throws -> [SoundFontFile.DrumPreset] {
      var kits: [SoundFontFile.DrumPreset] = []
      try withFile(bytes) { kits = try SoundFontFile(path: $0).drumPresets }
      return kits
    }
    let found = try kits(compressor.compressed(toOddLength: true))
    #expect(try !found.isEmpty && found == kits(compressor.compressed()))
  }

  @Test func `the bundled kit, compressed, sounds the same with every drum`() throws {
    let kit = try SoundFontSearch(explicit: bundledKit).find()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: kit.path)))
    let small = try SoundFontCompressor(bytes).compressed()
    #expect(small.count < bytes.count / 2)
    try withFile(small) { path in
      let file = try SoundFontFile(path: path)
      #expect(file.drumPresets == kit.drumPresets && file.name == kit.name)
      let expected = try strokes(kit.path, Drum.all, frames: 9_600)
      let heard = try strokes(path, Drum.all, frames: 9_600)
      for (drum, (sound, plain)) in zip(Drum.all, zip(heard, expected)) {
        #expect(residual(sound, plain) < -15, "\(drum.name)")
        let levels = [sound, plain].map { 10 * log10($0.reduce(0) { $0 + $1 * $1 }) }
        #expect(abs(levels[0] - levels[1]) < 0.5, "\(drum.name)")
      }
    }
  }

  @Test func `a damaged compressed sample neither crashes nor keeps the rest from sounding`() throws
  {
    let bytes = try SoundFontCompressor(TinySoundFont.sine.bytes).compressed()
    let start = try #require(
      (0..<bytes.count - 4).first { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) == "OggS" })
    for place in stride(from: start, to: start + 3_000, by: 97) where place < bytes.count - 400 {
      var damaged = bytes
      damaged[place] ^= 0xff
      try withFile(damaged) { path in
        guard let file = try? SoundFontFile(path: path),
          let kit = try? Kit(file: file, sampleRate: .standard)
        else { return }
        let studio = try Studio(nil)
        #expect(studio.install(kit))
        #expect(studio.left([.hit()], frames: 512).allSatisfy { $0.isFinite })
      }
    }
  }
}

/// The kit of this repository.
let bundledKit = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appending(path: "../../SoundFonts/Ghostnote-Kit.sf2").standardized.path
