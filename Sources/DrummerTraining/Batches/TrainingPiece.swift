public import Drummer

/// One recording as training sees it.
public struct TrainingPiece: Sendable, Hashable {
  /// For people, such as "drummer1/session1/145".
  public var id: String
  public var tokens: [PlacedToken]
  public var conditions: Conditions

  public init(id: String, tokens: [PlacedToken], conditions: Conditions) {
    self.id = id
    self.tokens = tokens
    self.conditions = conditions
  }
}
