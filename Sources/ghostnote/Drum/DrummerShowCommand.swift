import ArgumentParser
import Drummer
import Foundation
import Rhythm

/// `ghostnote drummer show`: prints a model's metadata.
struct DrummerShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the metadata of a model.",
    discussion: """
      EXAMPLES
        ghostnote drummer show Ghostnote-Groove
        ghostnote drummer show groove.safetensors
      """)

  @Argument(
    help: "A model's file, or a name in a Models folder.",
    completion: .file(extensions: ["safetensors"]))
  var model: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let report =
      switch try ModelFile(path: ModelSearch(explicit: model).find()) {
      case .drummer(let model): ModelPage(model)
      case .classic(let model): ModelPage(model)
      }
    print(json ? ghostnote.json(report) : report.lines.joined(separator: "\n"))
  }
}

/// A model's metadata as text and JSON.
struct ModelPage: Encodable {
  var name: String
  var weights: Int
  var cells: Int
  /// Nil for the classic design.
  var embedding: Int?
  var head: Int?
  var styles: [String]
  /// The number of grooves; nil for the classic design.
  var grooves: Int?
  var data: String
  var licence: String
  var metrics: [String: Double]
  /// All other metadata.
  var others: [String: String]

  init(_ model: DrummerModel) {
    let (design, card) = (model.design, model.card)
    name = card.name
    weights = model.weights.count
    (cells, embedding, head) = (design.hiddenSize, design.embeddingSize, design.headSize)
    styles = card.styles
    grooves = model.grooves.count
    data = card.data
    licence = card.licence
    metrics = card.metrics
    others = card.others
  }

  init(_ model: ClassicModel) {
    (name, weights, cells) = (model.card.name, model.weights.count, model.design.hiddenSize)
    styles = []
    (data, licence, metrics) = (model.card.data, model.card.licence, model.card.metrics)
    others = model.card.others
    others["design"] = "classic"
    others["notes"] = model.design.drums.map { String($0.note) }.joined(separator: " ")
    others["ticks"] = "\(model.design.waits.count), \(model.design.ticksPerBeat) a beat"
  }

  var lines: [String] {
    func said(_ text: String) -> String { text.isEmpty ? "unknown" : text }
    var table = TextTable("name", said(name))
    table.alignsLeft = true
    table.add(
      "weights", "\(weights): an LSTM of \(cells) units" + (head.map { ", heads of \($0)" } ?? ""))
    table.add("styles", said(styles.joined(separator: " ")))
    if let grooves { table.add("grooves", "\(grooves)") }
    table.add("data", said(data))
    table.add("licence", said(licence))
    for (name, figure) in metrics.sorted(by: { $0.key < $1.key }) { table.add(name, "\(figure)") }
    for (name, text) in others.sorted(by: { $0.key < $1.key }) { table.add(name, text) }
    return table.lines
  }
}
