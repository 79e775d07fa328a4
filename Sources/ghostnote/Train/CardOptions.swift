import ArgumentParser
import Drummer
import Files
import Foundation
import MusicalTime

/// Metadata for a model file.
struct CardOptions: ParsableArguments {
  @Option(help: "Its name (default: the folder's).")
  var name: String?

  @Option(
    help: "The training data and who played it (default: from the folder's README).")
  var data: String?

  @Option(help: "The licence of the training data (default: from the folder's LICENSE).")
  var licence: String?

  /// The most characters of a text that is read from a file.
  private static let longestText = 600

  /// The first option given.
  var firstGiven: String? {
    let given = [("--name", name), ("--data", data), ("--licence", licence)]
    return given.first { $0.1 != nil }?.0
  }

  /// The metadata of a model trained on `folder`.
  func card(folder: String, styles: [String], pieces: Int) -> ModelCard {
    var card = ModelCard()
    // The name of `.` is that of the folder there.
    let place = URL(fileURLWithPath: folder).standardized
    card.name = name ?? place.lastPathComponent
    card.styles = styles
    let count = pieces.counted("piece")
    card.data =
      data ?? words(in: place.appendingPathComponent("README")).map { "\($0) (\(count))" }
      ?? "\(count) of \(place.lastPathComponent)"
    card.licence = licence ?? words(in: place.appendingPathComponent("LICENSE")) ?? ""
    return card
  }

  /// A short text in one line; of a long one, such as a licence, the first line or its beginning.
  private func words(in file: URL) -> String? {
    guard let bytes = try? RegularFile.bytes(at: file.path, limit: 1 << 20),
      let text = String(bytes: bytes, encoding: .utf8)
    else { return nil }
    // Windows ends lines with a carriage return and a line feed, which are one `Character`.
    let lines = text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    let isLong = text.count > Self.longestText
    let words = isLong ? lines.first ?? "" : lines.joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(Self.longestText))
  }
}
