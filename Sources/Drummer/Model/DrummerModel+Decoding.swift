/// What is the matter with a model's file.
public enum ModelError: Error, Hashable, CustomStringConvertible {
  case unreadable(path: String, reason: String)
  /// No model in any of the directories, and none was named.
  case noneFound(directories: [String])
  /// A style was named that the model does not know.
  case style(String, known: [String])
  case safetensors(path: String, SafetensorsError)
  /// Written by a later version of this program.
  case laterFormat(path: String, format: String)
  /// A tensor of a drummer is not there.
  case missing(path: String, tensor: String)
  /// A tensor's shape is not what the rest of the file asks for.
  case shape(path: String, tensor: String, found: [Int], expected: [Int])
  /// A tensor holds a number that is none.
  case notFinite(path: String, tensor: String)
  /// A tensor holds a number beyond ±65,504.
  case tooLarge(path: String, tensor: String)
  /// A tensor that tells sizes has other ones than a drummer can have.
  case size(path: String, tensor: String, found: [Int], limits: [Int])
  /// The words of the card are not as they should be.
  case card(path: String, key: String, value: String)

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .noneFound(let directories):
      "no drummer's model in \(directories.joined(separator: ", ")); name one with --model, or make one with `ghostnote train`"
    case .style(let style, let known):
      known.isEmpty
        ? "“\(style)”: this drummer knows no styles"
        : "“\(style)” is no style of this drummer; it knows \(known.joined(separator: ", "))"
    case .safetensors(let path, let error): "\(path): \(error)"
    case .laterFormat(let path, let format):
      "\(path): is of format \(format), and this ghostnote reads up to \(ModelCard.latestFormat); use a newer ghostnote"
    case .missing(let path, let tensor):
      "\(path): has no tensor \(tensor), so it is no drummer; `ghostnote train` makes one"
    case .shape(let path, let tensor, let found, let expected):
      "\(path): tensor \(tensor) has shape \(found) where \(expected) is needed"
    case .notFinite(let path, let tensor):
      "\(path): tensor \(tensor) holds a number that is not finite; train again, or use an earlier checkpoint"
    case .tooLarge(let path, let tensor):
      "\(path): tensor \(tensor) holds a number beyond ±65504, which 16 bits cannot hold; train again, or use an earlier checkpoint"
    case .size(let path, let tensor, let found, let limits):
      "\(path): tensor \(tensor) has shape \(found); a drummer's has \(limits.count) sizes from 1 to at most \(limits)"
    case .card(let path, let key, let value):
      "\(path): its \(key) says \(value), which makes no sense there"
    }
  }
}

extension DrummerModel {
  /// The largest that a number of 16 bits holds: 65,504.
  static let largestWeight = Float(Float16.greatestFiniteMagnitude)

  /// Reads a model from a file: one of ours or the reference's.
  public init(path: String) throws(ModelError) {
    let file = try Safetensors(path: path)
    try self.init(file, path: path)
  }

  /// Takes a drummer out of `file`, whose `path` is only for errors.
  public init(_ file: Safetensors, path: String) throws(ModelError) {
    let design = try DrummerDesign(file, path: path)
    let layout = TensorLayout(design)
    // All shapes before the first allocation: the sizes are read off a few axes, and a small file
    // could ask for any amount of memory.
    for slot in layout.slots { try file.checkShape(of: slot.name, is: slot.shape, path: path) }
    var weights: [Float] = []
    weights.reserveCapacity(layout.count)
    for slot in layout.slots {
      let values = try file.values(of: slot.name, shape: slot.shape, path: path)
      // Most are played from as 16 bits, in which a larger one would be infinite.
      guard values.allSatisfy({ abs($0) <= Self.largestWeight }) else {
        throw .tooLarge(path: path, tensor: slot.name)
      }
      weights += values
    }
    let card = try ModelCard(file.metadata, styleCount: design.styleCount, path: path)
    self.init(design: design, weights: weights, card: card)
  }
}

extension DrummerDesign {
  /// The most cells, and the widest embeddings and heads, that are read from a file.
  static let widest = 2048
  /// The most rows of styles, players or bars of a phrase: each is folded into a row as wide as all
  /// gates and heads, so that a small file of many would need much memory.
  static let mostRows = 1024
  /// The most styles there can be, beside the row for none: 1,023.
  public static var mostStyles: Int { mostRows - 1 }

  /// Reads the sizes off the tensors' shapes, and from the words which bars are looked at.
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
    remembersPlaces = file.tensors["h.vel.slot.0.weight"] != nil
    barsHeard = try bars("barsHeard", barsHeard)
    barsRecalled = try bars("barsRecalled", barsRecalled)
  }
}
