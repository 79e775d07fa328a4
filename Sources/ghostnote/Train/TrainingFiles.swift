import Commands
import Control
import Drummer
import DrummerTraining
import Files
import Foundation
import Instrument

/// The files written by a training: the best model, a checkpoint, a log, a plot. Each is replaced
/// atomically, so that a full disk leaves the old one.
struct TrainingFiles {
  let model: String
  let log: String?
  let plot: String?
  let kind: Safetensors.Kind

  /// Throws if a path cannot be written, if two are the same file or one is among the `inputs`, if there is
  /// a checkpoint of a stopped training and this one does not resume it, or if a new training would replace
  /// a model, a log or a plot and is not to overwrite it.
  init(
    model: String, log: String?, plot: String?, kind: Safetensors.Kind, resumes: Bool,
    existing: OverwriteOptions, reading inputs: [String]
  ) throws {
    self.model = model
    self.log = log
    self.plot = plot
    self.kind = kind
    for path in [model, log, plot].compactMap({ $0 }) {
      try FileError.refuseOtherThanFile(at: path)
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard unsafe access(folder, W_OK) == 0 else {
        throw unsafe refusal(path, String(cString: strerror(errno)))
      }
    }
    try refuseEqual([
      ("-o", model), ("the checkpoint", checkpoint), ("--log", log), ("--plot", plot),
    ])
    try check(reading: inputs)
    if !resumes, FileManager.default.fileExists(atPath: checkpoint) {
      throw CommandError(
        "\(checkpoint): a training of \(model) was stopped; use --resume, or delete it")
    }
    guard !resumes else { return }
    // A model may be the work of hours, and its log is the only record of them.
    for path in [model, log, plot].compactMap({ $0 }) { try existing.check(path) }
  }

  /// Throws if the training that `trainer` resumes would replace a log or a plot of another one, or a file of any other
  /// kind, and is not to overwrite it.
  func check(resuming trainer: Trainer, existing: OverwriteOptions) throws {
    if let log, try !isOwnLog(log, of: trainer) { try existing.check(log) }
    if let plot, !isOwnPlot(plot, of: trainer) { try existing.check(plot) }
  }

  /// Whether it is empty, or begins with the same first epoch: its seconds differ between trainings.
  private func isOwnLog(_ path: String, of trainer: Trainer) throws -> Bool {
    guard let there = Self.contents(of: path) else { return false }
    guard !there.isEmpty, let first = trainer.epochs.first else { return there.isEmpty }
    return there.starts(with: try Self.logLines([first]))
  }

  /// Whether it is empty, or shows the same epochs: the last one may be missing, if the training was ended before it
  /// was drawn.
  private func isOwnPlot(_ path: String, of trainer: Trainer) -> Bool {
    guard let there = Self.contents(of: path) else { return false }
    let drawn = [trainer.epochs, Array(trainer.epochs.dropLast())]
    return there.isEmpty || drawn.contains { Self.picture($0).utf8.elementsEqual(there) }
  }

  /// Nil where no file is there that can be read, or one that is too large for a log or a plot.
  private static func contents(of path: String) -> [UInt8]? {
    try? RegularFile.bytes(at: path, limit: 1 << 26)
  }

  /// Throws if one of the files that are written is one of the `inputs`.
  func check(reading inputs: [String]) throws(CommandError) {
    // Looked up once: a folder may have a thousand recordings.
    let read = Set(inputs.compactMap { FileIdentity($0) })
    for path in [model, checkpoint, log, plot].compactMap({ $0 }) {
      guard let there = FileIdentity(path), read.contains(there) else { continue }
      throw CommandError("\(path): the file is read too; choose another path")
    }
  }

  /// The checkpoint is beside the model.
  var checkpoint: String {
    (model as NSString).deletingPathExtension + ".checkpoint.safetensors"
  }

  /// Saves the results of an epoch; returns errors as text.
  func keep(_ report: EpochReport, of trainer: Trainer) -> [String] {
    var problems: [String] = []
    func attempt(_ work: () throws -> Void) {
      do { try work() } catch { problems.append("\(error); training continues") }
    }
    if report.isBest { attempt { try saveModel(trainer) } }
    attempt { try saveCheckpoint(trainer) }
    attempt { try writeLog(trainer) }
    attempt { try draw(trainer) }
    return problems
  }

  /// Saves the final results and deletes the checkpoint.
  func finish(_ trainer: Trainer) throws {
    try saveModel(trainer)
    try writeLog(trainer)
    try draw(trainer)
    try? FileManager.default.removeItem(atPath: checkpoint)
  }

  func saveModel(_ trainer: Trainer) throws {
    try replace(model, with: trainer.bestModel.safetensors.bytes(as: kind))
  }

  /// Replaces the checkpoint; throws, and leaves the one that is there, if it could not be resumed from.
  func saveCheckpoint(_ trainer: Trainer) throws {
    let bytes: Data
    do throws(TrainingError) { bytes = try Checkpoint(trainer).bytes() } catch {
      throw CommandError("\(checkpoint): \(error)")
    }
    try replace(checkpoint, with: bytes)
  }

  private func writeLog(_ trainer: Trainer) throws {
    guard let log else { return }
    try replace(log, with: Self.logLines(trainer.epochs))
  }

  private static func logLines(_ epochs: [EpochReport]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines = Data()
    for report in epochs {
      lines += try encoder.encode(report.figures) + Data("\n".utf8)
    }
    return lines
  }

  private func draw(_ trainer: Trainer) throws {
    guard let plot else { return }
    try replace(plot, with: Data(Self.picture(trainer.epochs).utf8))
  }

  /// The text of an SVG file.
  private static func picture(_ epochs: [EpochReport]) -> String {
    func series(_ name: String, _ statistics: KeyPath<EpochReport, PredictionStatistics>)
      -> LinePlot.Series
    {
      LinePlot.Series(
        name,
        epochs.map { .init(Double($0.epoch), $0[keyPath: statistics].nllPerHit) })
    }
    let picture = LinePlot(
      title: "nats per hit", across: "epoch", upwards: "nats",
      series: [series("training", \.training), series("validation", \.validation)])
    return picture.drawing.svg
  }

  private func replace(_ path: String, with data: Data) throws {
    do throws(SystemError) { try FileReplacement.replace(path, with: data) } catch {
      throw refusal(path, error.reason)
    }
  }
}

private func refusal(_ path: String, _ problem: String) -> CommandError {
  CommandError("\(path): cannot be written: \(problem); choose another path")
}
