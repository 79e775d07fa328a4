import CVectors
import Drummer

/// A network's weights as every worker reads them: as files have them, some of them turned or
/// packed, too.
final class NetworkWeights {
  let design: DrummerDesign
  let layout: TensorLayout
  let places: NetworkPlaces
  /// All tensors in the layout's order, then the turned ones.
  let all: FloatMemory
  /// W_hhᵀ for the way forward, W_hh for the way back.
  let recurrent: PackedMatrix
  let recurrentBack: PackedMatrix
  /// The four heads' weights for the LSTM's outputs, one below the other: 4·head × hidden.
  let heads: Matrix

  init(_ design: DrummerDesign) {
    self.design = design
    layout = TensorLayout(design)
    places = NetworkPlaces(design, layout)
    all = FloatMemory(count: places.count)
    recurrent = PackedMatrix(depth: design.hiddenSize, width: 4 * design.hiddenSize)
    recurrentBack = PackedMatrix(depth: 4 * design.hiddenSize, width: design.hiddenSize)
    heads = Matrix(rows: Attribute.allCases.count * design.headSize, columns: design.hiddenSize)
  }

  /// One tensor; a vector is one row.
  func tensor(_ name: String, of memory: FloatMemory? = nil) -> Matrix {
    let slot = layout[name]
    let isVector = slot.shape.count == 1
    return Matrix(
      memory ?? all, offset: slot.offset, rows: isVector ? 1 : slot.rows,
      columns: isVector ? slot.rows : slot.columns)
  }

  /// All tensors in one row.
  var weights: Matrix { Matrix(all, rows: 1, columns: layout.count) }

  /// Takes over `values`, one for each place of the layout, and makes the copies anew.
  func load(_ values: [Float]) {
    precondition(values.count == layout.count)
    unsafe values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      unsafe all.base.update(from: first, count: values.count)
    }
    for part in 0..<Self.parts { prepare(part: part) }
  }

  /// Parts of `prepare` that can be done at once.
  static let parts = 2

  /// Makes the turned and packed copies anew after the weights changed.
  func prepare(part: Int) {
    if part == 0 {
      recurrent.pack(tensor("lstm.weight_hh_l0"), transposed: true)
      for turned in places.turned {
        unsafe training_transpose(
          all.base + turned.place, all.base + turned.slot.offset, turned.slot.rows,
          turned.slot.columns)
      }
    } else {
      recurrentBack.pack(tensor("lstm.weight_hh_l0"))
      for attribute in Attribute.allCases {
        headRows(attribute, of: heads).copy(tensor("h.\(attribute.key).u.weight"))
      }
    }
  }

  /// One head's rows of a matrix shaped like `heads`.
  func headRows(_ attribute: Attribute, of matrix: Matrix) -> Matrix {
    let first = attribute.rawValue * design.headSize
    return matrix[rows: first..<first + design.headSize]
  }
}
