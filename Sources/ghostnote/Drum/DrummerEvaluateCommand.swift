import ArgumentParser
import Commands
import Control
import Drummer
import DrummerTraining
import Foundation
import MusicalTime

/// `ghostnote drummer evaluate`: measures a model on recordings.
struct DrummerEvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Measure how well a model predicts a folder's recordings.",
    discussion: """
      In nats per hit (negative log-likelihood): 0 is certainty. OpenBLAS must be installed. Of an
      imported 2017 model, which has no velocities, the total is that of wait and drum.

      EXAMPLES
        ghostnote drummer evaluate groove.safetensors groove
        ghostnote drummer evaluate groove.safetensors groove --file drummer1/session1/145 --json
      """)

  @Argument(
    help: "A model's file, or a name in a Models folder.",
    completion: .file(extensions: ["safetensors"]))
  var model: String

  @Argument(
    help: "A folder of .mid files, including subfolders.", completion: .directory,
    transform: expandedPath)
  var folder: String

  @OptionGroup var corpus: CorpusOptions

  @Option(help: "The split: train, validation or test.")
  var split: Piece.Split = .validation

  @Option(help: "One piece alone, by its id or path; of any split.")
  var file: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let file = try ModelFile(path: ModelSearch(explicit: model).find())
    let pieces = try chosen(corpus.corpus(folder: folder))
    switch file {
    case .drummer(let model): try evaluate(model, pieces)
    case .classic(let model): try evaluate(model, pieces)
    }
  }

  private func evaluate(_ model: DrummerModel, _ pieces: [Piece]) throws {
    let evaluation = try Evaluation(model)
    let statistics = evaluation.evaluate(
      pieces.map { TrainingPiece($0, styles: model.styles) })
    try requireHits(statistics)
    let report = EvaluationReport(statistics, pieces: pieces.count)
    print(json ? ghostnote.json(report) : report.lines.joined(separator: "\n"))
  }

  private func evaluate(_ model: ClassicModel, _ pieces: [Piece]) throws {
    let statistics = PredictionStatistics(
      of: model, pieces.map { TrainingPiece($0, styles: []) })
    try requireHits(statistics)
    let report = ClassicPredictionReport(statistics, pieces: pieces.count).finite
    guard !json else { return print(ghostnote.json(report)) }
    let notes =
      report.nats["velocity"] == nil
      ? [
        "velocity: not measured, the model gives some of these velocities the probability 0; "
          + "the total is that of wait and drum"
      ] : []
    print((report.lines + notes).joined(separator: "\n"))
  }

  /// Throws where nothing was measured: pieces may have none of the 13 drums.
  private func requireHits(_ statistics: PredictionStatistics) throws(CommandError) {
    guard statistics.hits > 0 else {
      throw CommandError(
        "\(folder): no hits in these pieces; `ghostnote corpus show` lists what was read")
    }
  }

  private func chosen(_ corpus: Corpus) throws -> [Piece] {
    guard let file else { return try corpus.requiredPieces(in: split) }
    let found = corpus.pieces.filter { $0.id == file || $0.path == file }
    guard !found.isEmpty else {
      throw CommandError(
        "\(folder): no piece \(file); `ghostnote corpus show` lists what was read")
    }
    guard found.allSatisfy({ $0.meter == .fourFour }) else {
      throw CommandError("\(file): not in 4/4, the only meter of the drummer")
    }
    return found
  }
}

extension ClassicPredictionReport {
  /// Without figures that are not finite, which JSON cannot have.
  ///
  /// The velocity's is infinite where the model's table gives a velocity the probability 0, as an imported model's
  /// does; the total is then that of wait and drum.
  fileprivate var finite: ClassicPredictionReport {
    var finite = self
    if let velocity = nats["velocity"], !velocity.isFinite {
      finite.nats["total"] = nats["wait", default: 0] + nats["drum", default: 0]
    }
    finite.nats = finite.nats.filter { $0.value.isFinite }
    return finite
  }
}

/// The evaluation of a model, as text and JSON.
struct EvaluationReport: Encodable {
  var pieces: Int
  var hits: Int
  /// Nats per hit, of each attribute and in total.
  var nats: [String: Double] = [:]
  /// The shares of hits whose most likely value was right.
  var right: [String: Double] = [:]

  init(_ statistics: PredictionStatistics, pieces: Int) {
    self.pieces = pieces
    hits = statistics.hits
    for attribute in Attribute.allCases {
      nats["\(attribute)"] = statistics.nllPerHit(attribute)
      right["\(attribute)"] = statistics.accuracy(attribute)
    }
    nats["total"] = statistics.nllPerHit
    right["step and drum"] = statistics.accuracy
  }

  var lines: [String] {
    var table = TextTable("", "nats per hit", "right %")
    for name in Attribute.allCases.map({ "\($0)" }) + ["step and drum", "total"] {
      table.add(
        name, nats[name].map { String(format: "%.6f", $0) } ?? "",
        right[name].map { String(format: "%.1f", 100 * $0) } ?? "")
    }
    return ["\(hits.counted("hit")) of \(pieces.counted("piece"))"] + table.lines
  }
}
