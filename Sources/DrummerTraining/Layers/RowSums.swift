import CVectors

/// A layer that sums rows of tables: embeddings, and the look-back inputs, each of which is a
/// column of a transposed matrix.
struct RowSums {
  /// The index in the table of each row to sum.
  private(set) var offsets: [Int32] = []
  /// The factor of each row.
  private(set) var values: [Float] = []
  /// For each output, one past the last of its rows.
  private(set) var ends: [Int] = []

  /// The number of outputs so far.
  var count: Int { ends.count }

  /// Removes all outputs and keeps the capacity.
  mutating func clear() {
    offsets.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Adds the row at `offset` to the current output.
  mutating func add(_ offset: Int, times value: Float = 1) {
    offsets.append(Int32(truncatingIfNeeded: offset))
    values.append(value)
  }

  /// Completes the current output.
  mutating func close() { ends.append(offsets.count) }

  /// output[n] += Σ value · row, for every output; `output` is count × width.
  func forward(table: FloatMemory, into output: Matrix) {
    precondition(output.rows == count)
    unsafe eachOutput { n, offsets, values, rows in
      unsafe training_gather(
        output.base + n * output.stride, table.base, offsets, values, rows, output.columns)
    }
  }

  /// Adds each output's gradient (count × width) to the rows that were summed.
  func backward(_ gradient: Matrix, into table: FloatMemory) {
    precondition(gradient.rows == count)
    unsafe eachOutput { n, offsets, values, rows in
      unsafe training_scatter(
        table.base, gradient.base + n * gradient.stride, offsets, values, rows, gradient.columns)
    }
  }

  private func eachOutput(
    _ body: (Int, UnsafePointer<Int32>, UnsafePointer<Float>, Int) -> Void
  ) {
    unsafe offsets.withUnsafeBufferPointer { offsets in
      unsafe values.withUnsafeBufferPointer { values in
        guard let offset = offsets.baseAddress, let value = values.baseAddress else { return }
        var begin = 0
        for (n, end) in ends.enumerated() {
          if end > begin { unsafe body(n, offset + begin, value + begin, end - begin) }
          begin = end
        }
      }
    }
  }
}
