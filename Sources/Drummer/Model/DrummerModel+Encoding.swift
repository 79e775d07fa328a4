extension DrummerModel {
  /// The model in file format.
  public var safetensors: Safetensors {
    var file = Safetensors(metadata: card.words(of: design))
    for slot in layout.slots {
      file.tensors[slot.name] = Safetensors.Tensor(
        shape: slot.shape, values: Array(weights[slot.range]))
    }
    file.tensors.merge(GrooveTemplate.tensors(of: grooves)) { $1 }
    return file
  }
}
