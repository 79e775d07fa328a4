import Rhythm

/// A model of the 2017 design: vocabulary, weights and metadata.
///
/// The row vector [drum, wait, h, 1] times `Wx` (427 × 800 in the original) gives the gates f, i, o
/// and g; [h, 1] times `Wy` (201 × 226) gives the logits of the drums, then of the waits.
public struct ClassicModel: Sendable, Hashable {
  /// The vocabulary and size.
  public let design: ClassicDesign
  /// The positions of `Wx` and `Wy` in `weights`.
  public let layout: TensorLayout
  /// `Wx` and then `Wy`, row-major.
  public let weights: [Float]
  /// Velocity distributions, which the network does not model: for each drum the probabilities of
  /// the 32 bins.
  public let velocities: [Float]
  /// Metadata.
  public var card: ModelCard

  /// A model with these weights, as many as its design has; without `velocities`, every hit is near
  /// that of a plain `x` in the step notation (98).
  public init(
    design: ClassicDesign, weights: [Float], velocities: [Float]? = nil,
    card: ModelCard = .classic
  ) {
    let layout = design.layout
    precondition(weights.count == layout.count, "one weight for each entry of the layout")
    let table = velocities ?? Self.plainVelocities(drumCount: design.drums.count)
    precondition(table.count == design.drums.count * Vocabulary.velocityCount, "one row per drum")
    self.design = design
    self.layout = layout
    self.weights = weights
    self.velocities = table
    self.card = card
  }

  /// The velocity distribution of one drum.
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
  /// Empty metadata; the classic design has no styles.
  public static var classic: ModelCard {
    var card = ModelCard()
    card.styles = []
    return card
  }
}
