import CVectors

/// A matrix packed for repeated multiplication with few rows.
@safe struct PackedMatrix {
  let depth: Int
  let width: Int
  private let panels: FloatMemory

  /// Space for depth × width.
  init(depth: Int, width: Int) {
    self.depth = depth
    self.width = width
    let panel = Int(TRAINING_PANEL)
    panels = FloatMemory(count: (width + panel - 1) / panel * panel * depth)
  }

  /// Packs w, depth × width, or width × depth when `transposed`.
  func pack(_ w: Matrix, transposed: Bool = false) {
    precondition((transposed ? w.columns : w.rows) == depth)
    precondition((transposed ? w.rows : w.columns) == width)
    unsafe training_pack(
      panels.base, w.base, depth, width, transposed ? 1 : w.stride, transposed ? w.stride : 1)
  }

  /// y += x · w.
  func multiply(_ x: Matrix, into y: Matrix) {
    precondition(x.columns == depth && y.columns == width && x.rows == y.rows)
    unsafe training_multiply_packed(
      y.base, y.stride, x.base, x.stride, panels.base, x.rows, depth, width)
  }
}

/// An LSTM over several rows and time steps, with the buffers for the backward pass; ordered by
/// time, then row. Gates in PyTorch's order, i f g o.
///
/// Only the product with the previous hidden state is computed inside the loop over time; input
/// products and weight gradients are computed for all time steps at once.
struct LSTMSequence {
  let rows: Int
  let times: Int
  let hidden: Int
  /// times·rows × 4·hidden: the pre-activations, then the gates, then the gradient of the
  /// pre-activations.
  let gates: Matrix
  /// (1 + times)·rows × hidden; the first rows are the initial state.
  let states: Matrix
  let cells: Matrix
  /// times·rows × hidden.
  private let tanhCells: Matrix
  /// rows × hidden.
  private let cellGradient: Matrix

  init(rows: Int, times: Int, hidden: Int) {
    self.rows = rows
    self.times = times
    self.hidden = hidden
    gates = Matrix(rows: times * rows, columns: 4 * hidden)
    states = Matrix(rows: (times + 1) * rows, columns: hidden)
    cells = Matrix(rows: (times + 1) * rows, columns: hidden)
    tanhCells = Matrix(rows: times * rows, columns: hidden)
    cellGradient = Matrix(rows: rows, columns: hidden)
  }

  /// The hidden states: times·rows × hidden.
  var outputs: Matrix { states[rows: rows..<(times + 1) * rows] }
  /// The hidden state before each of those.
  var statesBefore: Matrix { states[rows: 0..<times * rows] }

  /// The hidden and cell state after the last time step.
  var last: [Float] {
    get { states[rows: lastStep].values + cells[rows: lastStep].values }
    nonmutating set {
      precondition(newValue.count == 2 * rows * hidden)
      for row in 0..<rows {
        for unit in 0..<hidden {
          states[times * rows + row, unit] = newValue[row * hidden + unit]
          cells[times * rows + row, unit] = newValue[(rows + row) * hidden + unit]
        }
      }
    }
  }

  private var lastStep: Range<Int> { times * rows..<(times + 1) * rows }

  /// Continues from the last sequence's final state, with zeros in the rows that are reset.
  func carry(reset: [Bool]) {
    precondition(reset.count == rows)
    for row in 0..<rows {
      let (first, last) = (row..<row + 1, times * rows + row..<times * rows + row + 1)
      for memory in [states, cells] {
        if reset[row] {
          memory[rows: first].clear()
        } else {
          memory[rows: first].copy(memory[rows: last])
        }
      }
    }
  }

  /// `gates` holds x · W_ihᵀ + b; `recurrent` is W_hhᵀ.
  func forward(recurrent: PackedMatrix) {
    for time in 0..<times {
      let now = time * rows..<(time + 1) * rows
      let next = (time + 1) * rows..<(time + 2) * rows
      recurrent.multiply(states[rows: now], into: gates[rows: now])
      unsafe training_cell(
        gates[rows: now].base, cells[rows: now].base, cells[rows: next].base,
        tanhCells[rows: now].base, states[rows: next].base, rows, hidden)
    }
  }

  /// `outputGradient`: times·rows × hidden, is added to; `recurrent` is W_hh. Leaves the gradient
  /// of the pre-activations in `gates`.
  func backward(_ outputGradient: Matrix, recurrent: PackedMatrix) {
    cellGradient.clear()
    for time in (0..<times).reversed() {
      let now = time * rows..<(time + 1) * rows
      let here = outputGradient[rows: now]
      unsafe training_cell_back(
        gates[rows: now].base, cells[rows: now].base, tanhCells[rows: now].base, here.base,
        cellGradient.base, rows, hidden)
      guard time > 0 else { continue }
      recurrent.multiply(
        gates[rows: now], into: outputGradient[rows: now.lowerBound - rows..<now.lowerBound])
    }
  }
}
