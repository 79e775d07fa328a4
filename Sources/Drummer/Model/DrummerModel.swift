/// A trained drummer: its design, its weights, and what its file says of it.
public struct DrummerModel: Sendable {
  public let design: DrummerDesign
  public let layout: TensorLayout
  /// All tensors in the order of `layout`.
  public var weights: [Float]
  /// What there is to know of it.
  public var card: ModelCard

  /// A drummer of these weights, which are as many as its layout has.
  public init(design: DrummerDesign, weights: [Float], card: ModelCard) {
    layout = TensorLayout(design)
    precondition(weights.count == layout.count, "a weight for each place in the layout")
    self.design = design
    self.weights = weights
    self.card = card
  }

  /// The styles it knows, in the order of their rows.
  public var styles: [String] { card.styles }

  /// Refuses a style it does not know; none in particular, which is empty, is always known.
  public func check(style: String) throws(ModelError) {
    guard style.isEmpty || styles.contains(style) else { throw .style(style, known: styles) }
  }
}
