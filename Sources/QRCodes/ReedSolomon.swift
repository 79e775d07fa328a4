/// Reed–Solomon codes over GF(2⁸) with the polynomial x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004, 7.5.2).
struct ReedSolomon: Sendable {
  /// Coefficients below the leading one, the highest power first.
  private let generator: [UInt8]

  /// The product of (x − 2ⁱ) for i from 0 to `degree` − 1.
  init(degree: Int) {
    var generator = [UInt8](repeating: 0, count: degree)
    generator[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        generator[index] = Self.product(generator[index], root)
        if index + 1 < degree { generator[index] ^= generator[index + 1] }
      }
      root = Self.product(root, 2)
    }
    self.generator = generator
  }

  /// The error correction codewords of `data`.
  func remainder(of data: [UInt8]) -> [UInt8] {
    var remainder = [UInt8](repeating: 0, count: generator.count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in generator.indices {
        remainder[index] ^= Self.product(generator[index], factor)
      }
    }
    return remainder
  }

  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var (sum, term) = (0 as UInt8, left)
    for bit in 0..<8 {
      if right >> bit & 1 == 1 { sum ^= term }
      term = term << 1 ^ (term & 0x80 == 0 ? 0 : 0x1D)
    }
    return sum
  }
}
