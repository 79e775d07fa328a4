import Drummer

/// The drummer as it was before some bars, from where it can go on: all of the last ones, and of
/// older ones the fewer the more there are.
struct Places: Sendable {
  /// How many are remembered.
  static let limit = 256

  /// In the order of their bars; the first is bar 0.
  private var kept: [Place]
  /// Where it went last, wherever that was.
  private var current: Place

  typealias Place = (bar: Int, drummer: any BarInventor)

  /// Only the beginning.
  init(_ drummer: any BarInventor) {
    kept = [(0, drummer)]
    current = (0, drummer)
  }

  /// The place nearest before `bar`, or there.
  func latest(through bar: Int) -> Place {
    let index = kept.lastIndex { $0.bar <= bar } ?? 0
    return current.bar <= bar && current.bar > kept[index].bar ? current : kept[index]
  }

  /// Remembers `drummer` as it is before `bar`.
  mutating func keep(_ drummer: any BarInventor, before bar: Int) {
    current = (bar, drummer)
    let index = kept.lastIndex { $0.bar <= bar } ?? 0
    guard kept[index].bar < bar else { return }
    kept.insert(current, at: index + 1)
    if kept.count > Self.limit { thin() }
  }

  /// Lets that one of the older places go whose neighbours are nearest.
  private mutating func thin() {
    let older = 1..<kept.count - Self.limit / 4
    let least = older.min {
      kept[$0 + 1].bar - kept[$0 - 1].bar < kept[$1 + 1].bar - kept[$1 - 1].bar
    }
    if let least { kept.remove(at: least) }
  }

  /// Forgets all but the beginning and the place that is farthest.
  mutating func forgetWay() {
    current = latest(through: .max)
    kept.removeAll { $0.bar > 0 }
    if current.bar > 0 { kept.append(current) }
  }

  /// Forgets the places behind `bar`.
  mutating func forget(behind bar: Int) {
    kept.removeAll { $0.bar > bar }
    if current.bar > bar { current = kept[kept.count - 1] }
  }
}
