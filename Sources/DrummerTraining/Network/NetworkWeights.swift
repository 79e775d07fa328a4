import CVectors
import Drummer

/// The network's weights, read by all workers: as in files, and some tensors also transposed or
/// packed.
final class NetworkWeights: NetworkParameters {
  let design: DrummerDesign
  let layout: TensorLayout
  let parameterLayout: ParameterLayout
  /// All tensors in the order of the layout, then the transposed ones.
  let all: FloatMemory
  /// W_hhᵀ for the forward pass, W_hh for the backward pass.
  let recurrent: PackedMatrix
  let recurrentBack: PackedMatrix
  /// The four heads' weights for the LSTM's output, concatenated: 4·head × hidden.
  let heads: Matrix

  init(_ design: DrummerDesign) {
    self.design = design
    layout = TensorLayout(design)
    parameterLayout = ParameterLayout(design, layout)
    all = FloatMemory(count: parameterLayout.count)
    recurrent = PackedMatrix(depth: design.hiddenSize, width: 4 * design.hiddenSize)
    recurrentBack = PackedMatrix(depth: 4 * design.hiddenSize, width: design.hiddenSize)
    heads = Matrix(rows: Attribute.allCases.count * design.headSize, columns: design.hiddenSize)
  }

  /// A tensor; a vector is one row.
  func tensor(_ name: String, of memory: FloatMemory? = nil) -> Matrix {
    let slot = layout[name]
    let isVector = slot.shape.count == 1
    return Matrix(
      memory ?? all, offset: slot.offset, rows: isVector ? 1 : slot.rows,
      columns: isVector ? slot.rows : slot.columns)
  }

  func initialWeights(_ chance: inout SplitMix) -> [Float] {
    layout.beginning(design, chance: &chance)
  }

  /// The parts of `prepare` that can run in parallel.
  static let parts = 2

  /// Updates the transposed and packed copies after a change of the weights.
  func prepare(part: Int) {
    if part == 0 {
      recurrent.pack(tensor("lstm.weight_hh_l0"), transposed: true)
      for turned in parameterLayout.turned {
        unsafe training_transpose(
          all.base + turned.offset, all.base + turned.slot.offset, turned.slot.rows,
          turned.slot.columns)
      }
    } else {
      recurrentBack.pack(tensor("lstm.weight_hh_l0"))
      for attribute in Attribute.allCases {
        headRows(attribute, of: heads).copy(tensor("h.\(attribute.key).u.weight"))
      }
    }
  }

  /// One head's rows of a matrix with the shape of `heads`.
  func headRows(_ attribute: Attribute, of matrix: Matrix) -> Matrix {
    let first = attribute.rawValue * design.headSize
    return matrix[rows: first..<first + design.headSize]
  }
}
