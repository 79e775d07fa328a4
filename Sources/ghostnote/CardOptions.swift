import ArgumentParser
import Drummer
import Foundation
import MusicalTime

/// What a model's file says of itself.
struct CardOptions: ParsableArguments {
  @Option(help: "Its name (default: the folder's).")
  var name: String?

  @Option(
    help: "What it learned from and who played that (default: what the folder's README says).")
  var data: String?

  @Option(help: "Under which licence that may be used (default: what the folder's LICENSE says).")
  var licence: String?

  /// The first option that is given.
  var firstGiven: String? {
    let given = [("--name", name), ("--data", data), ("--licence", licence)]
    return given.first { $0.1 != nil }?.0
  }

  /// The card of a model that learns from `folder`.
  func card(folder: String, styles: [String], pieces: Int) -> ModelCard {
    var card = ModelCard()
    let place = URL(fileURLWithPath: folder)
    card.name = name ?? place.lastPathComponent
    card.styles = styles
    let count = pieces.counted("piece")
    card.data =
      data ?? words(in: place.appendingPathComponent("README")).map { "\($0) (\(count))" }
      ?? "\(count) of \(place.lastPathComponent)"
    card.licence = licence ?? words(in: place.appendingPathComponent("LICENSE")) ?? ""
    return card
  }

  /// A short text in one line; of a long one, which is for lawyers, the first.
  private func words(in file: URL) -> String? {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let words = text.count > 600 ? lines.first ?? "" : lines.joined(separator: " ")
    return words.isEmpty ? nil : words
  }
}
