extension ModelCard {
  /// The row of a style by its name, whatever its case; nil for an empty name, which is none in
  /// particular. Throws `.style` for one that is not known.
  public func index(ofStyle name: String) throws(ModelError) -> Int? {
    guard !name.isEmpty else { return nil }
    guard let index = styles.firstIndex(of: name.lowercased()) else {
      throw .style(name, known: styles)
    }
    return index
  }
}
