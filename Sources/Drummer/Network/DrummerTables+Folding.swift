import CVectors

/// Builds the tables from a model's weights.
struct Folding {
  private let model: DrummerModel
  private(set) var numbers: [Float] = []

  init(_ model: DrummerModel) {
    self.model = model
    numbers.reserveCapacity(1 << 20)
  }

  private var design: DrummerDesign { model.design }
  private var gates: Int { 4 * design.hiddenSize }
  private var head: Int { design.headSize }
  private var heads: [String] { Attribute.allCases.map(\.key) }

  /// The tensor's values, row by row.
  private func tensor(_ name: String) -> ArraySlice<Float> {
    model.weights[model.layout[name].range]
  }

  /// One row, or one column as a row.
  private func row(_ index: Int, of name: String) -> [Float] {
    let slot = model.layout[name]
    return Array(model.weights[(slot.offset + index * slot.columns)...].prefix(slot.columns))
  }
  private func column(_ index: Int, of name: String) -> [Float] {
    let slot = model.layout[name]
    return (0..<slot.rows).map { model.weights[slot.offset + $0 * slot.columns + index] }
  }

  /// The contribution of `input`, as wide as the embedding, to the gates.
  private func throughInput(_ input: [Float]) -> [Float] {
    var sum = [Float](repeating: 0, count: gates)
    let weights = tensor("lstm.weight_ih_l0")
    unsafe sum.withUnsafeMutableBufferPointer { sum in
      unsafe weights.withUnsafeBufferPointer { weights in
        unsafe vectors_matvec_add(
          sum.baseAddress, weights.baseAddress, input, gates, design.embeddingSize)
      }
    }
    return sum
  }

  private mutating func add(_ rows: [[Float]]) -> DrummerTables.Rows {
    let table = DrummerTables.Rows(offset: numbers.count, width: rows.first?.count ?? 0)
    for row in rows { numbers += row }
    return table
  }

  mutating func always() -> DrummerTables.Rows {
    var row = throughInput(sum("lin.bias", "cond.bpm.bias"))
    for name in ["lstm.bias_ih_l0", "lstm.bias_hh_l0"] { row = zip(row, tensor(name)).map(+) }
    for key in heads {
      let biases = sum("h.\(key).u.bias", "h.\(key).cond.bpm.bias")
      row += zip(biases, tensor("h.\(key).look.bias")).map(+)
    }
    return add([row])
  }

  private func sum(_ a: String, _ b: String) -> [Float] { zip(tensor(a), tensor(b)).map(+) }

  /// The contributions of one condition to the gates and the four heads, one row per value.
  mutating func conditions(_ kind: String, rows: Int) -> DrummerTables.Rows {
    add(
      (0..<rows).map { index in
        heads.reduce(throughInput(row(index, of: "cond.\(kind).weight"))) {
          $0 + row(index, of: "h.\($1).cond.\(kind).weight")
        }
      })
  }

  /// The same for the three tempo features, which are columns.
  mutating func tempo() -> DrummerTables.Rows {
    add(
      (0..<3).map { index in
        heads.reduce(throughInput(column(index, of: "cond.bpm.weight"))) {
          $0 + column(index, of: "h.\($1).cond.bpm.weight")
        }
      })
  }

  mutating func throughInput(_ name: String) -> DrummerTables.Rows {
    add((0..<model.layout[name].rows).map { throughInput(row($0, of: name)) })
  }

  mutating func heard() -> DrummerTables.Rows {
    add(
      (0..<design.heardSize).map { index in
        throughInput(column(index, of: "lin.weight")) + column(index, of: "h.ds.look.weight")
      })
  }

  mutating func recalled() -> DrummerTables.Rows {
    add(
      (0..<design.recalledSize).map { index in
        ["note", "off", "vel"].flatMap { column(index, of: "h.\($0).look.weight") }
      })
  }

  /// The rows of several tensors, concatenated.
  mutating func side(_ names: [String]) -> DrummerTables.Rows {
    let count = names.first.map { model.layout[$0].rows } ?? 0
    return add((0..<count).map { index in names.flatMap { row(index, of: $0) } })
  }

  mutating func decided(_ attribute: Attribute) -> DrummerTables.Rows {
    side(heads[(attribute.rawValue + 1)...].map { "h.\($0).e_\(attribute.key).weight" })
  }

  mutating func copy(_ name: String) -> DrummerTables.Rows {
    let slot = model.layout[name]
    defer { numbers += tensor(name) }
    return DrummerTables.Rows(offset: numbers.count, width: slot.columns)
  }

  /// The recurrent weights, by which the hidden state is multiplied for each hit.
  func recurrent() -> [UInt16] {
    (["lstm.weight_hh_l0"] + heads.map { "h.\($0).u.weight" }).flatMap { name in
      tensor(name).map { Float16($0).bitPattern }
    }
  }
}
