import Drummer

/// Checkpoints of the drummer's state before some bars, to continue from: all recent ones, and
/// fewer the older they are.
struct StateCheckpoints: Sendable {
  /// Most checkpoints kept.
  static let limit = 256

  /// Sorted by bar; the first is bar 0.
  private var kept: [Checkpoint]
  /// The drummer's latest state, at any bar.
  private var current: Checkpoint

  typealias Checkpoint = (bar: Int, drummer: any BarInventor)

  /// Only the state before the first bar.
  init(_ drummer: any BarInventor) {
    kept = [(0, drummer)]
    current = (0, drummer)
  }

  /// The last checkpoint at or before `bar`.
  func latest(through bar: Int) -> Checkpoint {
    let index = kept.lastIndex { $0.bar <= bar } ?? 0
    return current.bar <= bar && current.bar > kept[index].bar ? current : kept[index]
  }

  /// Stores `drummer` as its state before `bar`.
  mutating func keep(_ drummer: any BarInventor, before bar: Int) {
    current = (bar, drummer)
    let index = kept.lastIndex { $0.bar <= bar } ?? 0
    guard kept[index].bar < bar else { return }
    kept.insert(current, at: index + 1)
    if kept.count > Self.limit { thin() }
  }

  /// Drops the old checkpoint whose neighbours are closest.
  private mutating func thin() {
    let older = 1..<kept.count - Self.limit / 4
    let least = older.min {
      kept[$0 + 1].bar - kept[$0 - 1].bar < kept[$1 + 1].bar - kept[$1 - 1].bar
    }
    if let least { kept.remove(at: least) }
  }

  /// Drops all checkpoints except the first and the farthest.
  mutating func forgetIntermediate() {
    current = latest(through: .max)
    kept.removeAll { $0.bar > 0 }
    if current.bar > 0 { kept.append(current) }
  }

  /// Drops the checkpoints after `bar`.
  mutating func forget(after bar: Int) {
    kept.removeAll { $0.bar > bar }
    if current.bar > bar { current = kept[kept.count - 1] }
  }
}
