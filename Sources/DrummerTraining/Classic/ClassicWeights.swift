import CVectors
import Drummer

/// The classic model's weights, read by all workers.
///
/// During training the gates are in the order of the other LSTM, i f g o; in a model they are f i o
/// g.
final class ClassicWeights: NetworkParameters {
  let design: ClassicDesign
  let layout: TensorLayout
  /// `Wx`, then `Wy`.
  let all: FloatMemory
  /// H × 4H for the forward pass, 4H × H for the backward pass.
  let recurrent: PackedMatrix
  let recurrentBack: PackedMatrix
  /// The probability of each drum's velocities, 32 per drum: a table that is counted, not learned.
  var velocities: [Float]

  init(_ design: ClassicDesign) {
    self.design = design
    layout = design.layout
    all = FloatMemory(count: layout.count)
    recurrent = PackedMatrix(depth: design.hiddenSize, width: 4 * design.hiddenSize)
    recurrentBack = PackedMatrix(depth: 4 * design.hiddenSize, width: design.hiddenSize)
    let width = Vocabulary.velocityCount
    velocities = [Float](repeating: 1 / Float(width), count: Vocabulary.drumCount * width)
  }

  /// `Wx` is (V + H + 1) × 4H: the index at which a row begins.
  func offset(ofRow row: Int) -> Int { layout["Wx"].offset + row * layout["Wx"].columns }

  /// H × 4H: the rows of `Wx` for the previous hidden state, or those of its gradient.
  func recurrentRows(of memory: FloatMemory? = nil) -> Matrix {
    let slot = layout["Wx"]
    return Matrix(
      memory ?? all, offset: offset(ofRow: design.answerCount), rows: design.hiddenSize,
      columns: slot.columns)
  }

  /// H × columns, and the bias row below: some output columns of `Wy`, or of its gradient.
  func answers(_ columns: Range<Int>, of memory: FloatMemory? = nil) -> (rows: Matrix, bias: Matrix)
  {
    let slot = layout["Wy"]
    let all = Matrix(
      memory ?? self.all, offset: slot.offset, rows: slot.rows, columns: slot.columns)[
        columns: columns]
    let size = design.hiddenSize
    return (all[rows: 0..<size], all[rows: size..<size + 1])
  }

  /// The largest probability of the drum that entry `index` of `velocities` belongs to.
  func largestVelocity(inRowOf index: Int) -> Float {
    let begin = index - index % Vocabulary.velocityCount
    return velocities[begin..<begin + Vocabulary.velocityCount].max() ?? 0
  }

  static let parts = 2

  /// Updates the packed copies after a change of the weights.
  func prepare(part: Int) {
    if part == 0 {
      recurrent.pack(recurrentRows())
    } else {
      recurrentBack.pack(recurrentRows(), transposed: true)
    }
  }

  /// Uniform within ± 1/√H, the biases 0, and the forget gate's bias 1.
  func initialWeights(_ chance: inout SplitMix) -> [Float] {
    let bound = 1 / Double(design.hiddenSize).squareRoot()
    var values = (0..<layout.count).map { _ in Float((2 * chance.fraction() - 1) * bound) }
    let (bias, size) = (offset(ofRow: design.inputCount - 1), design.hiddenSize)
    for index in bias..<bias + 4 * size { values[index] = 0 }
    for index in bias + size..<bias + 2 * size { values[index] = 1 }
    return values
  }

  /// `values` with gates in a model's order, f i o g, or back: swaps f with i, and o with g.
  func swappingGates(_ values: [Float]) -> [Float] {
    var result = values
    let size = design.hiddenSize
    for row in 0..<design.inputCount {
      let begin = offset(ofRow: row)
      for (to, from) in [1, 0, 3, 2].enumerated() {
        result[begin + to * size..<begin + (to + 1) * size] =
          values[begin + from * size..<begin + (from + 1) * size]
      }
    }
    return result
  }
}
