import Foundation
import GhostnoteTesting
import Testing

@testable import DrummerTraining

/// The layers of a network, each against plain loops in double precision.
@Suite struct LayerTests {
  private static func random(
    _ rows: Int, _ columns: Int, using chance: inout SplitMix64
  ) -> Matrix {
    let matrix = Matrix(rows: rows, columns: columns)
    for row in 0..<rows {
      for column in 0..<columns { matrix[row, column] = .random(in: -1...1, using: &chance) }
    }
    return matrix
  }

  /// Rows as plain numbers.
  private static func rows(_ matrix: Matrix) -> [[Double]] {
    (0..<matrix.rows).map { row in (0..<matrix.columns).map { Double(matrix[row, $0]) } }
  }

  private static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
    a.map { row in
      (0..<(b.first?.count ?? 0)).map { column in
        zip(row, b).map { $0 * $1[column] }.reduce(0, +)
      }
    }
  }

  private static func turned(_ a: [[Double]]) -> [[Double]] {
    (0..<(a.first?.count ?? 0)).map { column in a.map { $0[column] } }
  }

  private static func isNear(_ a: [[Double]], _ b: [[Double]]) -> Bool {
    zip(a.joined(), b.joined()).allSatisfy { abs($0 - $1) < 1e-4 }
      && a.map(\.count) == b.map(\.count)
  }

  @Test func `views share what they see, and nothing beside it`() {
    let whole = Matrix(rows: 4, columns: 5)
    for row in 0..<4 { for column in 0..<5 { whole[row, column] = Float(10 * row + column) } }
    let part = whole[rows: 1..<3][columns: 2..<4]
    #expect(part.values == [12, 13, 22, 23] && !part.isDense && whole.isDense)
    part[1, 0] = -1
    #expect(whole[2, 2] == -1)
    part.clear()
    #expect(whole.values.filter { $0 == 0 }.count == 5 && whole[1, 1] == 11 && whole[1, 4] == 14)
    part.copy(whole[rows: 2..<4][columns: 0..<2])
    #expect(part.values == [20, 21, 30, 31] && whole[1, 2] == 20)
    #expect(whole[rows: 3..<4][columns: 1..<2].isDense && whole[rows: 2..<2].values.isEmpty)
  }

  @Test func `memory is written and read as a whole`() {
    let memory = FloatMemory(count: 6)
    #expect(memory.values == [0, 0, 0, 0, 0, 0])
    memory.values = [1, 2, 3, 4, 5, 6]
    let (left, right) = (
      Matrix(memory, rows: 2, columns: 1, stride: 3),
      Matrix(memory, offset: 1, rows: 2, columns: 2, stride: 3)
    )
    #expect(left.values == [1, 4] && right.values == [2, 3, 5, 6])
    #expect(FloatMemory(count: 0).values.isEmpty)
  }

  @Test func `products of parts of matrices, turned and added`() throws {
    var chance = SplitMix64(seed: 1)
    let blas = try BLAS()
    for _ in 0..<10 {
      let (m, n, k) = (
        Int.random(in: 1...9, using: &chance), Int.random(in: 1...9, using: &chance),
        Int.random(in: 1...9, using: &chance)
      )
      let a = Self.random(m, k + 2, using: &chance)[columns: 1..<k + 1]
      let b = Self.random(k, n, using: &chance)
      let c = Self.random(m, n + 3, using: &chance)[columns: 2..<n + 2]
      let (expected, before) = (Self.product(Self.rows(a), Self.rows(b)), Self.rows(c))
      blas.multiply(a, b, into: c, adding: true)
      let sum = zip(before, expected).map { zip($0, $1).map(+) }
      #expect(Self.isNear(Self.rows(c), sum))
      blas.multiply(a, b, into: c)
      #expect(Self.isNear(Self.rows(c), expected))
      let bTurned = Self.random(n, k, using: &chance)
      blas.multiply(a, turned: bTurned, into: c)
      #expect(
        Self.isNear(Self.rows(c), Self.product(Self.rows(a), Self.turned(Self.rows(bTurned)))))
      let aTurned = Self.random(k, m, using: &chance)
      blas.multiply(turned: aTurned, b, into: c)
      #expect(
        Self.isNear(Self.rows(c), Self.product(Self.turned(Self.rows(aTurned)), Self.rows(b))))
    }
  }

  @Test func `a packed matrix multiplies as it did unpacked, of any size`() {
    var chance = SplitMix64(seed: 2)
    for (depth, width, rows) in [(1, 1, 1), (3, 17, 2), (8, 16, 4), (5, 33, 3), (16, 64, 1)] {
      let w = Self.random(depth, width, using: &chance)
      let x = Self.random(rows, depth, using: &chance)
      let packed = PackedMatrix(depth: depth, width: width)
      packed.pack(w)
      let y = Matrix(rows: rows, columns: width)
      packed.multiply(x, into: y)
      let expected = Self.product(Self.rows(x), Self.rows(w))
      #expect(Self.isNear(Self.rows(y), expected))
      // Adds, and packs what is turned.
      let turned = Matrix(rows: width, columns: depth)
      for row in 0..<depth { for column in 0..<width { turned[column, row] = w[row, column] } }
      packed.pack(turned, transposed: true)
      packed.multiply(x, into: y)
      #expect(Self.isNear(Self.rows(y), expected.map { $0.map { 2 * $0 } }))
    }
  }

  @Test func `a linear layer is a product and a bias, and its gradients are theirs`() throws {
    var chance = SplitMix64(seed: 3)
    let blas = try BLAS()
    let layer = Linear(
      weight: Self.random(4, 3, using: &chance), bias: Self.random(1, 4, using: &chance))
    let (x, y) = (Self.random(5, 3, using: &chance), Matrix(rows: 5, columns: 4))
    layer.forward(x, into: y, blas)
    let bias = Self.rows(layer.bias)[0]
    let product = Self.product(Self.rows(x), Self.turned(Self.rows(layer.weight)))
    #expect(Self.isNear(Self.rows(y), product.map { zip($0, bias).map(+) }))

    let dy = Self.random(5, 4, using: &chance)
    let dx = Self.random(5, 3, using: &chance)
    let gradient = Linear(weight: Matrix(rows: 4, columns: 3), bias: Matrix(rows: 1, columns: 4))
    for _ in 0..<2 { layer.backward(dy, x: x, into: dx, gradient: gradient, blas) }
    #expect(Self.isNear(Self.rows(dx), Self.product(Self.rows(dy), Self.rows(layer.weight))))
    // Gradients of weights are added up.
    let weights = Self.product(Self.turned(Self.rows(dy)), Self.rows(x))
    #expect(Self.isNear(Self.rows(gradient.weight), weights.map { $0.map { 2 * $0 } }))
    let sums = Self.turned(Self.rows(dy)).map { 2 * $0.reduce(0, +) }
    #expect(Self.isNear(Self.rows(gradient.bias), [sums]))
  }

  @Test func `rows of a table are summed, with their factors, and gradients go back to them`() {
    var chance = SplitMix64(seed: 4)
    let (width, count) = (5, 7)
    let table = FloatMemory(count: width * count)
    table.values = (0..<width * count).map { _ in .random(in: -1...1, using: &chance) }
    var sums = RowSums()
    let wanted: [[(row: Int, factor: Float)]] = [[(2, 1), (5, 0.5), (2, -2)], [], [(6, 3)]]
    for output in wanted {
      for (row, factor) in output { sums.add(row * width, times: factor) }
      sums.close()
    }
    let output = Matrix(rows: 3, columns: width)
    output[1, 0] = 7
    sums.forward(table: table, into: output)
    var expected = [[Double]](repeating: Array(repeating: 0, count: width), count: 3)
    expected[1][0] = 7
    for (index, rows) in wanted.enumerated() {
      for (row, factor) in rows {
        for column in 0..<width {
          expected[index][column] += Double(factor * table.values[row * width + column])
        }
      }
    }
    #expect(Self.isNear(Self.rows(output), expected))

    let gradient = Self.random(3, width, using: &chance)
    let back = FloatMemory(count: width * count)
    sums.backward(gradient, into: back)
    for row in 0..<count {
      for column in 0..<width {
        var sum: Float = 0
        for (index, rows) in wanted.enumerated() {
          for (other, factor) in rows where other == row { sum += factor * gradient[index, column] }
        }
        #expect(abs(back.values[row * width + column] - sum) < 1e-5)
      }
    }
    sums.clear()
    #expect(sums.count == 0 && sums.offsets.isEmpty)
  }

  @Test func `dropout leaves its share out, keeps the mean, and falls the same for the same key`() {
    let dropout = Dropout(share: 0.25)
    let (rows, columns) = (40, 256)
    let ones = { () -> Matrix in
      let matrix = Matrix(rows: rows, columns: columns)
      matrix.memory.values = Array(repeating: 1, count: rows * columns)
      return matrix
    }
    let keys = Dropout.keys(seed: 9, numbers: 0..<rows)
    let (first, second, other) = (ones(), ones(), ones())
    dropout.apply(first, keys: keys[...])
    dropout.apply(second, keys: keys[...])
    dropout.apply(other, keys: Dropout.keys(seed: 10, numbers: 0..<rows)[...])
    #expect(first.values == second.values && first.values != other.values)
    #expect(abs(dropout.scale - 4.0 / 3) < 1e-5)
    #expect(first.values.allSatisfy { $0 == 0 || abs($0 - dropout.scale) < 1e-6 })
    let left = Double(first.values.count { $0 == 0 }) / Double(rows * columns)
    #expect(abs(left - 0.25) < 0.02)
    // A row's mask depends on its key alone.
    let last = ones()[rows: 0..<1]
    dropout.apply(last, keys: keys[39...])
    #expect(last.values == first[rows: 39..<40].values)
    let none = ones()
    Dropout(share: 0).apply(none, keys: keys[...])
    #expect(none.values.allSatisfy { $0 == 1 })
    #expect(Set(keys).count == rows)
  }

  @Test func `what was not positive, or was dropped, has no gradient`() {
    let layer = DroppedRelu(dropout: Dropout(share: 0.5))
    let x = Matrix(rows: 1, columns: 6)
    x.memory.values = [-1, 0, 0.5, 2, -3, 4]
    let y = Matrix(rows: 1, columns: 6)
    y.copy(x)
    layer.forward(y, keys: nil)
    #expect(y.values == [0, 0, 0.5, 2, 0, 4])
    y[0, 3] = 0
    let dx = Matrix(rows: 1, columns: 6)
    dx.memory.values = [1, 1, 1, 1, 1, -1]
    layer.backward(dx, y: y)
    #expect(dx.values == [0, 0, 2, 0, 0, -2])
  }

  @Test func `the loss is the target's surprise, and its gradient the shares less the target`() {
    var chance = SplitMix64(seed: 5)
    let (rows, columns) = (6, 13)
    let logits = Self.random(rows, columns, using: &chance)
    logits[2, 4] = 40
    let before = Self.rows(logits)
    let targets = (0..<rows).map { $0 == 2 ? 4 : Int32.random(in: 0..<13, using: &chance) }
    var loss = CrossEntropy(rows: rows + 2)
    loss.forwardAndBackward(logits, targets: targets, scale: 0.5)
    for row in 0..<rows {
      let weights = before[row].map { exp($0 - before[row][0]) }
      let shares = weights.map { $0 / weights.reduce(0, +) }
      let target = Int(targets[row])
      #expect(abs(Double(loss.losses[row]) + log(shares[target])) < 1e-4)
      #expect(loss.right[row] == (before[row][target] == before[row].max() ? 1 : 0))
      for column in 0..<columns {
        let expected = 0.5 * (shares[column] - (column == target ? 1 : 0))
        #expect(abs(Double(logits[row, column]) - expected) < 1e-5)
      }
    }
    #expect(loss.losses[rows...] == [0, 0])
  }

  @Test func `a sequence goes on from its end, or from nothing where a piece begins`() {
    let sequence = LSTMSequence(rows: 2, times: 3, hidden: 2)
    sequence.last = [1, 2, 3, 4, 5, 6, 7, 8]
    #expect(sequence.last == [1, 2, 3, 4, 5, 6, 7, 8])
    sequence.carry(reset: [false, true])
    #expect(sequence.states[rows: 0..<2].values == [1, 2, 0, 0])
    #expect(sequence.cells[rows: 0..<2].values == [5, 6, 0, 0])
    #expect(sequence.outputs.rows == 6 && sequence.statesBefore.values[..<4] == [1, 2, 0, 0])
  }

  @Test func `one step of the cell is the LSTM's`() {
    var chance = SplitMix64(seed: 6)
    let (rows, hidden) = (2, 3)
    let sequence = LSTMSequence(rows: rows, times: 2, hidden: hidden)
    let recurrent = Self.random(hidden, 4 * hidden, using: &chance)
    let packed = PackedMatrix(depth: hidden, width: 4 * hidden)
    packed.pack(recurrent)
    sequence.last = (0..<2 * rows * hidden).map { _ in .random(in: -1...1, using: &chance) }
    sequence.carry(reset: [false, false])
    sequence.gates.copy(Self.random(2 * rows, 4 * hidden, using: &chance))
    let inputs = Self.rows(sequence.gates)
    var states = Self.rows(sequence.states[rows: 0..<rows])
    var cells = Self.rows(sequence.cells[rows: 0..<rows])
    sequence.forward(recurrent: packed)
    func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }
    for time in 0..<2 {
      let sums = Self.product(states, Self.rows(recurrent))
      for row in 0..<rows {
        let gates = zip(inputs[time * rows + row], sums[row]).map(+)
        for unit in 0..<hidden {
          let (i, f) = (sigmoid(gates[unit]), sigmoid(gates[hidden + unit]))
          let (g, o) = (tanh(gates[2 * hidden + unit]), sigmoid(gates[3 * hidden + unit]))
          cells[row][unit] = f * cells[row][unit] + i * g
          states[row][unit] = o * tanh(cells[row][unit])
        }
      }
      #expect(
        Self.isNear(Self.rows(sequence.outputs[rows: time * rows..<(time + 1) * rows]), states))
    }
  }
}
