public import Commands

/// The changes that can be undone and redone, each a name and what there was on its far side.
///
/// Snapshots are values that share what they have in common, so a deep history is small; where they share little, as
/// edits of a song of thousands of sections do, the oldest changes are forgotten sooner.
public struct UndoHistory<Snapshot: Sendable>: Sendable {
  /// A change, and the snapshot that undoing or redoing it brings back.
  public struct Change: Sendable {
    /// As `undo` and `history` show it.
    public let name: String
    fileprivate(set) var snapshot: Snapshot
    /// What the snapshot holds that the next one does not share, in bytes.
    fileprivate let bytes: Int
  }

  /// The changes made, the latest last.
  public private(set) var made: [Change] = []
  /// The changes undone, the next to redo last.
  public private(set) var undone: [Change] = []
  /// How many of the oldest changes were forgotten.
  public private(set) var forgotten = 0
  /// The stream that the latest change belongs to; nil unless it is a stream.
  private var streamed: Stream?

  /// Values of one fader.
  private struct Stream {
    let origin: CommandOrigin
    /// When the latest value came.
    let moved: ContinuousClock.Instant
  }

  /// How many changes can be undone; of more, the oldest are forgotten.
  public static var depth: Int { Command.mostUndone }
  /// The most bytes that snapshots hold of their own; of more, the oldest are forgotten.
  public static var mostBytes: Int { 128 << 20 }
  /// A fader that rests for longer begins a new change.
  public static var longestRest: Duration { .seconds(1) }

  /// Nothing to undo or redo.
  public init() {}

  /// Notes a change away from `before`, of which `bytes` are not shared with what there is now, after which
  /// nothing can be redone.
  ///
  /// Changes of one name that come by as a `stream` of one origin, as from a fader, are one change.
  public mutating func record(
    _ name: String, from before: Snapshot, bytes: Int = 0, stream: CommandOrigin? = nil,
    at moment: ContinuousClock.Instant
  ) {
    defer { streamed = stream.map { Stream(origin: $0, moved: moment) } }
    let goesOn =
      streamed.map { former in
        former.origin == stream && former.moved.duration(to: moment) <= Self.longestRest
      } ?? false
    guard !goesOn || made.last?.name != name || !undone.isEmpty else { return }
    undone = []
    made.append(Change(name: name, snapshot: before, bytes: bytes))
    let surplus = surplus
    made.removeFirst(surplus)
    forgotten += surplus
  }

  /// How many of the oldest are too many; the latest is always kept.
  private var surplus: Int {
    var count = 0
    var total = 0
    for change in made.reversed() {
      total += change.bytes
      guard count == 0 || count < Self.depth && total <= Self.mostBytes else { break }
      count += 1
    }
    return made.count - count
  }

  /// Goes back by `count` changes; returns what there was, and the name of the earliest.
  public mutating func undo(
    _ count: Int = 1, from current: Snapshot
  ) throws(UndoError) -> (snapshot: Snapshot, name: String) {
    guard let target = made.suffix(count).first, count <= made.count else {
      throw .nothing(to: .undo, asked: count, available: made.count)
    }
    (made, undone) = Self.moved(count, from: made, to: undone, by: current)
    streamed = nil
    return (target.snapshot, target.name)
  }

  /// Makes `count` undone changes again; returns what there was after them, and the name of the last.
  public mutating func redo(
    _ count: Int = 1, from current: Snapshot
  ) throws(UndoError) -> (snapshot: Snapshot, name: String) {
    guard let target = undone.suffix(count).first, count <= undone.count else {
      throw .nothing(to: .redo, asked: count, available: undone.count)
    }
    (undone, made) = Self.moved(count, from: undone, to: made, by: current)
    streamed = nil
    return (target.snapshot, target.name)
  }

  /// Changes every snapshot alike.
  public mutating func revise(_ change: (inout Snapshot) -> Void) {
    for index in made.indices { change(&made[index].snapshot) }
    for index in undone.indices { change(&undone[index].snapshot) }
  }

  private static func moved(
    _ count: Int, from: [Change], to: [Change], by current: Snapshot
  ) -> ([Change], [Change]) {
    var (from, to, passed) = (from, to, current)
    for _ in 0..<count {
      guard let change = from.popLast() else { break }
      to.append(Change(name: change.name, snapshot: passed, bytes: change.bytes))
      passed = change.snapshot
    }
    return (from, to)
  }
}

/// Why nothing is undone or redone.
public enum UndoError: Error, Hashable, CustomStringConvertible {
  /// Which way.
  public enum Direction: String, Sendable, Hashable { case undo, redo }

  /// There are fewer changes than asked for.
  case nothing(to: Direction, asked: Int, available: Int)

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .nothing(let direction, _, 0): "nothing to \(direction.rawValue)"
    case .nothing(let direction, let asked, let available):
      "\(direction.rawValue) \(asked): there \(available == 1 ? "is" : "are") only \(available) to "
        + "\(direction.rawValue)"
    }
  }
}
