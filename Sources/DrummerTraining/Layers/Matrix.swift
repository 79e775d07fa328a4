/// A fixed block of floats, initially zero, shared by all matrices that view it.
@safe final class FloatMemory {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  init(count: Int) {
    // Aligned to a cache line, which is also the widest vector.
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Float>.stride, alignment: 64)
    unsafe base = bytes.bindMemory(to: Float.self, capacity: max(count, 1))
    unsafe base.initialize(repeating: 0, count: max(count, 1))
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  /// A copy of the contents.
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

/// A strided view of a block of floats; views of the same block share its contents.
@safe struct Matrix {
  let memory: FloatMemory
  let offset: Int
  let rows: Int
  let columns: Int
  /// Floats between the beginnings of two rows.
  let stride: Int

  /// A view of `rows` × `columns` from `offset` on, which must be within the memory.
  init(_ memory: FloatMemory, offset: Int = 0, rows: Int, columns: Int, stride: Int? = nil) {
    self.memory = memory
    self.offset = offset
    self.rows = rows
    self.columns = columns
    self.stride = stride ?? columns
    precondition(offset >= 0 && rows >= 0 && columns >= 0 && self.stride >= columns)
    precondition(
      rows == 0 || offset + (rows - 1) * self.stride + columns <= memory.count,
      "a matrix must lie within its memory")
  }

  /// A new matrix of zeros.
  init(rows: Int, columns: Int) {
    self.init(FloatMemory(count: rows * columns), rows: rows, columns: columns)
  }

  /// The address of the first number.
  var base: UnsafeMutablePointer<Float> { unsafe memory.base + offset }

  /// A view of some rows.
  subscript(rows range: Range<Int>) -> Matrix {
    precondition(range.upperBound <= rows)
    return Matrix(
      memory, offset: offset + range.lowerBound * stride, rows: range.count, columns: columns,
      stride: stride)
  }

  /// A view of some columns.
  subscript(columns range: Range<Int>) -> Matrix {
    precondition(range.upperBound <= columns)
    return Matrix(
      memory, offset: offset + range.lowerBound, rows: rows, columns: range.count, stride: stride)
  }

  /// One element.
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

  /// Sets all elements to 0.
  func clear() {
    for row in 0..<rows { unsafe (base + row * stride).update(repeating: 0, count: columns) }
  }

  /// Copies the elements of `other`, which has the same shape.
  func copy(_ other: Matrix) {
    precondition(other.rows == rows && other.columns == columns)
    for row in 0..<rows {
      unsafe (base + row * stride).update(from: other.base + row * other.stride, count: columns)
    }
  }

  /// A copy of all elements, row by row.
  var values: [Float] {
    (0..<rows).flatMap { row in
      unsafe Array(UnsafeBufferPointer(start: base + row * stride, count: columns))
    }
  }

  /// Whether its rows are contiguous in memory.
  var isDense: Bool { stride == columns || rows < 2 }
}
