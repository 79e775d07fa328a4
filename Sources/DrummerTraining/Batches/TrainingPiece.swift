public import Drummer

/// A recording in the form used for training.
public struct TrainingPiece: Sendable, Hashable {
  /// A name for display, such as "drummer1/session1/145".
  public var id: String
  /// The hits as tokens.
  public var tokens: [PlacedToken]
  /// The conditioning inputs.
  public var conditions: Conditions

  /// A recording of `tokens`.
  public init(id: String, tokens: [PlacedToken], conditions: Conditions) {
    self.id = id
    self.tokens = tokens
    self.conditions = conditions
  }
}
