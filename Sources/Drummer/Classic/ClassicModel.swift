import Rhythm

/// A drummer of the design of 2017: its words, its weights, and what its file says of it.
///
/// `Wx` (427 × 800 in the original) is multiplied from the left by the row [drum, wait, h, 1] and
/// gives the gates f, i, o and g; `Wy` (201 × 226) by [h, 1] and gives the logits of the drums, then
/// of the waits.
public struct ClassicModel: Sendable, Hashable {
  public let design: ClassicDesign
  /// Where `Wx` and `Wy` lie among the weights.
  public let layout: TensorLayout
  /// `Wx` and then `Wy`, row after row.
  public let weights: [Float]
  /// How hard each drum is hit, which the network itself does not know: for each drum the
  /// probabilities of the vocabulary's 32 bins.
  public let velocities: [Float]
  /// What there is to know of it.
  public var card: ModelCard

  /// A drummer of these weights, as many as its design has; without `velocities`, each hit is
  /// about as hard as a plain `x` of the step notation (98).
  public init(
    design: ClassicDesign, weights: [Float], velocities: [Float]? = nil,
    card: ModelCard = .classic
  ) {
    let layout = design.layout
    precondition(weights.count == layout.count, "a weight for each place in the layout")
    let table = velocities ?? Self.plainVelocities(drumCount: design.drums.count)
    precondition(table.count == design.drums.count * Vocabulary.velocityCount, "a row a drum")
    self.design = design
    self.layout = layout
    self.weights = weights
    self.velocities = table
    self.card = card
  }

  /// The probabilities of one drum's velocities.
  func velocityRow(of drum: Int) -> ArraySlice<Float> {
    velocities[drum * Vocabulary.velocityCount..<(drum + 1) * Vocabulary.velocityCount]
  }

  private static func plainVelocities(drumCount: Int) -> [Float] {
    let plain = Int(StepNotation.hit.value) / 4
    return (0..<drumCount * Vocabulary.velocityCount).map {
      $0 % Vocabulary.velocityCount == plain ? 1 : 0
    }
  }
}

extension ModelCard {
  /// A card that says nothing; the classic drummer knows no styles.
  public static var classic: ModelCard {
    var card = ModelCard()
    card.styles = []
    return card
  }
}
