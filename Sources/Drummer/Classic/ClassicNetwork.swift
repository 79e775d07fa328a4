import CVectors

/// The state of a classic model's LSTM.
///
/// A value type: a copy is a checkpoint.
struct ClassicNetwork: Sendable {
  let model: ClassicModel
  /// H values each.
  private(set) var cell: [Float]
  private(set) var hidden: [Float]

  /// A hit as network input: the rows of its drum and of the wait before it.
  struct Event: BitwiseCopyable, Sendable, Hashable {
    var drum: Int
    var wait: Int
  }

  /// The positions of the matrices in the weights.
  private let inputs, answers: Matrix

  private struct Matrix: BitwiseCopyable {
    let offset, columns: Int

    init(_ slot: TensorLayout.Slot) {
      offset = slot.offset
      columns = slot.columns
    }
  }

  /// Starts with a given `cell` and `hidden` state of H values each.
  init(_ model: ClassicModel, cell: [Float], hidden: [Float]) {
    self.model = model
    self.cell = cell
    self.hidden = hidden
    inputs = Matrix(model.layout["Wx"])
    answers = Matrix(model.layout["Wy"])
  }

  /// Runs one LSTM step with `event` as input (nil before the first hit): c ← σ(f)·c +
  /// σ(i)·tanh(g), h ← σ(o)·tanh(c), with the gates f, i, o, g = [drum, wait, h, 1]·Wx.
  mutating func advance(with event: Event?) {
    let design = model.design
    let size = design.hiddenSize
    // 4H values: the gates one after the other, initialised with the bias.
    var gates = row(design.inputCount - 1, of: inputs)
    if let event {
      add([1], rowsFrom: event.drum, of: inputs, to: &gates)
      add([1], rowsFrom: design.drums.count + event.wait, of: inputs, to: &gates)
    }
    add(hidden, rowsFrom: design.answerCount, of: inputs, to: &gates)
    unsafe gates.withUnsafeMutableBufferPointer { gates in
      guard let first = gates.baseAddress else { return }
      unsafe vectors_sigmoid(first, 3 * size)
      unsafe vectors_tanh(first + 3 * size, size)
    }
    for k in 0..<size {
      cell[k] = gates[k] * cell[k] + gates[size + k] * gates[3 * size + k]
      hidden[k] = cell[k]
    }
    unsafe hidden.withUnsafeMutableBufferPointer { hidden in
      guard let first = hidden.baseAddress else { return }
      unsafe vectors_tanh(first, size)
    }
    for k in 0..<size { hidden[k] *= gates[2 * size + k] }
  }

  /// The logits of the next drum, then of the next wait: [h, 1]·Wy.
  func logits() -> [Float] {
    var logits = row(model.design.hiddenSize, of: answers)
    add(hidden, rowsFrom: 0, of: answers, to: &logits)
    return logits
  }

  private func row(_ row: Int, of matrix: Matrix) -> [Float] {
    let start = matrix.offset + row * matrix.columns
    return Array(model.weights[start..<start + matrix.columns])
  }

  /// sum += Σ values[k] · row first + k.
  private func add(
    _ values: [Float], rowsFrom first: Int, of matrix: Matrix, to sum: inout [Float]
  ) {
    unsafe model.weights.withUnsafeBufferPointer { weights in
      unsafe sum.withUnsafeMutableBufferPointer { sum in
        guard let from = weights.baseAddress, let to = sum.baseAddress else { return }
        let rows = unsafe from + matrix.offset + first * matrix.columns
        for (k, value) in values.enumerated() {
          unsafe vectors_add_scaled(to, value, rows + k * matrix.columns, matrix.columns)
        }
      }
    }
  }
}

extension ClassicNetwork {
  /// Softmax over two separate groups of logits, drums and waits; a `temperature` below 1 sharpens
  /// them.
  static func probabilities(
    _ logits: ArraySlice<Float>, temperature: Float = 1
  ) -> [Float] {
    var row = logits.map { $0 / temperature }
    let sum = unsafe row.withUnsafeMutableBufferPointer { row in
      guard let first = row.baseAddress else { return Float(1) }
      return unsafe vectors_exp_below_max(first, row.count)
    }
    for index in row.indices { row[index] /= sum }
    return row
  }
}
