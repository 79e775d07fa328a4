/// A model file of either design; the metadata says which.
public enum ModelFile: Sendable {
  /// A model of our own design.
  case drummer(DrummerModel)
  /// A model of the 2017 design.
  case classic(ClassicModel)

  /// Reads the file at `path`.
  public init(path: String) throws(ModelError) {
    let file = try Safetensors(path: path)
    if file.metadata["design"] == ClassicModel.designName {
      self = .classic(try ClassicModel(file, path: path))
    } else {
      self = .drummer(try DrummerModel(file, path: path))
    }
  }

  /// The model before its first bar; all further randomness comes from the seed in the direction.
  public var beginning: any BarInventor {
    switch self {
    case .drummer(let model): Performer(DrummerTables(model))
    case .classic(let model): ClassicPerformer(model, seed: 0)
    }
  }

  /// The metadata of the file.
  public var card: ModelCard {
    switch self {
    case .drummer(let model): model.card
    case .classic(let model): model.card
    }
  }
}
