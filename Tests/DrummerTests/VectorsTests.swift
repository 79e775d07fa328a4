import CVectors
import Foundation
import GhostnoteTesting
import Testing

@testable import Drummer

/// Compares the vectorised loops with plain ones, also at lengths that do not fill a vector.
@Suite struct VectorsTests {
  static let lengths = [1, 3, 7, 16, 33, 130, 256]

  private func product(_ w: [Float], _ x: [Float], onto y: [Float]) -> [Float] {
    y.indices.map { row in
      x.indices.reduce(y[row]) { $0 + w[row * x.count + $1] * x[$1] }
    }
  }

  @Test(arguments: lengths, [1, 4, 13, 34])
  func `a matrix times a vector`(columns: Int, rows: Int) {
    let (w, x) = (numbers(rows * columns, seed: 1), numbers(columns, seed: 2))
    let before = numbers(rows, seed: 3)
    var y = before
    unsafe vectors_matvec_add(&y, w, x, rows, columns)
    expectAlike(y, product(w, x, onto: before))
  }

  @Test(arguments: lengths, [1, 4, 13, 34])
  func `a matrix of halves times a vector`(columns: Int, rows: Int) {
    let (w, x) = (numbers(rows * columns, seed: 1).map(Float16.init), numbers(columns, seed: 2))
    let before = numbers(rows, seed: 3)
    var y = before
    unsafe vectors_halves_matvec_add(&y, w.map(\.bitPattern), x, rows, columns)
    expectAlike(y, product(w.map(Float.init), x, onto: before))
  }

  @Test func `halves near zero keep their value, expanded or not`() {
    // The least, the greatest and some of those between that are not normal, of both signs.
    let halves: [UInt16] = [
      1, 2, 511, 1_023, 1_024, 0x7bff, 0x8001, 0x83ff, 0x8400, 0xfbff, 0, 0x8000,
    ]
    for build in VectorBuild.runnable {
      for half in halves {
        var y: Float = 0
        unsafe build.loops.halves_matvec_add(&y, [half], [1], 1, 1)
        #expect(y == Float(Float16(bitPattern: half)), "\(build) \(half)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `recurrent weights give the same bits, expanded or not`(areExpanded: Bool) {
    let (rows, columns) = (9, 21)
    let halves = numbers(rows * columns, seed: 1).map { Float16($0).bitPattern }
    let x = numbers(columns, seed: 2)
    var (y, expected) = ([Float](repeating: 1, count: 4), [Float](repeating: 1, count: 4))
    let weights = RecurrentWeights(halves, areExpanded: areExpanded)
    unsafe weights.multiplyAdd(&y, x, row: 5, rows: 4, columns: columns)
    unsafe vectors_halves_matvec_add(&expected, Array(halves[(5 * columns)...]), x, 4, columns)
    #expect(y == expected)
  }

  @Test func `the fastest build is used by default`() throws {
    let asked = ProcessInfo.processInfo.environment["GHOSTNOTE_VECTORS"]
    try #require(asked == nil)
    #expect(NetworkLoops.name == NetworkLoops.runnable.last)
    #expect(NetworkLoops.runnable.first == VectorBuild.runnable.first?.testDescription)
  }

  @Test(arguments: lengths) func `sums of rows`(count: Int) {
    let (a, b) = (numbers(count, seed: 1), numbers(count, seed: 2))
    var y = a
    unsafe vectors_add(&y, b, count)
    expectAlike(y, zip(a, b).map(+))
    unsafe vectors_add_scaled(&y, 0.5, a, count)
    expectAlike(y, zip(a, b).map { 1.5 * $0 + $1 })
    unsafe vectors_add_pair(&y, a, -2, b, count)
    expectAlike(y, zip(a, b).map { 2.5 * $0 - $1 })
  }

  @Test(arguments: lengths) func `curves`(count: Int) {
    let x = numbers(count, seed: 4, within: 12) + numbers(count, seed: 5, within: 0.3)
    var y = x
    unsafe vectors_sigmoid(&y, y.count)
    expectAlike(y, x.map { 1 / (1 + exp(-$0)) }, within: 1e-6)
    y = x
    unsafe vectors_tanh(&y, y.count)
    expectAlike(y, x.map(tanh), within: 1e-6)
    y = x
    unsafe vectors_relu(&y, y.count)
    #expect(y == x.map { max($0, 0) })
  }

  @Test(arguments: lengths) func `a step of an LSTM`(count: Int) {
    let (gates, before) = (numbers(4 * count, seed: 6, within: 5), numbers(count, seed: 7))
    var (hidden, cell) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    unsafe vectors_lstm_cell(&hidden, &cell, before, gates, count)
    func logistic(_ x: Float) -> Float { 1 / (1 + exp(-x)) }
    let expected = (0..<count).map { i in
      logistic(gates[count + i]) * before[i] + logistic(gates[i]) * tanh(gates[2 * count + i])
    }
    expectAlike(cell, expected, within: 1e-6)
    expectAlike(
      hidden, (0..<count).map { logistic(gates[3 * count + $0]) * tanh(expected[$0]) },
      within: 1e-6)
  }

  @Test(arguments: lengths) func `exponentials below the greatest`(count: Int) {
    let x = numbers(count, seed: 8, within: 20)
    var y = x
    let sum = unsafe vectors_exp_below_max(&y, count)
    let expected = x.map { exp($0 - (x.max() ?? 0)) }
    expectAlike(y, expected, within: 1e-6)
    expectAlike([sum], [expected.reduce(0, +)])
  }
}
