import CVectors

/// A layer that adds up rows of tables: embeddings, and the set cells of a look back, each of which
/// is one column of a matrix that lies turned.
struct RowSums {
  /// Where the rows to add begin in the table.
  private(set) var places: [Int32] = []
  /// What each is multiplied with.
  private(set) var values: [Float] = []
  /// Behind the last of each output's rows.
  private(set) var ends: [Int] = []

  /// Outputs told so far.
  var count: Int { ends.count }

  /// Forgets all, and keeps its memory.
  mutating func clear() {
    places.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Adds the row at `place` to the output that is being told.
  mutating func add(_ place: Int, times value: Float = 1) {
    places.append(Int32(truncatingIfNeeded: place))
    values.append(value)
  }

  /// The next output begins.
  mutating func close() { ends.append(places.count) }

  /// output[n] += Σ value · row, for every output told; output is count × width.
  func forward(table: FloatMemory, into output: Matrix) {
    precondition(output.rows == count)
    unsafe eachOutput { n, places, values, rows in
      unsafe training_gather(
        output.base + n * output.stride, table.base, places, values, rows, output.columns)
    }
  }

  /// The gradient of every row that was added grows by that of its output, count × width.
  func backward(_ gradient: Matrix, into table: FloatMemory) {
    precondition(gradient.rows == count)
    unsafe eachOutput { n, places, values, rows in
      unsafe training_scatter(
        table.base, gradient.base + n * gradient.stride, places, values, rows, gradient.columns)
    }
  }

  private func eachOutput(
    _ body: (Int, UnsafePointer<Int32>, UnsafePointer<Float>, Int) -> Void
  ) {
    unsafe places.withUnsafeBufferPointer { places in
      unsafe values.withUnsafeBufferPointer { values in
        guard let place = places.baseAddress, let value = values.baseAddress else { return }
        var begin = 0
        for (n, end) in ends.enumerated() {
          if end > begin { unsafe body(n, place + begin, value + begin, end - begin) }
          begin = end
        }
      }
    }
  }
}
