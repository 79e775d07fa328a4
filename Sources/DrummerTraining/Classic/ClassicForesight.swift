/// How well the classic drummer foresaw some hits.
public struct ClassicForesight: Sendable, Hashable {
  public private(set) var hits = 0
  /// Nats of all hits together: the waits', the drums', and the velocities' by a table.
  public private(set) var waitNats = 0.0
  public private(set) var drumNats = 0.0
  public private(set) var velocityNats = 0.0
  /// Hits whose wait and drum both were the likeliest.
  public private(set) var bothRight = 0

  public init() {}

  /// Counts one hit.
  mutating func add(waitNats: Double, drumNats: Double, velocityNats: Double, bothRight: Bool) {
    hits += 1
    self.waitNats += waitNats
    self.drumNats += drumNats
    self.velocityNats += velocityNats
    self.bothRight += bothRight ? 1 : 0
  }

  /// Counts what another counted.
  public mutating func add(_ other: ClassicForesight) {
    hits += other.hits
    waitNats += other.waitNats
    drumNats += other.drumNats
    velocityNats += other.velocityNats
    bothRight += other.bothRight
  }

  /// Nats a hit of all together.
  public var natsAHit: Double { (waitNats + drumNats + velocityNats) / Double(max(hits, 1)) }
  /// The share of hits whose wait and drum both were the likeliest.
  public var accuracy: Double { Double(bothRight) / Double(max(hits, 1)) }
}
