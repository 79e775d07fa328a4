/// A value per bar, stored as its changes: each holds until the next.
struct PerBar<Value: Sendable & Equatable>: Sendable {
  private var changes: [(bar: Int, value: Value)]

  /// `value` from the first bar on.
  init(_ value: Value) { changes = [(0, value)] }

  /// The value in a bar.
  subscript(bar: Int) -> Value { changes[index(at: bar)].value }

  /// How many changes are kept, the first value included.
  var count: Int { changes.count }

  /// The last value.
  var last: Value { changes[changes.count - 1].value }

  /// Whether any value satisfies a condition.
  func contains(where isWanted: (Value) -> Bool) -> Bool {
    changes.contains { isWanted($0.value) }
  }

  /// Sets `value` from `bar` on and drops later changes.
  mutating func set(_ value: Value, from bar: Int) {
    changes.removeAll { $0.bar >= bar && $0.bar > 0 }
    guard bar > 0 else {
      changes = [(0, value)]
      return
    }
    if last != value { changes.append((bar, value)) }
  }

  /// Sets `value` in all bars except `kept`, which stay as they are.
  mutating func replace(by value: Value, but kept: Range<Int>) {
    let old = kept.map { self[$0] }
    changes = [(0, value)]
    for (bar, value) in zip(kept, old) { set(value, from: bar) }
    set(value, from: kept.upperBound)
  }

  /// Sets `bars` to the value of the bar after them.
  mutating func straighten(_ bars: Range<Int>) {
    let value = self[bars.upperBound]
    let before = bars.lowerBound > 0 ? self[bars.lowerBound - 1] : value
    changes.removeAll { bars.contains($0.bar) || $0.bar == bars.upperBound }
    if bars.lowerBound == 0 { changes.insert((0, value), at: 0) }
    guard before != value else { return }
    let index = changes.firstIndex { $0.bar > bars.lowerBound } ?? changes.count
    changes.insert((bars.lowerBound, value), at: index)
  }

  /// The first bar of the run around `bar` whose values agree in `trait`.
  func beginning<Trait: Equatable>(at bar: Int, of trait: (Value) -> Trait) -> Int {
    var index = index(at: bar)
    while index > 0, trait(changes[index - 1].value) == trait(changes[index].value) { index -= 1 }
    return changes[index].bar
  }

  /// Drops the oldest changes beyond `limit`: their bars take the value before. Those go first that do not
  /// change `trait`, so that `beginning(at:of:)` stays as it was.
  mutating func trim<Trait: Equatable>(to limit: Int, of trait: (Value) -> Trait) {
    while changes.count > max(limit, 2) {
      let plain = (1..<changes.count - 1).first { index in
        trait(changes[index].value) == trait(changes[index - 1].value)
      }
      changes.remove(at: plain ?? 1)
    }
  }

  private func index(at bar: Int) -> Int {
    (changes.lastIndex { $0.bar <= bar }) ?? 0
  }
}
