import Commands
import Files
import Foundation
import Rhythm

/// A patch whose edits are kept: the one that is played, or one that was set aside.
struct RecoverySlot: Sendable {
  enum Work: Sendable {
    case none
    case write(Patch)
    case remove
  }

  let name: String
  var original: String?
  /// What must still be written to disk.
  var work = Work.none
  /// The edits of an earlier session that this patch goes on from.
  var earlier: UnsavedEdits?
  /// The file of the edits that were recovered and are gone on from, also of those that this session set aside.
  var stream: String?
  /// Whether it is what an earlier session left, unchanged.
  var isCopy = false
  /// What it keeps.
  var patch: Patch?
  /// When that was last given.
  var time = FileTime(seconds: 0)
  /// Whether something else is played now.
  var isAside = false

  var isDue: Bool {
    if case .none = work { return false }
    return true
  }

  /// Whether what it is a copy of is still there, and another session has not saved or discarded it.
  var isCopyOfAnother: Bool {
    isCopy && earlier.map { FileManager.default.fileExists(atPath: $0.file) } == true
  }

  /// It is kept no longer.
  mutating func drop() {
    (work, patch, earlier, stream, isCopy) = (.remove, nil, nil, nil, false)
  }
}

/// What a session keeps, and what of it is still to be written. It decides; `RecoveryWriter` reads and writes.
struct RecoveryState: Sendable {
  var slots: [RecoverySlot] = []
  var isScheduled = false
  var session: RecoverySession?
  var hasFailed = false
  /// What earlier sessions left, as it was when it was recovered, by file.
  var recovered: [String: Patch] = [:]
  /// Names of what was set aside, which nothing else is given: others may go on from it.
  var retired: Set<String> = []
  /// When a patch was last given.
  private var latest = FileTime(seconds: 0)

  /// The slot for what is edited of a file, or one that is to be removed.
  func slot(of path: String?) -> Int? {
    let own = slots.indices.filter { slots[$0].original == path && !slots[$0].isAside }
    return own.first { slots[$0].patch != nil } ?? own.first
  }

  /// Sets the edits of a slot aside; false where they are only a copy, which is not needed.
  mutating func setAside(_ index: Int) -> Bool {
    guard !slots[index].isCopyOfAnother else {
      slots[index].drop()
      return false
    }
    slots[index].isAside = true
    retired.insert(slots[index].name)
    return true
  }

  /// Sets aside what is not played any more, now that this is.
  mutating func leaveOthers(than path: String?, _ stream: String?) {
    for index in slots.indices where !slots[index].isAside && slots[index].patch != nil {
      let slot = slots[index]
      let isSame = slot.original == path && slot.stream == stream
      let isItself = stream != nil && stream == file(of: slot)
      // What is left by undo or redo does not take the place of what it went on from.
      if !isSame, !isItself, setAside(index) { slots[index].earlier = nil }
    }
  }

  /// Where a slot is written to; nil before anything is.
  func file(of slot: RecoverySlot) -> String? { session.map { "\($0.path)/\(slot.name).json" } }

  /// Keeps a patch as the unsaved version of the file at `path`.
  mutating func keep(
    _ patch: Patch, of path: String?, goingOnFrom earlier: UnsavedEdits?
  ) {
    let own = earlier.flatMap { edits in slots.firstIndex { file(of: $0) == edits.file } }
    let index = own ?? place(for: patch, of: path)
    if own == nil, let earlier, recovered[earlier.file] == nil { recovered[earlier.file] = patch }
    slots[index].isCopy =
      own == nil && earlier.map { patch.isSame(as: recovered[$0.file]) } == true
    slots[index].isAside = false
    slots[index].original = path
    slots[index].stream = earlier?.file
    // What this session set aside takes the place of what that went on from.
    if own == nil { slots[index].earlier = earlier }
    slots[index].patch = patch
    slots[index].time = moment()
    slots[index].work = .write(patch)
  }

  /// Now, or just after the last such moment where the clock did not go on.
  private mutating func moment() -> FileTime {
    latest = max(.now, latest.next)
    return latest
  }

  /// The slot of the patch that is played: the one in use, what was set aside and is back, or a new one.
  private mutating func place(for patch: Patch, of path: String?) -> Int {
    let used = slot(of: path)
    if let used, slots[used].patch != nil { return used }
    let back = slots.firstIndex {
      $0.isAside && $0.original == path && patch.isSame(as: $0.patch)
    }
    if let found = back ?? used { return found }
    let taken = slots.map(\.name) + Array(retired)
    slots.append(RecoverySlot(name: RecoveryWriter.name(of: path, besides: taken), original: path))
    return slots.count - 1
  }

  /// All that is kept is to be written again, where the folder that had it is gone.
  mutating func restoreDeleted() {
    guard session?.isThere == false else { return }
    for index in slots.indices where !slots[index].isDue {
      if let patch = slots[index].patch { slots[index].work = .write(patch) }
    }
  }

  /// Whether the queue has to be woken.
  mutating func schedules() -> Bool {
    guard !isScheduled, slots.contains(where: \.isDue) else { return false }
    isScheduled = true
    return true
  }

  /// The names of what was set aside and is kept once more, as after `undo`.
  var twice: [String] {
    slots.filter { aside in
      aside.isAside
        && slots.contains {
          !$0.isAside && !$0.isDue && $0.original == aside.original
            && $0.patch?.isSame(as: aside.patch) == true
        }
    }.map(\.name)
  }
}
