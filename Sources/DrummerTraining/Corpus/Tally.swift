/// How often each of some values was met.
public struct Tally<Value: Hashable & Sendable>: Sendable, Hashable {
  /// Values met at least once.
  public private(set) var counts: [Value: Int] = [:]

  /// Nothing met yet.
  public init() {}

  /// `values`, each as often as it occurs.
  public init(_ values: some Sequence<Value>) {
    for value in values { add(value) }
  }

  /// How often `value` was met.
  public subscript(value: Value) -> Int { counts[value] ?? 0 }

  /// All that was met.
  public var total: Int { counts.values.reduce(0, +) }

  /// Meets `value` once more.
  public mutating func add(_ value: Value) { counts[value, default: 0] += 1 }
}

extension Tally where Value: Comparable {
  /// The most frequent first; of equals the lesser value.
  public var ranking: [(value: Value, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
