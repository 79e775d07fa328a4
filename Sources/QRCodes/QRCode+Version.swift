extension QRCode {
  /// What a size of code holds (ISO/IEC 18004, tables 1, 7 and 9, annex E).
  struct Version: Sendable {
    let number: Int
    /// Data and error correction together.
    let codewordCount: Int
    /// Centres of the alignment patterns, along both sides.
    let alignments: [Int]
    private let low: Blocks
    private let medium: Blocks

    /// How the codewords are divided.
    struct Blocks: Sendable {
      let count: Int
      /// Error correction codewords in each.
      let correction: Int
    }

    private init(
      _ number: Int, _ codewords: Int, _ alignments: [Int], low: (Int, Int), medium: (Int, Int)
    ) {
      self.number = number
      codewordCount = codewords
      self.alignments = alignments
      self.low = Blocks(count: low.0, correction: low.1)
      self.medium = Blocks(count: medium.0, correction: medium.1)
    }

    static let all = [
      Version(1, 26, [], low: (1, 7), medium: (1, 10)),
      Version(2, 44, [6, 18], low: (1, 10), medium: (1, 16)),
      Version(3, 70, [6, 22], low: (1, 15), medium: (1, 26)),
      Version(4, 100, [6, 26], low: (1, 20), medium: (2, 18)),
      Version(5, 134, [6, 30], low: (1, 26), medium: (2, 24)),
      Version(6, 172, [6, 34], low: (2, 18), medium: (4, 16)),
      Version(7, 196, [6, 22, 38], low: (2, 20), medium: (4, 18)),
      Version(8, 242, [6, 24, 42], low: (2, 24), medium: (4, 22)),
      Version(9, 292, [6, 26, 46], low: (2, 30), medium: (5, 22)),
      Version(10, 346, [6, 28, 50], low: (4, 18), medium: (5, 26)),
    ]

    var size: Int { 17 + 4 * number }

    func blocks(_ correction: Correction) -> Blocks { correction == .low ? low : medium }

    private func dataCount(_ correction: Correction) -> Int {
      let blocks = blocks(correction)
      return codewordCount - blocks.count * blocks.correction
    }

    /// Bits of the number that says how many bytes follow.
    private var countBits: Int { number < 10 ? 8 : 16 }

    /// Bytes of text that fit.
    func byteCapacity(_ correction: Correction) -> Int {
      (8 * dataCount(correction) - 4 - countBits) / 8
    }

    /// All codewords of a text in byte mode, in the order in which they are placed.
    func codewords(of bytes: [UInt8], _ correction: Correction) -> [UInt8] {
      var bits = BitWriter()
      bits.write(0b0100, 4)
      bits.write(bytes.count, countBits)
      for byte in bytes { bits.write(Int(byte), 8) }
      return interleaved(bits.padded(to: dataCount(correction)), blocks(correction))
    }

    /// Column by column over the blocks: first data, then error correction. The last blocks are one longer.
    private func interleaved(_ data: [UInt8], _ blocks: Blocks) -> [UInt8] {
      let (short, longer) = data.count.quotientAndRemainder(dividingBy: blocks.count)
      var parts: [[UInt8]] = []
      var start = 0
      for index in 0..<blocks.count {
        let count = short + (index >= blocks.count - longer ? 1 : 0)
        parts.append(Array(data[start..<start + count]))
        start += count
      }
      let code = ReedSolomon(degree: blocks.correction)
      let corrections = parts.map(code.remainder)
      let mixed = (0...short).flatMap { column in
        parts.compactMap { column < $0.count ? $0[column] : nil }
      }
      return mixed + (0..<blocks.correction).flatMap { column in corrections.map { $0[column] } }
    }
  }
}

/// Bits in order, the highest first.
private struct BitWriter {
  private var bits: [Bool] = []

  mutating func write(_ value: Int, _ count: Int) {
    for shift in (0..<count).reversed() { bits.append(value >> shift & 1 == 1) }
  }

  /// A terminator of four bits, then bytes that alternate up to `count`.
  func padded(to count: Int) -> [UInt8] {
    var bits = bits + [Bool](repeating: false, count: min(4, 8 * count - bits.count))
    bits += [Bool](repeating: false, count: (8 - bits.count % 8) % 8)
    var bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) as UInt8 }
    }
    for index in 0..<(count - bytes.count) { bytes.append(index.isMultiple(of: 2) ? 0xEC : 0x11) }
    return bytes
  }
}
