/// Why a model file cannot be used.
public enum ModelError: Error, Hashable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  /// No directory contains a model, and none was named.
  case noneFound(directories: [String])
  /// The model does not know this style.
  case style(String, known: [String])
  case safetensors(path: String, SafetensorsError)
  /// The file was written by a later version of this program.
  case laterFormat(path: String, format: String)
  /// A tensor is missing.
  case missing(path: String, tensor: String)
  /// A tensor does not have the expected shape.
  case shape(path: String, tensor: String, found: [Int], expected: [Int])
  /// A tensor contains NaN or infinity.
  case notFinite(path: String, tensor: String)
  /// A tensor contains a number beyond ±65,504.
  case tooLarge(path: String, tensor: String)
  /// A tensor's sizes are out of range.
  case size(path: String, tensor: String, found: [Int], limits: [Int])
  /// A metadata value is not valid.
  case card(path: String, key: String, value: String)

  /// The file and the reason, as one sentence.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .noneFound(let directories):
      "no drummer model found in \(directories.joined(separator: ", ")); name one with --model, or make one with `ghostnote train`"
    case .style(let style, let known):
      known.isEmpty
        ? "unknown style “\(style)”: this model has no styles"
        : "unknown style “\(style)”: this model has \(known.joined(separator: ", "))"
    case .safetensors(let path, let error): "\(path): \(error)"
    case .laterFormat(let path, let format):
      "\(path): format \(format) is newer than the latest supported, \(ModelCard.latestFormat); use a newer ghostnote"
    case .missing(let path, let tensor):
      "\(path): tensor \(tensor) is missing, so this is not a drummer model; `ghostnote train` makes one"
    case .shape(let path, let tensor, let found, let expected):
      "\(path): tensor \(tensor): expected shape \(expected), found \(found)"
    case .notFinite(let path, let tensor):
      "\(path): tensor \(tensor) contains a number that is not finite; train again, or use an earlier checkpoint"
    case .tooLarge(let path, let tensor):
      "\(path): tensor \(tensor) contains a number beyond ±\(Int(DrummerModel.largestWeight)), too large for 16 bits; train again, or use an earlier checkpoint"
    case .size(let path, let tensor, let found, let limits):
      "\(path): tensor \(tensor): expected a shape of at least 1 and at most \(limits), found \(found)"
    case .card(let path, let key, let value):
      "\(path): invalid metadata: \(key) is \(value)"
    }
  }
}

extension DrummerModel {
  /// The largest finite 16-bit floating-point number: 65,504.
  static let largestWeight = Float(Float16.greatestFiniteMagnitude)

  /// Reads a model file, one of ours or one of the reference.
  public init(path: String) throws(ModelError) {
    let file = try Safetensors(path: path)
    try self.init(file, path: path)
  }

  /// Decodes a model from `file`; `path` is only used in errors.
  public init(_ file: Safetensors, path: String) throws(ModelError) {
    let design = try DrummerDesign(file, path: path)
    let layout = TensorLayout(design)
    // All shapes are checked before the first allocation: the sizes come from a few axes, and a
    // small file could request any amount of memory.
    for slot in layout.slots { try file.checkShape(of: slot.name, is: slot.shape, path: path) }
    var weights: [Float] = []
    weights.reserveCapacity(layout.count)
    for slot in layout.slots {
      let values = try file.values(of: slot.name, shape: slot.shape, path: path)
      // Playing uses 16-bit weights, in which a larger number would be infinite.
      guard values.allSatisfy({ abs($0) <= Self.largestWeight }) else {
        throw .tooLarge(path: path, tensor: slot.name)
      }
      weights += values
    }
    let card = try ModelCard(file.metadata, styleCount: design.styleCount, path: path)
    let grooves = try GrooveTemplate.templates(
      in: file, styleCount: design.styleCount, path: path)
    self.init(design: design, weights: weights, card: card, grooves: grooves)
  }
}

extension DrummerDesign {
  /// The maximum number of units, and the maximum width of embeddings and heads, in a file.
  public static let widest = 2048
  /// The maximum number of styles, players or phrase bars: each is expanded to a row as wide as all
  /// gates and heads, so a small file could otherwise need much memory.
  static let mostRows = 1024
  /// The maximum number of styles, without the row for none: 1,023.
  public static var mostStyles: Int { mostRows - 1 }

  /// Derives the hyperparameters from the tensor shapes, and the look-back distances from the
  /// metadata.
  init(_ file: Safetensors, path: String) throws(ModelError) {
    func shape(_ name: String, rows: Int, columns: Int) throws(ModelError) -> [Int] {
      guard let tensor = file.tensors[name] else { throw .missing(path: path, tensor: name) }
      guard tensor.shape.count == 2, (1...rows).contains(tensor.shape[0]),
        (1...columns).contains(tensor.shape[1])
      else {
        throw .size(path: path, tensor: name, found: tensor.shape, limits: [rows, columns])
      }
      return tensor.shape
    }
    let (widest, most) = (Self.widest, Self.mostRows)
    func bars(_ key: String, _ standard: [Int]) throws(ModelError) -> [Int] {
      guard let text = file.metadata[key] else { return standard }
      let bars = text.split(separator: ",").compactMap { Int($0) }
      guard !bars.isEmpty, bars.count <= 8, bars.allSatisfy({ (1...16).contains($0) }) else {
        throw .card(path: path, key: key, value: text)
      }
      return bars
    }
    hiddenSize = try shape("lstm.weight_hh_l0", rows: 4 * widest, columns: widest)[1]
    embeddingSize = try shape("lstm.weight_ih_l0", rows: 4 * widest, columns: widest)[1]
    headSize = try shape("h.ds.u.weight", rows: widest, columns: widest)[0]
    styleCount = try shape("cond.style.weight", rows: most, columns: widest)[0] - 1
    playerCount = try shape("cond.dr.weight", rows: most, columns: widest)[0]
    phraseBars = try shape("bar.weight", rows: most, columns: widest)[0]
    // With one of a head's tensors, all must be there.
    headsWithPositionHistory = Set(
      Attribute.allCases.filter { attribute in
        attribute.knowsItsDrum
          && PositionHistory.counts.indices.contains {
            file.tensors["h.\(attribute.key).slot.\($0).weight"] != nil
          }
      })
    barsHeard = try bars("barsHeard", barsHeard)
    barsRecalled = try bars("barsRecalled", barsRecalled)
  }
}
