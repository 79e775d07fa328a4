/// One line of the table: what was measured, against what, and whether that is enough.
struct Figure {
  let what: String
  let bar: String
  let ours: String
  var peer = "–"
  /// Ours over the peer's.
  var ratio: Double?
  /// Nil where nothing is asked for and the number is only of interest.
  var passes: Bool?

  /// The line in Markdown.
  var line: String {
    let verdict = passes.map { $0 ? "✓" : "✗" } ?? ""
    return "| "
      + [what, bar, ours, peer, ratio?.digits(3) ?? "–", verdict].joined(separator: " | ")
      + " |"
  }

  /// The two lines above the figures.
  static let heading = """
    | what | bar | ours | peer | ratio | verdict |
    |---|---|---|---|---|---|
    """
}

/// A figure that could not be measured.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Double {
  /// Written with `count` digits after the point.
  func digits(_ count: Int) -> String {
    let scale = (0..<count).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 1e15 else { return "\(self)" }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let whole = Int(scaled)
    guard count > 0 else { return "\(sign)\(whole)" }
    let places = "\(whole % Int(scale))"
    return "\(sign)\(whole / Int(scale))."
      + String(repeating: "0", count: count - places.count) + places
  }
}
