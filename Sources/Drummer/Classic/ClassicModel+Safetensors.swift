import Rhythm

extension ClassicModel {
  /// The value of the metadata key "design" of a classic model.
  public static let designName = "classic"

  /// The model in file format: tensors `Wx`, `Wy` and `velocity`, lists in the metadata.
  public var safetensors: Safetensors {
    var words = card.words
    words["design"] = Self.designName
    words["notes"] = design.drums.map { String($0.note) }.joined(separator: ",")
    words["ticks"] = design.waits.map(String.init).joined(separator: ",")
    words["ticksPerBeat"] = String(design.ticksPerBeat)
    var file = Safetensors(metadata: words)
    for slot in design.layout.slots {
      file.tensors[slot.name] = Safetensors.Tensor(
        shape: slot.shape, values: Array(weights[slot.range]))
    }
    file.tensors["velocity"] = Safetensors.Tensor(
      shape: [design.drums.count, Vocabulary.velocityCount], values: velocities)
    return file
  }

  /// Decodes a classic model from `file`; `path` is only used in errors.
  public init(_ file: Safetensors, path: String) throws(ModelError) {
    var words = file.metadata
    words["design"] = nil
    func list(_ key: String) throws(ModelError) -> [Int] {
      let text = words.removeValue(forKey: key) ?? ""
      let numbers = text.split(separator: ",").compactMap { Int($0) }
      guard !numbers.isEmpty, numbers.count == text.split(separator: ",").count else {
        throw .card(path: path, key: key, value: text)
      }
      return numbers
    }
    let (notes, waits) = (try list("notes"), try list("ticks"))
    let ticksPerBeat = words.removeValue(forKey: "ticksPerBeat") ?? ""
    let drums = notes.compactMap { UInt8(exactly: $0).flatMap { Drum(note: $0) } }
    guard drums.count == notes.count else {
      throw .card(path: path, key: "notes", value: file.metadata["notes"] ?? "")
    }
    guard let answers = file.tensors["Wy"] else { throw .missing(path: path, tensor: "Wy") }
    let design: ClassicDesign
    do throws(ClassicDesignError) {
      design = try ClassicDesign(
        drums: drums, waits: waits, ticksPerBeat: Int(ticksPerBeat) ?? 0,
        hiddenSize: (answers.shape.first ?? 0) - 1)
    } catch {
      throw .card(path: path, key: "design", value: "classic, but \(error)")
    }
    let weights = try design.layout.slots.map { slot throws(ModelError) in
      try file.values(of: slot.name, shape: slot.shape, path: path)
    }
    let velocities = try file.values(
      of: "velocity", shape: [drums.count, Vocabulary.velocityCount], path: path)
    guard velocities.allSatisfy({ $0 >= 0 }) else {
      throw .card(path: path, key: "velocity", value: "a probability below 0")
    }
    let card = try ModelCard(words, styleCount: 0, path: path)
    self.init(design: design, weights: Array(weights.joined()), velocities: velocities, card: card)
  }
}

extension Safetensors {
  /// Returns a tensor; throws if it is missing or has another shape.
  @discardableResult
  func checkShape(of name: String, is shape: [Int], path: String) throws(ModelError) -> Tensor {
    guard let tensor = tensors[name] else { throw .missing(path: path, tensor: name) }
    guard tensor.shape == shape else {
      throw .shape(path: path, tensor: name, found: tensor.shape, expected: shape)
    }
    return tensor
  }

  /// A tensor's values; throws if the shape differs or a value is not finite.
  func values(of name: String, shape: [Int], path: String) throws(ModelError) -> [Float] {
    let tensor = try checkShape(of: name, is: shape, path: path)
    guard tensor.values.allSatisfy(\.isFinite) else {
      throw .notFinite(path: path, tensor: name)
    }
    return tensor.values
  }
}
