/// One row of the table: what was measured, compared with what, and whether it passes.
struct Figure {
  let what: String
  let bar: String
  let ours: String
  var peer = "–"
  /// Ours over the peer's.
  var ratio: Double?
  /// Nil if the figure is only reported.
  var passes: Bool?

  /// The row in Markdown.
  var line: String {
    let verdict = passes.map { $0 ? "✓" : "✗" } ?? ""
    return "| "
      + [what, bar, ours, peer, ratio?.digits(3) ?? "–", verdict].joined(separator: " | ")
      + " |"
  }

  /// The two header lines of the table.
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
  /// Formatted with `count` decimals.
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
