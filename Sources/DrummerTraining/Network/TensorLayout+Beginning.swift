import Drummer

extension TensorLayout {
  /// Initial weights in the order of the layout: embeddings normal with standard deviation 0.1; all
  /// else uniform within ± 1/√inputs, as in PyTorch; the LSTM's biases 0, and 1 for its forget
  /// gate.
  func beginning(_ design: DrummerDesign, chance: inout SplitMix) -> [Float] {
    var weights = [Float](repeating: 0, count: count)
    for slot in slots where !slot.name.hasPrefix("lstm.bias") {
      let inputs = fanIn(slot, design)
      let bound = inputs.map { 1 / Double($0).squareRoot() }
      for place in slot.range {
        let value = bound.map { (2 * chance.fraction() - 1) * $0 } ?? 0.1 * chance.normal()
        weights[place] = Float(value)
      }
    }
    let forget = self["lstm.bias_ih_l0"].offset + design.hiddenSize
    for place in forget..<forget + design.hiddenSize { weights[place] = 1 }
    return weights
  }

  /// The number of inputs of the layer that this weight or bias belongs to; nil for an embedding.
  private func fanIn(_ slot: Slot, _ design: DrummerDesign) -> Int? {
    if slot.name.hasPrefix("lstm.") { return design.hiddenSize }
    if slot.name.hasSuffix(".bias") {
      return self[slot.name.dropLast("bias".count) + "weight"].columns
    }
    let linear = [".u.weight", ".look.weight", ".out.weight", ".bpm.weight"]
    let isLinear = slot.name == "lin.weight" || linear.contains { slot.name.hasSuffix($0) }
    return isLinear ? slot.columns : nil
  }
}
