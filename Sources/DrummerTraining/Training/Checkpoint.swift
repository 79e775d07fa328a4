public import Drummer
import Files
public import Foundation

/// Everything needed to resume training bit-identically: weights, AdamW's moments, averages, the
/// LSTM state of every row, the random state, and the rest of the epoch.
public struct Checkpoint {
  /// The path it was read from, for errors.
  let path: String
  /// With the current weights, not the best.
  let model: DrummerModel
  let state: TrainingState
  private let rows: [String: [Float]]

  private static let mark = "ghostnote.checkpoint"
  /// The largest header in bytes: the remaining stretches of the epoch are in it, about 60 bytes each.
  private static let headerLimit = 1 << 24

  /// The state of a training between two steps.
  public init(_ trainer: Trainer) {
    path = ""
    let pool = trainer.pool
    model = DrummerModel(
      design: trainer.design, weights: pool.weights.weights.values, card: trainer.card)
    state = trainer.loop.state
    rows = [
      "training.moments1": pool.moments1.values, "training.moments2": pool.moments2.values,
      "training.average": pool.average.values, "training.best": trainer.loop.bestWeights,
      "training.rows": pool.rowStates,
    ]
  }

  /// In file format: a model of the current weights, and the training state.
  public var safetensors: Safetensors {
    var file = model.safetensors
    for (name, values) in rows {
      file.tensors[name] = Safetensors.Tensor(shape: [values.count], values: values)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // A training state contains only finite numbers, which can be encoded as JSON.
    let text = (try? encoder.encode(state)) ?? Data()
    file.metadata[Self.mark] = String(decoding: text, as: UTF8.self)
    return file
  }

  /// The encoded file; throws if it would be too large to be read.
  public func bytes() throws(TrainingError) -> Data { try bytes(headerLimit: Self.headerLimit) }

  /// The encoded file; throws if its header has more than `headerLimit` bytes.
  func bytes(headerLimit: Int) throws(TrainingError) -> Data {
    let data = safetensors.bytes()
    let length: Int = data.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= headerLimit else {
      throw .longCheckpoint(bytes: length, most: headerLimit)
    }
    return data
  }

  /// Reads a checkpoint file.
  public init(path: String) throws(TrainingError) {
    func refusal(_ reason: String) -> TrainingError { .checkpoint(path: path, reason: reason) }
    let data: [UInt8]
    do throws(FileReadingError) {
      data = try RegularFile.bytes(at: path, limit: Safetensors.sizeLimit)
    } catch {
      throw refusal(error.reason)
    }
    let file: Safetensors
    do { file = try Safetensors(bytes: data, headerLimit: Self.headerLimit) } catch {
      throw refusal(error.description)
    }
    try self.init(file, path: path)
  }

  /// Decodes a checkpoint from `file`; `path` is only used in errors.
  init(_ file: Safetensors, path: String) throws(TrainingError) {
    func refusal(_ reason: String) -> TrainingError { .checkpoint(path: path, reason: reason) }
    var file = file
    guard let text = file.metadata.removeValue(forKey: Self.mark) else {
      throw refusal("not a checkpoint: the training state is missing")
    }
    guard let state = try? JSONDecoder().decode(TrainingState.self, from: Data(text.utf8)),
      state.isSound
    else {
      throw refusal(
        "the training state is damaged or of another version; train from the beginning")
    }
    do { model = try DrummerModel(file, path: path) } catch { throw refusal(error.description) }
    guard state.settings.fits(model.design) else {
      throw refusal("a batch of this size would not fit into memory")
    }
    self.path = path
    self.state = state
    rows = file.tensors.filter { $0.key.hasPrefix("training.") }.mapValues(\.values)
  }

  /// The hyperparameters of the training.
  public var settings: TrainingSettings { state.settings }
  /// The hyperparameters of the network.
  public var design: DrummerDesign { model.design }
  /// The metadata of its models.
  public var card: ModelCard { model.card }

  /// One of its arrays.
  func values(_ name: String, count: Int) throws(TrainingError) -> [Float] {
    guard let values = rows[name], values.count == count else {
      throw .checkpoint(path: path, reason: "\(name) is missing or of another size")
    }
    guard values.allSatisfy(\.isFinite) else {
      throw .checkpoint(path: path, reason: "\(name) contains a number that is not finite")
    }
    return values
  }
}
