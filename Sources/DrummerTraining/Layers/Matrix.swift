/// Floats at a place that stays, zero at first, freed with the last matrix that shows them.
@safe final class FloatMemory {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  init(count: Int) {
    // A cache line, which is the widest vector, too.
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Float>.stride, alignment: 64)
    unsafe base = bytes.bindMemory(to: Float.self, capacity: max(count, 1))
    unsafe base.initialize(repeating: 0, count: max(count, 1))
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  /// A copy of all that is in it.
  var values: [Float] {
    get { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }
    set {
      precondition(newValue.count == count)
      unsafe newValue.withUnsafeBufferPointer { new in
        guard let first = new.baseAddress else { return }
        unsafe base.update(from: first, count: count)
      }
    }
  }
}

/// A view of rows of floats; all that views the same memory changes together.
@safe struct Matrix {
  let memory: FloatMemory
  let offset: Int
  let rows: Int
  let columns: Int
  /// Floats between the beginnings of two rows.
  let stride: Int

  /// Views `rows` of `columns` from `offset` on; they must lie within the memory.
  init(_ memory: FloatMemory, offset: Int = 0, rows: Int, columns: Int, stride: Int? = nil) {
    self.memory = memory
    self.offset = offset
    self.rows = rows
    self.columns = columns
    self.stride = stride ?? columns
    precondition(offset >= 0 && rows >= 0 && columns >= 0 && self.stride >= columns)
    precondition(
      rows == 0 || offset + (rows - 1) * self.stride + columns <= memory.count,
      "a matrix lies within its memory")
  }

  /// New rows of zeros.
  init(rows: Int, columns: Int) {
    self.init(FloatMemory(count: rows * columns), rows: rows, columns: columns)
  }

  /// The first number.
  var base: UnsafeMutablePointer<Float> { unsafe memory.base + offset }

  /// Some of the rows.
  subscript(rows range: Range<Int>) -> Matrix {
    precondition(range.upperBound <= rows)
    return Matrix(
      memory, offset: offset + range.lowerBound * stride, rows: range.count, columns: columns,
      stride: stride)
  }

  /// Some of the columns.
  subscript(columns range: Range<Int>) -> Matrix {
    precondition(range.upperBound <= columns)
    return Matrix(
      memory, offset: offset + range.lowerBound, rows: rows, columns: range.count, stride: stride)
  }

  /// One number.
  subscript(row: Int, column: Int) -> Float {
    get {
      precondition(row >= 0 && row < rows && column >= 0 && column < columns)
      return unsafe base[row * stride + column]
    }
    nonmutating set {
      precondition(row >= 0 && row < rows && column >= 0 && column < columns)
      unsafe base[row * stride + column] = newValue
    }
  }

  /// Makes every number 0.
  func clear() {
    for row in 0..<rows { unsafe (base + row * stride).update(repeating: 0, count: columns) }
  }

  /// Takes over the numbers of `other`, which has the same shape.
  func copy(_ other: Matrix) {
    precondition(other.rows == rows && other.columns == columns)
    for row in 0..<rows {
      unsafe (base + row * stride).update(from: other.base + row * other.stride, count: columns)
    }
  }

  /// A copy of all its numbers, row after row.
  var values: [Float] {
    (0..<rows).flatMap { row in
      unsafe Array(UnsafeBufferPointer(start: base + row * stride, count: columns))
    }
  }

  /// Whether its rows lie one behind the other.
  var isDense: Bool { stride == columns || rows < 2 }
}
