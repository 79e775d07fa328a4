/// A drummer in a file, of whichever design its metadata names.
public enum ModelFile: Sendable {
  /// Of our own design.
  case drummer(DrummerModel)
  /// Of the design of 2017.
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

  /// The drummer before its first bar; chance beyond that hangs on what it is directed to.
  public var beginning: any BarInventor {
    switch self {
    case .drummer(let model): Performer(DrummerTables(model))
    case .classic(let model): ClassicPerformer(model, seed: 0)
    }
  }

  /// What the file says of itself.
  public var card: ModelCard {
    switch self {
    case .drummer(let model): model.card
    case .classic(let model): model.card
    }
  }
}
