import Foundation

/// Writes minimal SoundFonts with one sample (SoundFont 2.04).
struct TinySoundFont {
  /// The sample that every key plays at the same pitch: 16 bits, 48 kHz, looped as a whole.
  var samples = [Int16](repeating: 16_384, count: 480)
  /// Bank and program of each preset; each program is 1 dB quieter than the one before.
  var presets: [(bank: UInt16, program: UInt16)] = [(128, 0)]
  /// SoundFont generators of the only zone: number and amount.
  var generators: [(number: UInt16, amount: Int16)] = []

  /// A constant: its amplitude can be read at any frame.
  static let constant = TinySoundFont()

  /// A sine with 96 frames per period.
  static let sine = TinySoundFont(
    samples: (0..<960).map { Int16(16_384 * sin(Double($0) * 2 * .pi / 96)) })

  /// Writes the file into a new directory and returns its path.
  func write(_ name: String = "tiny.sf2") throws -> String {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  var bytes: [UInt8] {
    let padded = samples + [Int16](repeating: 0, count: 46)
    let info = list(
      "INFO", chunk("ifil", u16(2) + u16(4)), chunk("isng", Array("EMU8000\0".utf8)),
      chunk("INAM", Array("Tiny\0\0".utf8)))
    let data = list("sdta", chunk("smpl", padded.flatMap { u16(UInt16(bitPattern: $0)) }))
    let content = Array("sfbk".utf8) + info + data + presetData
    return Array("RIFF".utf8) + u32(content.count) + content
  }

  private var presetData: [UInt8] {
    // The key range must come first and the sample last; looped, and the same pitch on every key unless
    // the generators say otherwise.
    let isScaled = generators.contains { $0.number == 56 }
    let zone =
      generators.map { ($0.number, $0.amount) } + [(54, 1)] + (isScaled ? [] : [(56, 0)]) + [
        (53, 0)
      ]
    let headers =
      presets.enumerated().flatMap { header("Kit \($1.program)", $1.program, $1.bank, $0) }
      + header("EOP", 0, 0, presets.count)
    let bags = (0...presets.count).flatMap { u16(UInt16(2 * $0)) + u16(0) }
    // FluidSynth multiplies an attenuation in a file by 0.4.
    let presetGenerators =
      presets.flatMap { u16(48) + u16($0.program * 25) + u16(41) + u16(0) } + u32(0)
    let zoneGenerators = zone.flatMap { u16($0.0) + u16(UInt16(bitPattern: $0.1)) } + u32(0)
    let none = [UInt8](repeating: 0, count: 10)
    return list(
      "pdta", chunk("phdr", headers), chunk("pbag", bags), chunk("pmod", none),
      chunk("pgen", presetGenerators),
      chunk("inst", name("Tone") + u16(0) + name("EOI") + u16(1)),
      chunk("ibag", u16(0) + u16(0) + u16(UInt16(zone.count)) + u16(0)), chunk("imod", none),
      chunk("igen", zoneGenerators),
      chunk("shdr", sampleHeader + name("EOS") + [UInt8](repeating: 0, count: 26)))
  }

  private var sampleHeader: [UInt8] {
    name("Tone") + u32(0) + u32(samples.count) + u32(0) + u32(samples.count) + u32(48_000)
      + [60, 0] + u16(0) + u16(1)
  }

  private func header(_ title: String, _ program: UInt16, _ bank: UInt16, _ bag: Int) -> [UInt8] {
    name(title) + u16(program) + u16(bank) + u16(UInt16(bag)) + [UInt8](repeating: 0, count: 12)
  }

  private func list(_ kind: String, _ chunks: [UInt8]...) -> [UInt8] {
    chunk("LIST", Array(kind.utf8) + chunks.joined())
  }

  private func chunk(_ kind: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + u32(bytes.count) + bytes
  }

  private func name(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: 20 - text.utf8.count)
  }

  private func u16(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
  private func u32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
}
