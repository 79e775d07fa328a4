import ArgumentParser
import Drummer
import Foundation

/// `ghostnote drummer show`: a model's card.
struct DrummerShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print what a model's file says of itself.",
    discussion: "EXAMPLES\n  ghostnote drummer show groove.safetensors")

  @Argument(help: "A model's file.", completion: .file(extensions: ["safetensors"]))
  var model: String

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let page = ModelPage(try DrummerModel(path: model))
    print(json ? ghostnote.json(page) : page.lines.joined(separator: "\n"))
  }
}

/// A model's card for people and programs.
struct ModelPage: Encodable {
  var name: String
  var weights: Int
  var cells: Int
  var embedding: Int
  var head: Int
  var styles: [String]
  var data: String
  var licence: String
  var metrics: [String: Double]
  /// Whatever else the file says.
  var others: [String: String]

  init(_ model: DrummerModel) {
    let (design, card) = (model.design, model.card)
    name = card.name
    weights = model.weights.count
    (cells, embedding, head) = (design.hiddenSize, design.embeddingSize, design.headSize)
    styles = card.styles
    data = card.data
    licence = card.licence
    metrics = card.metrics
    others = card.others
  }

  var lines: [String] {
    func said(_ text: String) -> String { text.isEmpty ? "not said" : text }
    var table = TextTable("name", said(name))
    table.alignsLeft = true
    table.add("weights", "\(weights): an LSTM of \(cells) cells, heads of \(head)")
    table.add("styles", said(styles.joined(separator: " ")))
    table.add("data", said(data))
    table.add("licence", said(licence))
    for (name, figure) in metrics.sorted(by: { $0.key < $1.key }) { table.add(name, "\(figure)") }
    for (name, text) in others.sorted(by: { $0.key < $1.key }) { table.add(name, text) }
    return table.lines
  }
}
