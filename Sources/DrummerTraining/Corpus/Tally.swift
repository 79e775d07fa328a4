/// Counts values.
public struct Tally<Value: Hashable & Sendable>: Sendable, Hashable {
  /// Values with a count of at least 1.
  public private(set) var counts: [Value: Int] = [:]

  /// No values.
  public init() {}

  /// Counts `values`.
  public init(_ values: some Sequence<Value>) {
    for value in values { add(value) }
  }

  /// The count of `value`.
  public subscript(value: Value) -> Int { counts[value] ?? 0 }

  /// The sum of all counts.
  public var total: Int { counts.values.reduce(0, +) }

  /// Counts `value` once more.
  public mutating func add(_ value: Value) { counts[value, default: 0] += 1 }
}

extension Tally where Value: Comparable {
  /// Most frequent first; of equal counts the lesser value.
  public var ranking: [(value: Value, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
