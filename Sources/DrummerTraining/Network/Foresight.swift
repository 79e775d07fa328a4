public import Drummer

/// How well the network foresaw some hits.
public struct Foresight: Sendable, Hashable, Codable {
  public private(set) var hits = 0
  /// Nats of all hits together, of each attribute.
  public private(set) var nats = [Double](repeating: 0, count: Attribute.allCases.count)
  /// Hits whose likeliest value came, of each attribute.
  public private(set) var right = [Int](repeating: 0, count: Attribute.allCases.count)
  /// Hits whose step and drum both were the likeliest.
  public private(set) var bothRight = 0

  public init() {}

  /// Counts so many hits more, whose attributes follow by `add`.
  mutating func add(hits: Int, bothRight: Int) {
    self.hits += hits
    self.bothRight += bothRight
  }

  /// Counts one attribute of some hits.
  mutating func add(_ attribute: Attribute, nats: Double, right: Int) {
    self.nats[attribute.rawValue] += nats
    self.right[attribute.rawValue] += right
  }

  /// Counts what another counted.
  public mutating func add(_ other: Foresight) {
    add(hits: other.hits, bothRight: other.bothRight)
    for attribute in Attribute.allCases {
      let index = attribute.rawValue
      add(attribute, nats: other.nats[index], right: other.right[index])
    }
  }

  /// Whether its figures, of a checkpoint, are ones that can be counted on from.
  var isSound: Bool {
    let counts = 0...1 << 40
    return counts.contains(hits) && counts.contains(bothRight)
      && nats.count == Attribute.allCases.count && right.count == nats.count
      && right.allSatisfy(counts.contains) && nats.allSatisfy(\.isFinite)
  }

  /// Nats a hit of one attribute.
  public func natsAHit(_ attribute: Attribute) -> Double { nats[attribute.rawValue] / Double(hits) }
  /// Nats a hit of all attributes together.
  public var natsAHit: Double { nats.reduce(0, +) / Double(hits) }
  /// The share of hits whose likeliest value came.
  public func accuracy(_ attribute: Attribute) -> Double {
    Double(right[attribute.rawValue]) / Double(hits)
  }
  /// The share of hits whose step and drum both were the likeliest.
  public var accuracy: Double { Double(bothRight) / Double(hits) }
}
