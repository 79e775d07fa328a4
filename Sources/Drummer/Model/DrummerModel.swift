/// A trained drummer model: hyperparameters, weights and metadata.
public struct DrummerModel: Sendable {
  /// The hyperparameters.
  public let design: DrummerDesign
  /// The position of each tensor in `weights`.
  public let layout: TensorLayout
  /// All tensors in the order of `layout`.
  public var weights: [Float]
  /// Metadata: name, styles, training data, licence, metrics.
  public var card: ModelCard
  /// The grooves of the pieces that it learned from, one of which a performance stays near; may be
  /// empty.
  public var grooves: [GrooveTemplate]

  /// A model with these weights, one for each entry of its layout.
  public init(
    design: DrummerDesign, weights: [Float], card: ModelCard, grooves: [GrooveTemplate] = []
  ) {
    layout = TensorLayout(design)
    precondition(weights.count == layout.count, "one weight for each entry of the layout")
    self.design = design
    self.weights = weights
    self.card = card
    self.grooves = grooves
  }

  /// The style names, in the order of their rows.
  public var styles: [String] { card.styles }

  /// Throws if the model does not know the style; the empty name (no particular style) is always
  /// accepted.
  public func check(style: String) throws(ModelError) {
    guard style.isEmpty || styles.contains(style) else { throw .style(style, known: styles) }
  }
}
