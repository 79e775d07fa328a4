import Drummer

/// The index of each table row in the weights (followed by the transposed tensors).
struct ParameterLayout {
  /// Style, fill and tempo inputs of one layer.
  struct Condition {
    let style: Int
    let fill: Int
    /// Transposed: three rows.
    let tempo: Int
    let tempoBias: Int
    let width: Int
    let unknownStyle: Int
  }

  /// The inputs of the LSTM.
  struct Input {
    /// One per attribute of the last hit.
    let attributes: [Int]
    let position: Int
    let bar: Int
    /// Transposed: one row per step and drum.
    let heard: Int
    let heardBias: Int
    let condition: Condition
    let width: Int
  }

  /// The inputs of a head other than the LSTM's output.
  struct Head {
    let attribute: Attribute
    /// One per attribute sampled earlier.
    let known: [Int]
    let position: Int
    /// Transposed: one row per drum.
    let cells: Int
    let biases: [Int]
    /// The drum's last two hits: six, or none.
    let memory: [Int]
    /// The drum's history at this position: nine, or none.
    let positionHistory: [Int]
    let condition: Condition
    let width: Int
  }

  /// A tensor that is also stored transposed.
  struct Turned {
    let slot: TensorLayout.Slot
    let offset: Int
  }

  let input: Input
  let heads: [Head]
  let turned: [Turned]
  /// The number of values including the transposed ones.
  let count: Int

  init(_ design: DrummerDesign, _ layout: TensorLayout) {
    var turned: [Turned] = []
    var end = layout.count
    func turn(_ name: String) -> Int {
      let slot = layout[name]
      defer { end += slot.count }
      turned.append(Turned(slot: slot, offset: end))
      return end
    }
    func condition(_ key: String) -> Condition {
      Condition(
        style: layout["\(key).style.weight"].offset, fill: layout["\(key).fill.weight"].offset,
        tempo: turn("\(key).bpm.weight"), tempoBias: layout["\(key).bpm.bias"].offset,
        width: layout["\(key).style.weight"].columns, unknownStyle: design.styleCount)
    }
    input = Input(
      attributes: Attribute.allCases.map { layout["emb.\($0.key).weight"].offset },
      position: layout["pos.weight"].offset, bar: layout["bar.weight"].offset,
      heard: turn("lin.weight"), heardBias: layout["lin.bias"].offset,
      condition: condition("cond"), width: design.embeddingSize)
    heads = Attribute.allCases.map { attribute in
      let key = "h.\(attribute.key)"
      return Head(
        attribute: attribute,
        known: attribute.earlier.map { layout["\(key).e_\($0.key).weight"].offset },
        position: layout["\(key).pos.weight"].offset, cells: turn("\(key).look.weight"),
        biases: [layout["\(key).u.bias"].offset, layout["\(key).look.bias"].offset],
        memory: attribute.knowsItsDrum
          ? DrumMemory.counts.indices.map { layout["\(key).same.\($0).weight"].offset } : [],
        positionHistory: design.headsWithPositionHistory.contains(attribute)
          ? PositionHistory.counts.indices.map { layout["\(key).slot.\($0).weight"].offset } : [],
        condition: condition("\(key).cond"), width: design.headSize)
    }
    self.turned = turned
    count = end
  }
}
