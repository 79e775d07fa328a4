public import Commands

/// The changes that can be undone and redone, each a name and what there was on its far side.
///
/// Snapshots are values that share what they have in common, so a deep history is small; where they share little, as
/// edits of a song of thousands of sections do, the oldest changes are forgotten sooner.
public struct UndoHistory<Snapshot: Sendable>: Sendable {
  /// A change, and the snapshot that undoing or redoing it brings back.
  public struct Change: Sendable {
    fileprivate var title: ChangeName
    /// Whether it sets the tempo, alone or as a part of a gesture.
    public fileprivate(set) var setsTempo: Bool
    /// Whether it puts another song in place of the one before, alone or as a part of a gesture.
    public fileprivate(set) var replacesSong: Bool
    /// Whether it opens another patch, or the same one again.
    public let opens: Bool
    fileprivate(set) var snapshot: Snapshot
    /// What the snapshot holds that the next one does not share, in bytes.
    fileprivate var bytes: Int
    /// The gesture that made it; nil for none.
    fileprivate let gesture: String?

    /// As `undo` and `history` show it.
    public var name: String { title.text }

    /// Takes in another change of its gesture; `bytes` are what its snapshot does not share now.
    fileprivate mutating func take(_ other: String, replacesSong: Bool, bytes: Int) {
      self.bytes = bytes
      title.take(other)
      if other == TempoCommands.undoName { setsTempo = true }
      if replacesSong { self.replacesSong = true }
    }
  }

  /// The changes made, the latest last.
  public private(set) var made: [Change] = []
  /// The changes undone, the next to redo last.
  public private(set) var undone: [Change] = []
  /// How many of the oldest changes were forgotten.
  public private(set) var forgotten = 0
  /// The gestures of the changes that were forgotten last, of as many as can be undone: these are not whole.
  private var forgottenGestures: [String] = []
  /// The fader that made the latest change; nil where none did, and once that was undone or redone.
  private var fader: Fader?

  /// How many changes led to what there is now, those that were forgotten included.
  var changeCount: Int { made.count + forgotten }

  /// What a next value of a fader joins.
  private struct Fader {
    let origin: CommandOrigin
    /// When its last value came.
    let moved: ContinuousClock.Instant
  }

  /// How many changes can be undone; of more, the oldest are forgotten.
  public static var depth: Int { Command.mostUndone }
  /// The most bytes that snapshots hold of their own; of more, the oldest are forgotten.
  public static var mostBytes: Int { 128 << 20 }
  /// A fader that rests for longer begins a new change.
  public static var longestRest: Duration { .seconds(1) }
  /// How many names of a gesture's commands are counted, none of them twice.
  public static var mostNames: Int { ChangeName.mostNames }

  /// Nothing to undo or redo.
  public init() {}

  /// Notes a change away from `before`, after which nothing can be redone.
  ///
  /// What is of one `group` with the latest change joins it; of the snapshot that is kept, `bytes` are not shared with
  /// what there is now. It `opens` where it is another patch, or the same one read again, and `replacesSong` where the
  /// patch stays and has another song.
  public mutating func record(
    _ name: String, from before: Snapshot, bytes: Int = 0, group: UndoGroup? = nil,
    opens: Bool = false, replacesSong: Bool = false, at moment: ContinuousClock.Instant
  ) {
    let isJoining = goesOn(name, group, at: moment)
    var gesture: String?
    fader = nil
    switch group {
    case .gesture(let mark)?: gesture = mark
    case .stream(let origin)?: fader = Fader(origin: origin, moved: moment)
    case nil: break
    }
    undone = []
    if !isJoining {
      made.append(
        Change(
          title: ChangeName(name), setsTempo: name == TempoCommands.undoName,
          replacesSong: replacesSong, opens: opens, snapshot: before, bytes: bytes,
          gesture: gesture))
    } else if gesture != nil {
      made[made.count - 1].take(name, replacesSong: replacesSong, bytes: bytes)
    }
    forget(surplus)
  }

  /// Forgets that number of the oldest changes.
  private mutating func forget(_ count: Int) {
    guard count > 0 else { return }
    forgottenGestures += made.prefix(count).compactMap(\.gesture)
    forgottenGestures.removeFirst(max(0, forgottenGestures.count - Self.depth))
    made.removeFirst(count)
    forgotten += count
  }

  /// Whether a change of that name and group is one with the latest.
  private func goesOn(
    _ name: String, _ group: UndoGroup?, at moment: ContinuousClock.Instant
  ) -> Bool {
    guard let group, let latest = made.last else { return false }
    switch group {
    case .stream(let origin):
      guard let fader, fader.origin == origin, latest.name == name else { return false }
      return fader.moved.duration(to: moment) <= Self.longestRest
    // Also where what came after it was undone.
    case .gesture(let mark): return latest.gesture == mark
    }
  }

  /// What there was before the gesture that the next change of `group` joins; nil where it joins none.
  public func beginning(of group: UndoGroup?) -> Snapshot? {
    guard case .gesture(let mark)? = group, let latest = made.last, latest.gesture == mark else {
      return nil
    }
    return latest.snapshot
  }

  /// Forgets the latest change, as that of a gesture which ended where it began; nothing can be redone after it.
  public mutating func forgetLatest() {
    _ = made.popLast()
    forgetUndone()
    fader = nil
  }

  /// Forgets what was undone, as where the latest change became another.
  public mutating func forgetUndone() { undone = [] }

  /// Forgets the change of a gesture, which cannot be redone then; returns what there was before, and its name.
  ///
  /// Throws where it is not the latest, where another change parts the gesture in two, and where a part was forgotten.
  public mutating func takeBack(
    _ gesture: String, by count: Int = 1
  ) throws(UndoError) -> (snapshot: Snapshot, name: String) {
    guard let latest = made.last, latest.gesture == gesture,
      made.count(where: { $0.gesture == gesture }) == 1, !forgottenGestures.contains(gesture)
    else { throw .notLatest }
    guard count == 1 else { throw .nothing(to: .undo, asked: count, available: 1) }
    forgetLatest()
    return (latest.snapshot, latest.name)
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
    fader = nil
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
    fader = nil
    return (target.snapshot, target.name)
  }

  /// Changes every snapshot alike.
  public mutating func revise(_ change: (inout Snapshot) -> Void) {
    for index in made.indices { change(&made[index].snapshot) }
    for index in undone.indices { change(&undone[index].snapshot) }
  }

  /// Changes the snapshots of the patch that is open, those before and those after what there is now, each from the
  /// nearest on; other patches, which a change that opens one parts from it, stay as they are.
  ///
  /// `change` takes what it returned for the nearer snapshot, at first `start`.
  public mutating func revise<State>(
    from start: State, _ change: (inout Snapshot, State) -> State
  ) {
    Self.revise(&made, from: start, change)
    Self.revise(&undone, from: start, change)
  }

  private static func revise<State>(
    _ changes: inout [Change], from start: State, _ change: (inout Snapshot, State) -> State
  ) {
    var state = start
    for index in changes.indices.reversed() {
      guard !changes[index].opens else { return }
      state = change(&changes[index].snapshot, state)
    }
  }

  private static func moved(
    _ count: Int, from: [Change], to: [Change], by current: Snapshot
  ) -> ([Change], [Change]) {
    var (from, to, passed) = (from, to, current)
    for _ in 0..<count {
      guard var change = from.popLast() else { break }
      let next = change.snapshot
      change.snapshot = passed
      to.append(change)
      passed = next
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
  /// A gesture left no change, or another came after or between its parts.
  case notLatest

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .nothing(let direction, _, 0): "nothing to \(direction.rawValue)"
    case .nothing(let direction, let asked, let available):
      "\(direction.rawValue) \(asked): there \(available == 1 ? "is" : "are") only \(available) to "
        + "\(direction.rawValue)"
    case .notLatest:
      "undo: this gesture left no change, or another came after or between its parts"
    }
  }
}
