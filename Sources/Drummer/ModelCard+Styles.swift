/// A style that a model does not know.
public struct UnknownStyle: Error, Hashable, CustomStringConvertible {
  /// What was asked for.
  public let name: String
  /// Those that it knows.
  public let known: [String]

  public var description: String {
    known.isEmpty
      ? "“\(name)”: this drummer knows no styles"
      : "“\(name)” is no style of this drummer; it knows \(known.joined(separator: ", "))"
  }
}

extension ModelCard {
  /// The row of a style by its name, whatever its case; nil for an empty name, which is none in
  /// particular.
  public func index(ofStyle name: String) throws(UnknownStyle) -> Int? {
    guard !name.isEmpty else { return nil }
    guard let index = styles.firstIndex(of: name.lowercased()) else {
      throw UnknownStyle(name: name, known: styles)
    }
    return index
  }
}
