import CVectors
import Testing

/// Every build that this processor can run, beside the one for every processor.
@Suite struct VectorBuildTests {
  private static let lengths = [1, 3, 15, 16, 17, 33, 130, 256]

  /// What the loops of vectors.h give, one after the other.
  private func playing(_ build: VectorBuild, _ count: Int) -> [UInt32] {
    let loops = unsafe build.loops
    let (rows, x) = (13, numbers(count, seed: 1))
    let weights = numbers(rows * count, seed: 2)
    var y = numbers(rows, seed: 3)
    unsafe loops.matvec_add(&y, weights, x, rows, count)
    unsafe loops.halves_matvec_add(&y, weights.map { Float16($0).bitPattern }, x, rows, count)
    var sums = x
    unsafe loops.add(&sums, weights, count)
    unsafe loops.add_scaled(&sums, 0.3, weights, count)
    unsafe loops.add_pair(&sums, x, 0.7, weights, count)
    let gates = numbers(4 * count, seed: 4, within: 12)
    var (hidden, cell) = (x, x)
    unsafe loops.lstm_cell(&hidden, &cell, sums, gates, count)
    var (sigmoid, tanh, relu, exponentials) = (gates, gates + x, gates, gates)
    unsafe loops.sigmoid(&sigmoid, sigmoid.count)
    unsafe loops.tanh(&tanh, tanh.count)
    unsafe loops.relu(&relu, relu.count)
    let total = unsafe loops.exp_below_max(&exponentials, count)
    return (y + sums + hidden + cell + sigmoid + tanh + relu + exponentials + [total]).map(
      \.bitPattern)
  }

  @Test(arguments: VectorBuild.runnable, lengths)
  func `what plays gives the same bits in every build`(build: VectorBuild, count: Int) {
    #expect(playing(build, count) == playing(.plain, count))
  }

  /// A diverged training is found by its NaN, so that no curve may turn one into a number. (That its conversion to an
  /// integer is defined cannot be seen here.)
  @Test(arguments: VectorBuild.runnable, lengths)
  func `what is not a number stays so in every build`(build: VectorBuild, count: Int) {
    let loops = unsafe build.loops
    for nan in [Float.nan, -Float.nan, Float.signalingNaN] {
      var (sigmoid, tanh) = (
        [Float](repeating: nan, count: count), [Float](repeating: nan, count: count)
      )
      unsafe loops.sigmoid(&sigmoid, count)
      unsafe loops.tanh(&tanh, count)
      #expect(sigmoid.allSatisfy(\.isNaN) && tanh.allSatisfy(\.isNaN))
      var logits = numbers(count, seed: 1)
      logits[count / 2] = nan
      let total = unsafe loops.exp_below_max(&logits, count)
      #expect(total.isNaN && logits[count / 2].isNaN)
    }
  }

  /// Rows times a packed matrix, added to what was there.
  private func packed(_ build: VectorBuild, rows: Int, depth: Int, width: Int) -> [Float] {
    let (x, w) = (numbers(rows * depth, seed: 1), numbers(depth * width, seed: 2))
    var y = numbers(rows * width, seed: 3)
    let panel = Int(TRAINING_PANEL)
    var panels = [Float](repeating: .nan, count: depth * ((width + panel - 1) / panel) * panel)
    unsafe build.loops.pack(&panels, w, depth, width, width, 1)
    unsafe build.loops.multiply_packed(&y, width, x, depth, panels, rows, depth, width)
    return y
  }

  @Test(arguments: VectorBuild.runnable, [(1, 5, 7), (8, 16, 32), (13, 33, 40)])
  func `rows times a packed matrix are the same but for rounding`(
    build: VectorBuild, size: (rows: Int, depth: Int, width: Int)
  ) {
    let (rows, depth, width) = size
    let (x, w) = (numbers(rows * depth, seed: 1), numbers(depth * width, seed: 2))
    var y = numbers(rows * width, seed: 3)
    for row in 0..<rows {
      for column in 0..<width {
        for k in 0..<depth { y[row * width + column] += x[row * depth + k] * w[k * width + column] }
      }
    }
    expectAlike(packed(build, rows: rows, depth: depth, width: width), y)
  }

  /// A step of training forward and back, its loss, and what it does to weights.
  private func training(_ build: VectorBuild, _ count: Int) -> [Float] {
    let (loops, rows) = unsafe (build.loops, 3)
    var gates = numbers(4 * rows * count, seed: 1, within: 4)
    let before = numbers(rows * count, seed: 2)
    var (c, t, h) = (before, before, before)
    unsafe loops.cell(&gates, before, &c, &t, &h, rows, count)
    var dc = numbers(rows * count, seed: 3)
    unsafe loops.cell_back(&gates, before, t, h, &dc, rows, count)
    unsafe loops.drop(&h, rows, count, [1, 2, 3], 1 << 30)
    unsafe loops.relu_back(&dc, before, rows * count, 1.5)
    var sums = numbers(count, seed: 4)
    unsafe loops.add_columns(&sums, c, rows, count)
    unsafe loops.gather(&sums, c, [Int32(count), 0], [0.5, 0.25], 2, count)
    unsafe loops.scatter(&c, sums, [0, Int32(count)], [0.5, 0.25], 2, count)
    var (logits, losses) = (c, [Float](repeating: 0, count: rows))
    var right = [UInt8](repeating: 0, count: rows)
    unsafe loops.fill(&logits, sums, before, rows, count)
    unsafe loops.accumulate(&logits, c, rows * count)
    unsafe loops.cross_entropy(
      &logits, [0, 0, Int32(count - 1)], &losses, &right, rows, count, 0.1)
    var (weights, moment1, moment2, average) = (before, t, h.map { $0 * $0 }, before)
    let settings = training_adamw_settings(
      rate: 0.01, decay: 0.1, beta1: 0.9, beta2: 0.99, epsilon: 1e-6, correction1: 0.1,
      correction2: 0.01, clip: 0.5, average_keeps: 0.9)
    unsafe loops.adamw(&weights, &moment1, &moment2, &average, logits, rows * count, settings)
    let square = Float(unsafe loops.square_sum(logits, rows * count))
    return gates + h + dc + sums + c + losses + right.map(Float.init) + weights + average + [square]
  }

  @Test(arguments: VectorBuild.runnable, lengths)
  func `what learns is the same in every build but for rounding`(build: VectorBuild, count: Int) {
    expectAlike(training(build, count), training(.plain, count), within: 1e-4)
  }
}
