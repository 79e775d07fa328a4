import Drummer

/// Where in the weights (with the turned tensors behind them) each row lies that layers add up.
struct NetworkPlaces {
  /// Style, fill and tempo, as they are added to one layer.
  struct Condition {
    let style: Int
    let fill: Int
    /// Turned: three rows.
    let tempo: Int
    let tempoBias: Int
    let width: Int
    let unknownStyle: Int
  }

  /// What goes into the LSTM.
  struct Input {
    /// Of each attribute of the hit before.
    let attributes: [Int]
    let position: Int
    let bar: Int
    /// Turned: a row for each cell.
    let heard: Int
    let heardBias: Int
    let condition: Condition
    let width: Int
  }

  /// What is added to a head beside the LSTM's product.
  struct Head {
    let attribute: Attribute
    /// Of each attribute decided before.
    let known: [Int]
    let position: Int
    /// Turned: a row for each cell.
    let cells: Int
    let biases: [Int]
    /// Of the drum's memory: six, or none.
    let memory: [Int]
    /// Of the memory of places: nine, or none.
    let habits: [Int]
    let condition: Condition
    let width: Int
  }

  /// One tensor that also lies turned, columns as rows.
  struct Turned {
    let slot: TensorLayout.Slot
    let place: Int
  }

  let input: Input
  let heads: [Head]
  let turned: [Turned]
  /// How many numbers there are with the turned ones.
  let count: Int

  init(_ design: DrummerDesign, _ layout: TensorLayout) {
    var turned: [Turned] = []
    var end = layout.count
    func turn(_ name: String) -> Int {
      let slot = layout[name]
      defer { end += slot.count }
      turned.append(Turned(slot: slot, place: end))
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
        habits: design.remembersPlaces(for: attribute)
          ? PlaceMemory.counts.indices.map { layout["\(key).slot.\($0).weight"].offset } : [],
        condition: condition("\(key).cond"), width: design.headSize)
    }
    self.turned = turned
    count = end
  }
}
