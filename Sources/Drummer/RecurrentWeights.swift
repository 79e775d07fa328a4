import CVectors

/// The weights that every hit is multiplied by, as floats of 16 bits: half the memory to read.
///
/// On a processor that cannot convert them by an instruction they are expanded once; the values, and
/// so the music, are the same.
struct RecurrentWeights: Sendable {
  private let halves: [UInt16]
  private let expanded: [Float]

  /// Weights for the build of the loops in use.
  init(_ halves: [UInt16]) {
    self.init(halves, areExpanded: unsafe vectors_in_use().pointee.converts_halves == 0)
  }

  init(_ halves: [UInt16], areExpanded: Bool) {
    self.halves = areExpanded ? [] : halves
    expanded = areExpanded ? halves.map { Float(Float16(bitPattern: $0)) } : []
  }

  /// y += w · x for `rows` rows from `row` on; each row is as long as x: `columns`.
  func multiplyAdd(
    _ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, row: Int, rows: Int, columns: Int
  ) {
    if expanded.isEmpty {
      unsafe halves.withUnsafeBufferPointer { weights in
        guard let first = weights.baseAddress else { return }
        unsafe vectors_halves_matvec_add(y, first + row * columns, x, rows, columns)
      }
    } else {
      unsafe expanded.withUnsafeBufferPointer { weights in
        guard let first = weights.baseAddress else { return }
        unsafe vectors_matvec_add(y, first + row * columns, x, rows, columns)
      }
    }
  }
}
