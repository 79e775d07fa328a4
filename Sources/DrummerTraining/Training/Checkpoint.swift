public import Drummer
import Files
import Foundation

/// All that a training needs to go on to the same bits: weights, AdamW's moments, averages, what
/// every row of the batch remembers, chance, and the pieces that are left of the epoch.
public struct Checkpoint {
  /// As it was read, for errors.
  let path: String
  /// Of now, not the best.
  let model: DrummerModel
  let state: TrainingState
  private let rows: [String: [Float]]

  private static let mark = "ghostnote.checkpoint"
  /// The pieces that are left of the epoch stand in the header, some 60 bytes for each.
  private static let headerLimit = 1 << 24

  /// Of a training as it stands, between two steps.
  public init(_ trainer: Trainer) {
    path = ""
    let band = trainer.band
    model = DrummerModel(
      design: trainer.design, weights: band.weights.weights.values, card: trainer.card)
    state = trainer.state
    rows = [
      "training.moments1": band.moments1.values, "training.moments2": band.moments2.values,
      "training.average": band.average.values, "training.best": trainer.bestWeights,
      "training.rows": band.rowStates,
    ]
  }

  /// As it is kept in a file: a model of its weights, and what training needs beside.
  public var safetensors: Safetensors {
    var file = model.safetensors
    for (name, values) in rows {
      file.tensors[name] = Safetensors.Tensor(shape: [values.count], values: values)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // A state is made of finite numbers, all of which have a JSON text.
    let text = (try? encoder.encode(state)) ?? Data()
    file.metadata[Self.mark] = String(decoding: text, as: UTF8.self)
    return file
  }

  /// Reads one from a file.
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

  /// Takes one out of `file`, whose `path` is only for errors.
  init(_ file: Safetensors, path: String) throws(TrainingError) {
    func refusal(_ reason: String) -> TrainingError { .checkpoint(path: path, reason: reason) }
    var file = file
    guard let text = file.metadata.removeValue(forKey: Self.mark) else {
      throw refusal("it is no checkpoint, which says where its training stood")
    }
    guard let state = try? JSONDecoder().decode(TrainingState.self, from: Data(text.utf8)),
      state.isSound
    else { throw refusal("what it says of the training makes no sense") }
    do { model = try DrummerModel(file, path: path) } catch { throw refusal(error.description) }
    guard state.settings.fits(model.design) else {
      throw refusal("a batch of its settings would not fit into the memory")
    }
    self.path = path
    self.state = state
    rows = file.tensors.filter { $0.key.hasPrefix("training.") }.mapValues(\.values)
  }

  /// Its settings.
  public var settings: TrainingSettings { state.settings }
  /// Its network's sizes.
  public var design: DrummerDesign { model.design }
  /// The card its models have.
  public var card: ModelCard { model.card }

  /// One of its rows of numbers.
  func values(_ name: String, count: Int) throws(TrainingError) -> [Float] {
    guard let values = rows[name], values.count == count else {
      throw .checkpoint(path: path, reason: "\(name) is missing or of another size")
    }
    guard values.allSatisfy(\.isFinite) else {
      throw .checkpoint(path: path, reason: "\(name) holds a number that is not finite")
    }
    return values
  }
}
