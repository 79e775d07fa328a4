/// Prediction statistics of the classic model: negative log-likelihood and accuracy.
public struct ClassicPredictionStatistics: Sendable, Hashable {
  /// The number of hits.
  public private(set) var hits = 0
  /// The sum of the negative log-likelihoods of the waits, in nats.
  public private(set) var waitNats = 0.0
  /// The sum of those of the drums, in nats.
  public private(set) var drumNats = 0.0
  /// The sum of those of the velocities, from a table, in nats.
  public private(set) var velocityNats = 0.0
  /// Hits whose wait and drum were both the most likely.
  public private(set) var bothRight = 0

  /// No hits.
  public init() {}

  /// Adds one hit.
  mutating func add(waitNats: Double, drumNats: Double, velocityNats: Double, bothRight: Bool) {
    hits += 1
    self.waitNats += waitNats
    self.drumNats += drumNats
    self.velocityNats += velocityNats
    self.bothRight += bothRight ? 1 : 0
  }

  /// Adds the statistics of other hits.
  public mutating func add(_ other: ClassicPredictionStatistics) {
    hits += other.hits
    waitNats += other.waitNats
    drumNats += other.drumNats
    velocityNats += other.velocityNats
    bothRight += other.bothRight
  }

  /// Nats per hit of all attributes together.
  public var nllPerHit: Double { (waitNats + drumNats + velocityNats) / Double(max(hits, 1)) }
  /// The share of hits whose wait and drum were both the most likely.
  public var accuracy: Double { Double(bothRight) / Double(max(hits, 1)) }
}
