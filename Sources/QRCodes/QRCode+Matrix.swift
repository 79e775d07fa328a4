extension QRCode {
  /// The modules while a code is drawn.
  struct Matrix: Sendable, Hashable {
    let size: Int
    private let version: Int
    private var isDark: [Bool]
    /// Modules of the patterns by which a reader finds its way; data and masks leave them out.
    private var isFixed: [Bool]

    /// The patterns of a version, without data.
    init(_ version: Version) {
      size = version.size
      self.version = version.number
      isDark = [Bool](repeating: false, count: size * size)
      isFixed = isDark
      for place in 0..<size {
        fix(place, 6, place.isMultiple(of: 2))
        fix(6, place, place.isMultiple(of: 2))
      }
      for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(column, row) }
      for column in version.alignments {
        for row in version.alignments where !isFixed[row * size + column] || isTiming(column, row) {
          drawAlignment(column, row)
        }
      }
      drawFormat(0)
      if version.number >= 7 { drawVersion() }
    }

    subscript(column: Int, row: Int) -> Bool { isDark[row * size + column] }

    private mutating func fix(_ column: Int, _ row: Int, _ dark: Bool) {
      guard (0..<size).contains(column), (0..<size).contains(row) else { return }
      isDark[row * size + column] = dark
      isFixed[row * size + column] = true
    }

    /// Whether an alignment pattern lies on a timing pattern, away from the finders.
    private func isTiming(_ column: Int, _ row: Int) -> Bool {
      (column == 6 || row == 6) && (9..<size - 9).contains(max(column, row))
    }

    /// With the light ring around it.
    private mutating func drawFinder(_ column: Int, _ row: Int) {
      for (right, down) in Self.offsets(4) {
        let ring = max(abs(right), abs(down))
        fix(column + right, row + down, ring != 2 && ring != 4)
      }
    }

    private mutating func drawAlignment(_ column: Int, _ row: Int) {
      for (right, down) in Self.offsets(2) {
        fix(column + right, row + down, max(abs(right), abs(down)) != 1)
      }
    }

    private static func offsets(_ reach: Int) -> [(Int, Int)] {
      (-reach...reach).flatMap { right in (-reach...reach).map { (right, $0) } }
    }

    /// The level of correction and the mask, twice (ISO/IEC 18004, 7.9).
    private mutating func drawFormat(_ format: Int) {
      let bits = (format << 10 | Self.remainder(of: format << 10, by: 0x537, 10)) ^ 0x5412
      let bit = { (index: Int) in bits >> index & 1 == 1 }
      for index in 0...5 { fix(8, index, bit(index)) }
      fix(8, 7, bit(6))
      fix(8, 8, bit(7))
      fix(7, 8, bit(8))
      for index in 9..<15 { fix(14 - index, 8, bit(index)) }
      for index in 0..<8 { fix(size - 1 - index, 8, bit(index)) }
      for index in 8..<15 { fix(8, size - 15 + index, bit(index)) }
      fix(8, size - 8, true)
    }

    /// Twice (ISO/IEC 18004, 7.10).
    private mutating func drawVersion() {
      let bits = version << 12 | Self.remainder(of: version << 12, by: 0x1F25, 12)
      for index in 0..<18 {
        let (far, near) = (size - 11 + index % 3, index / 3)
        fix(far, near, bits >> index & 1 == 1)
        fix(near, far, bits >> index & 1 == 1)
      }
    }

    /// Of a division of polynomials over GF(2).
    private static func remainder(of value: Int, by divisor: Int, _ degree: Int) -> Int {
      var rest = value
      for shift in (degree..<18).reversed() where rest >> shift & 1 == 1 {
        rest ^= divisor << (shift - degree)
      }
      return rest
    }

    /// Fills what is free with codewords, in columns of two from the right, upwards and downwards in turn.
    mutating func place(_ codewords: [UInt8]) {
      var index = 0
      for (column, row) in freeModules where index < 8 * codewords.count {
        isDark[row * size + column] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
        index += 1
      }
    }

    private var freeModules: [(Int, Int)] {
      let rights = stride(from: size - 1, through: 1, by: -2).map { $0 <= 6 ? $0 - 1 : $0 }
      return rights.enumerated().flatMap { turn, right in
        (0..<size).flatMap { step in
          let row = turn.isMultiple(of: 2) ? size - 1 - step : step
          return [(right, row), (right - 1, row)].filter { !isFixed[row * size + $0.0] }
        }
      }
    }

    /// With mask and format drawn.
    func masked(by mask: Int, _ correction: Correction) -> Matrix {
      var masked = self
      for row in 0..<size {
        for column in 0..<size where !isFixed[row * size + column] {
          if Self.inverts(mask, column, row) { masked.isDark[row * size + column].toggle() }
        }
      }
      masked.drawFormat((correction == .low ? 1 : 0) << 3 | mask)
      return masked
    }

    /// ISO/IEC 18004, table 10.
    private static func inverts(_ mask: Int, _ column: Int, _ row: Int) -> Bool {
      switch mask {
      case 0: (row + column) % 2 == 0
      case 1: row % 2 == 0
      case 2: column % 3 == 0
      case 3: (row + column) % 3 == 0
      case 4: (row / 2 + column / 3) % 2 == 0
      case 5: row * column % 2 + row * column % 3 == 0
      case 6: (row * column % 2 + row * column % 3) % 2 == 0
      default: ((row + column) % 2 + row * column % 3) % 2 == 0
      }
    }
  }
}
