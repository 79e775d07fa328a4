/// The position of each tensor in one contiguous array.
public struct TensorLayout: Sendable, Hashable {
  /// A tensor: a matrix, or a vector as a matrix of one column.
  public struct Slot: Sendable, Hashable {
    /// The name in files.
    public let name: String
    /// One or two sizes, as in files.
    public let shape: [Int]
    /// The index of its first number.
    public let offset: Int

    /// The number of its values.
    public var count: Int { shape.reduce(1, *) }
    /// The indices of its numbers.
    public var range: Range<Int> { offset..<offset + count }
    /// The first size.
    public var rows: Int { shape[0] }
    /// The length of a row; 1 for a vector.
    public var columns: Int { shape.count > 1 ? shape[1] : 1 }
  }

  /// Ordered by name, as in files.
  public let slots: [Slot]
  /// The total number of values.
  public let count: Int
  private let indices: [String: Int]

  /// Stores the tensors one after the other, ordered by name.
  public init(shapes: [String: [Int]]) {
    var offset = 0
    slots = shapes.sorted { $0.key < $1.key }.map { name, shape in
      let slot = Slot(name: name, shape: shape, offset: offset)
      offset += slot.count
      return slot
    }
    count = offset
    indices = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1.name, $0) })
  }

  /// The tensor with this name, which must exist.
  public subscript(name: String) -> Slot {
    guard let index = indices[name] else { preconditionFailure("no tensor \(name)") }
    return slots[index]
  }

  /// Whether there is a tensor with this name.
  public func has(_ name: String) -> Bool { indices[name] != nil }
}

extension TensorLayout {
  /// The tensors of a model, with the reference's names and shapes.
  public init(_ design: DrummerDesign) {
    precondition(
      design.headsWithPositionHistory.allSatisfy(\.knowsItsDrum), "the drum is not known yet")
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
      // One row more than there are values: the last is for "no hit yet".
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
      if design.headsWithPositionHistory.contains(attribute) {
        for (index, count) in PositionHistory.counts.enumerated() {
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

  /// The layers to which the conditions are added (input and heads), with their widths.
  static func conditioned(_ design: DrummerDesign) -> [(key: String, width: Int)] {
    [("cond", design.embeddingSize)]
      + Attribute.allCases.map { ("h.\($0.key).cond", design.headSize) }
  }
}
