import MusicalTime

/// The metadata of a model file.
public struct ModelCard: Sendable, Hashable {
  /// The format version this program writes, and the latest it reads.
  ///
  /// 2 since the offset's head may have a position history, which earlier versions would not read.
  public static let latestFormat = 2

  /// A name for display.
  public var name = ""
  /// The styles, in the order of their rows.
  public var styles = Vocabulary.grooveStyles
  /// The training data, and who recorded it.
  public var data = ""
  /// The licence of the training data.
  public var licence = ""
  /// Metrics by name, such as "validation" in nats per hit.
  public var metrics: [String: Double] = [:]
  /// All other metadata, unchanged.
  public var others: [String: String] = [:]

  /// A card with the styles of the Groove MIDI Dataset and nothing else.
  public init() {}
}

extension ModelCard {
  /// Decodes metadata. The reference's files have no style names; the defaults are kept for them.
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

  /// The metadata of a model of our design.
  func words(of design: DrummerDesign) -> [String: String] {
    var words = words
    words["barsHeard"] = design.barsHeard.map(String.init).joined(separator: ",")
    words["barsRecalled"] = design.barsRecalled.map(String.init).joined(separator: ",")
    return words
  }

  /// The metadata without the design.
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
