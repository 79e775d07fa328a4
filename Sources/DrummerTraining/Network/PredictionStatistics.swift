public import Drummer

/// Prediction statistics: negative log-likelihood and accuracy over some hits.
///
/// A wait of the classic design, in ticks, counts as the step; it has no offset.
public struct PredictionStatistics: Sendable, Hashable, Codable {
  /// The number of hits.
  public private(set) var hits = 0
  /// The sum of the negative log-likelihoods of each attribute, in nats.
  public private(set) var nats = [Double](repeating: 0, count: Attribute.allCases.count)
  /// For each attribute, the number of hits whose most likely value was right.
  public private(set) var right = [Int](repeating: 0, count: Attribute.allCases.count)
  /// Hits whose step and drum were both the most likely.
  public private(set) var bothRight = 0

  /// No hits.
  public init() {}

  /// Adds `hits` hits, whose attributes are added separately.
  mutating func add(hits: Int, bothRight: Int) {
    self.hits += hits
    self.bothRight += bothRight
  }

  /// Adds one attribute of some hits.
  mutating func add(_ attribute: Attribute, nats: Double, right: Int) {
    self.nats[attribute.rawValue] += nats
    self.right[attribute.rawValue] += right
  }

  /// Adds the statistics of other hits.
  public mutating func add(_ other: PredictionStatistics) {
    add(hits: other.hits, bothRight: other.bothRight)
    for attribute in Attribute.allCases {
      let index = attribute.rawValue
      add(attribute, nats: other.nats[index], right: other.right[index])
    }
  }

  /// Whether the numbers, read from a checkpoint, are valid.
  var isSound: Bool {
    let counts = 0...1 << 40
    return counts.contains(hits) && counts.contains(bothRight)
      && nats.count == Attribute.allCases.count && right.count == nats.count
      && right.allSatisfy(counts.contains) && nats.allSatisfy(\.isFinite)
  }

  /// Nats per hit of one attribute.
  public func nllPerHit(_ attribute: Attribute) -> Double {
    nats[attribute.rawValue] / Double(max(hits, 1))
  }
  /// Nats per hit of all attributes together.
  public var nllPerHit: Double { nats.reduce(0, +) / Double(max(hits, 1)) }
  /// The share of hits whose most likely value was right.
  public func accuracy(_ attribute: Attribute) -> Double {
    Double(right[attribute.rawValue]) / Double(max(hits, 1))
  }
  /// The share of hits whose step and drum were both the most likely.
  public var accuracy: Double { Double(bothRight) / Double(max(hits, 1)) }
}
