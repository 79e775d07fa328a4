import CVectors
import Drummer

/// The classic drummer's weights as every worker reads them.
///
/// While it learns, its gates lie in the order of the other LSTM, i f g o; a model's are f i o g.
final class ClassicWeights {
  let design: ClassicDesign
  let layout: TensorLayout
  /// `Wx`, then `Wy`.
  let all: FloatMemory
  /// H × 4H for the way forward, 4H × H for the way back.
  let recurrent: PackedMatrix
  let recurrentBack: PackedMatrix

  init(_ design: ClassicDesign) {
    self.design = design
    layout = design.layout
    all = FloatMemory(count: layout.count)
    recurrent = PackedMatrix(depth: design.hiddenSize, width: 4 * design.hiddenSize)
    recurrentBack = PackedMatrix(depth: 4 * design.hiddenSize, width: design.hiddenSize)
  }

  /// `Wx`, (V + H + 1) × 4H: where each row begins in the memory.
  func place(ofRow row: Int) -> Int { layout["Wx"].offset + row * layout["Wx"].columns }

  /// H × 4H: the rows of `Wx` for the state before, or those of its gradient.
  func recurrentRows(of memory: FloatMemory? = nil) -> Matrix {
    let slot = layout["Wx"]
    return Matrix(
      memory ?? all, offset: place(ofRow: design.answerCount), rows: design.hiddenSize,
      columns: slot.columns)
  }

  /// H × columns, and below it the bias: the columns of `Wy` for some answers, or of its gradient.
  func answers(_ columns: Range<Int>, of memory: FloatMemory? = nil) -> (rows: Matrix, bias: Matrix)
  {
    let slot = layout["Wy"]
    let all = Matrix(
      memory ?? self.all, offset: slot.offset, rows: slot.rows, columns: slot.columns)[
        columns: columns]
    let size = design.hiddenSize
    return (all[rows: 0..<size], all[rows: size..<size + 1])
  }

  /// Makes the packed copies anew after the weights changed.
  func prepare() {
    recurrent.pack(recurrentRows())
    recurrentBack.pack(recurrentRows(), transposed: true)
  }

  /// Begins as the other design does: uniform within ± 1/√H, but for the biases, which are 0 and 1
  /// for the forget gate.
  func begin(_ chance: inout SplitMix) {
    let bound = 1 / Double(design.hiddenSize).squareRoot()
    var values = (0..<layout.count).map { _ in Float((2 * chance.fraction() - 1) * bound) }
    let (bias, size) = (place(ofRow: design.inputCount - 1), design.hiddenSize)
    for place in bias..<bias + 4 * size { values[place] = 0 }
    for place in bias + size..<bias + 2 * size { values[place] = 1 }
    all.values = values
    prepare()
  }

  /// The weights with their gates in the order of a model's, f i o g.
  var forModel: [Float] { Self.reordered(all.values, self, gates: [1, 0, 3, 2]) }

  /// Takes over a model's weights.
  func load(_ model: ClassicModel) {
    precondition(model.design == design)
    all.values = Self.reordered(model.weights, self, gates: [1, 0, 3, 2])
    prepare()
  }

  /// Both ways the same: f and i change places, and o and g.
  private static func reordered(
    _ values: [Float], _ weights: ClassicWeights, gates: [Int]
  ) -> [Float] {
    var result = values
    let size = weights.design.hiddenSize
    for row in 0..<weights.design.inputCount {
      let begin = weights.place(ofRow: row)
      for (to, from) in gates.enumerated() {
        result[begin + to * size..<begin + (to + 1) * size] =
          values[begin + from * size..<begin + (from + 1) * size]
      }
    }
    return result
  }
}
