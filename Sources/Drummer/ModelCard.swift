import MusicalTime

/// What a model's file says of itself, beside its weights.
public struct ModelCard: Sendable, Hashable {
  /// The version of files that this program writes and the latest it reads.
  public static let latestFormat = 1

  /// For people.
  public var name = ""
  /// The styles, in the order of their rows.
  public var styles = Vocabulary.grooveStyles
  /// What it learned from, and who played it.
  public var data = ""
  /// Under which licence that may be used.
  public var licence = ""
  /// Figures by name, such as "validation" for nats a hit.
  public var metrics: [String: Double] = [:]
  /// All else that the file says, as it says it.
  public var others: [String: String] = [:]

  /// A card that says nothing but the styles of the Groove MIDI Dataset.
  public init() {}
}

extension ModelCard {
  /// The words of a file; those of the reference's files, which name no styles, are kept as they are.
  init(_ words: [String: String], styleCount: Int, path: String) throws(ModelError) {
    var rest = words
    rest["ghostnote"] = nil
    rest["barsHeard"] = nil
    rest["barsRecalled"] = nil
    name = rest.removeValue(forKey: "name") ?? ""
    data = rest.removeValue(forKey: "data") ?? ""
    licence = rest.removeValue(forKey: "licence") ?? ""
    if let text = rest.removeValue(forKey: "styles") {
      styles = Self.names(text)
    }
    guard styles.count == styleCount else {
      throw .card(
        path: path, key: "styles",
        value: "\(styles.count.counted("name")) for \(styleCount.counted("row"))")
    }
    for (key, value) in rest where key.hasPrefix("metric.") {
      guard let figure = Double(value) else { throw .card(path: path, key: key, value: value) }
      metrics[String(key.dropFirst("metric.".count))] = figure
      rest[key] = nil
    }
    others = rest
  }

  /// The words as a file keeps them, with those of a design of ours.
  func words(of design: DrummerDesign) -> [String: String] {
    var words = words
    words["barsHeard"] = design.barsHeard.map(String.init).joined(separator: ",")
    words["barsRecalled"] = design.barsRecalled.map(String.init).joined(separator: ",")
    return words
  }

  /// The words as a file keeps them.
  var words: [String: String] {
    var words = others
    words["ghostnote"] = String(Self.latestFormat)
    words["name"] = name
    words["data"] = data
    words["licence"] = licence
    words["styles"] = Self.text(ofNames: styles)
    for (key, figure) in metrics { words["metric.\(key)"] = String(figure) }
    return words
  }
}
