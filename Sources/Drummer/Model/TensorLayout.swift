/// Where each tensor lies in one long row of numbers.
public struct TensorLayout: Sendable, Hashable {
  /// One tensor: a matrix of rows, or a vector with one column.
  public struct Slot: Sendable, Hashable {
    public let name: String
    /// As files give it: one or two numbers.
    public let shape: [Int]
    /// Where it begins.
    public let offset: Int

    /// How many numbers it has.
    public var count: Int { shape.reduce(1, *) }
    public var range: Range<Int> { offset..<offset + count }
    /// The first of its sizes.
    public var rows: Int { shape[0] }
    /// Numbers in a row; 1 for a vector.
    public var columns: Int { shape.count > 1 ? shape[1] : 1 }
  }

  /// By name, as in files.
  public let slots: [Slot]
  /// How many numbers there are in all.
  public let count: Int
  private let places: [String: Int]

  /// Lays the tensors out one after the other by name.
  public init(shapes: [String: [Int]]) {
    var offset = 0
    slots = shapes.sorted { $0.key < $1.key }.map { name, shape in
      let slot = Slot(name: name, shape: shape, offset: offset)
      offset += slot.count
      return slot
    }
    count = offset
    places = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1.name, $0) })
  }

  /// The tensor of that name; asking for one that is not there is a mistake in the program.
  public subscript(name: String) -> Slot {
    guard let place = places[name] else { preconditionFailure("no tensor \(name)") }
    return slots[place]
  }

  /// Whether there is a tensor of that name.
  public func has(_ name: String) -> Bool { places[name] != nil }
}

extension TensorLayout {
  /// The tensors of a drummer, named and shaped as in the reference's files.
  public init(_ design: DrummerDesign) {
    let hidden = design.hiddenSize
    let head = design.headSize
    var shapes: [String: [Int]] = [
      "lstm.weight_ih_l0": [4 * hidden, design.embeddingSize],
      "lstm.weight_hh_l0": [4 * hidden, hidden],
      "lstm.bias_ih_l0": [4 * hidden], "lstm.bias_hh_l0": [4 * hidden],
      "pos.weight": [Vocabulary.stepsPerBar, design.embeddingSize],
      "bar.weight": [design.phraseBars, design.embeddingSize],
      "lin.weight": [design.embeddingSize, design.heardSize], "lin.bias": [design.embeddingSize],
    ]
    for attribute in Attribute.allCases {
      // One row more than values: the row for "nothing yet".
      shapes["emb.\(attribute.key).weight"] = [attribute.count + 1, design.embeddingSize]
      let key = "h.\(attribute.key)"
      let looked = attribute == .step ? design.heardSize : design.recalledSize
      shapes["\(key).u.weight"] = [head, hidden]
      shapes["\(key).u.bias"] = [head]
      shapes["\(key).look.weight"] = [head, looked]
      shapes["\(key).look.bias"] = [head]
      shapes["\(key).pos.weight"] = [Vocabulary.stepsPerBar, head]
      shapes["\(key).out.weight"] = [attribute.count, head]
      shapes["\(key).out.bias"] = [attribute.count]
      for known in attribute.earlier {
        shapes["\(key).e_\(known.key).weight"] = [known.count, head]
      }
      if attribute.knowsItsDrum {
        for (index, count) in DrumMemory.counts.enumerated() {
          shapes["\(key).same.\(index).weight"] = [count, head]
        }
      }
      if design.remembersPlaces(for: attribute) {
        for (index, count) in PlaceMemory.counts.enumerated() {
          shapes["\(key).slot.\(index).weight"] = [count, head]
        }
      }
    }
    for (key, width) in Self.conditioned(design) {
      shapes["\(key).style.weight"] = [design.styleCount + 1, width]
      shapes["\(key).fill.weight"] = [2, width]
      shapes["\(key).dr.weight"] = [design.playerCount, width]
      shapes["\(key).bpm.weight"] = [width, 3]
      shapes["\(key).bpm.bias"] = [width]
    }
    self.init(shapes: shapes)
  }

  /// Where the conditions are added: the input, and each head; with the width there.
  static func conditioned(_ design: DrummerDesign) -> [(key: String, width: Int)] {
    [("cond", design.embeddingSize)]
      + Attribute.allCases.map { ("h.\($0.key).cond", design.headSize) }
  }
}
