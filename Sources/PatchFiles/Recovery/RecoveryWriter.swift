import Commands
import Files
public import Foundation
public import Rhythm
import Synchronization

/// Unsaved edits in files below `$XDG_STATE_HOME/ghostnote`: a folder per process, a patch per
/// edited file. Written by a thread of its own, a second after the first change.
public final class RecoveryWriter: RecoveryStore {
  private enum Work: Sendable {
    case none
    case write(Patch)
    case remove
  }

  private struct Slot {
    let name: String
    let original: String?
    /// What must still be written to disk.
    var work = Work.none
    /// Edits of earlier sessions that this patch holds; to be deleted once it is written.
    var older: [UnsavedEdits] = []

    var isDue: Bool {
      if case .none = work { return false }
      return true
    }
  }

  private struct State {
    var slots: [Slot] = []
    var isScheduled = false
    var session: RecoverySession?
    var hasFailed = false
  }

  private let parent: String
  private let name: String
  /// From a change to its writing, in milliseconds.
  private let delay: Int
  private let failed: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "ghostnote-recovery")
  /// Only the queue uses the session in it for longer than a moment.
  private let state = Mutex(State())

  /// The XDG folder for programs' state; nil if neither variable is set.
  public static func folder(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    StateFolder.path(environment: environment)
  }

  /// Keeps edits below `parent` for the daemon called `name`. Calls `failed` with a sentence when
  /// they can't be written: once, until writing works again.
  public init(
    in parent: String, name: String, delay: Duration = .seconds(1),
    failed: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.parent = parent
    self.name = Self.plain(name)
    self.delay = Int(delay / .milliseconds(1))
    self.failed = failed
  }

  public func keep(_ patch: Patch?, of path: String?) {
    let work = patch.map { Work.write($0) } ?? .remove
    let isFirst = state.withLock { state in
      if let index = state.slots.firstIndex(where: { $0.original == path }) {
        state.slots[index].work = work
      } else {
        guard patch != nil else { return false }
        let name = Self.name(of: path, besides: state.slots.map(\.name))
        state.slots.append(Slot(name: name, original: path, work: work))
      }
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule(after: delay) }
  }

  public func left() -> [UnsavedEdits] {
    let own = state.withLock { $0.session?.path }
    var found: [UnsavedEdits] = []
    for folder in FolderListing.names(in: parent) where folder.hasPrefix("\(name).") {
      let path = "\(parent)/\(folder)"
      guard path != own, let session = RecoverySession(taking: path) else { continue }
      let edits = session.edits()
      if edits.isEmpty { session.removeIfEmpty() }
      found += edits
    }
    return found.sorted { $0.written > $1.written }
  }

  public func read(_ edits: UnsavedEdits) throws(PatchError) -> Patch {
    try PatchFile.load(edits.file)
  }

  public func forget(_ edits: UnsavedEdits) {
    let folder = String(edits.file.dropLast("/.json".count + edits.name.count))
    guard let session = RecoverySession(taking: folder) else { return }
    session.remove(edits.name)
    if session.edits().isEmpty { session.removeIfEmpty() }
  }

  public func forget(_ edits: UnsavedEdits, onceKeptFor path: String?) {
    queue.sync { write() }
    let isWritten = state.withLock { state in
      guard let index = state.slots.firstIndex(where: { $0.original == path }),
        state.slots[index].isDue
      else { return true }
      state.slots[index].older.append(edits)
      return false
    }
    if isWritten { forget(edits) }
  }

  public func finish() -> LeftEdits? {
    queue.sync { write() }
    return state.withLock { state in
      guard !state.slots.isEmpty else { return nil }
      return LeftEdits(
        folder: state.session?.path, kept: state.slots.filter { !$0.isDue }.map(\.name),
        lost: state.slots.filter(\.isDue).map(\.name))
    }
  }

  private func schedule(after milliseconds: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in write() }
  }

  /// On the queue: writes to disk what changed.
  private func write() {
    let due = state.withLock { state in
      state.isScheduled = false
      let due = state.slots
      for index in state.slots.indices { state.slots[index].work = .none }
      return due
    }
    for slot in due { carryOut(slot) }
    let isLeft = state.withLock { state in
      if state.slots.isEmpty {
        state.session?.removeIfEmpty()
        state.session = nil
      }
      guard state.slots.contains(where: \.isDue) else {
        state.hasFailed = false
        return false
      }
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    // A disk that was full may have room again, without another edit.
    if isLeft { schedule(after: 5 * delay) }
  }

  private func carryOut(_ slot: Slot) {
    do throws(SystemError) {
      switch slot.work {
      case .none: return
      case .write(let patch):
        try takeSession().write(patch, as: slot.name, of: slot.original)
        forgetOlder(than: slot)
      case .remove: remove(slot)
      }
    } catch { tryAgain(slot, error) }
  }

  private func forgetOlder(than slot: Slot) {
    let older = state.withLock { state -> [UnsavedEdits] in
      guard let index = state.slots.firstIndex(where: { $0.name == slot.name }) else { return [] }
      defer { state.slots[index].older = [] }
      return state.slots[index].older
    }
    for edits in older { forget(edits) }
  }

  private func remove(_ slot: Slot) {
    state.withLock { $0.session }?.remove(slot.name)
    forgetOlder(than: slot)
    state.withLock { state in
      // Unless it was edited again meanwhile.
      state.slots.removeAll { other in
        guard case .none = other.work else { return false }
        return other.name == slot.name
      }
    }
  }

  private func takeSession() throws(SystemError) -> RecoverySession {
    if let session = state.withLock({ $0.session }) { return session }
    let chance = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    let session = try RecoverySession.make("\(name).\(getpid())-\(chance)", in: parent)
    state.withLock { $0.session = session }
    return session
  }

  private func tryAgain(_ slot: Slot, _ error: SystemError) {
    let isFirst = state.withLock { state in
      if let index = state.slots.firstIndex(where: { $0.name == slot.name }),
        case .none = state.slots[index].work
      {
        state.slots[index].work = slot.work
      }
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    guard isFirst else { return }
    failed("unsaved edits can't be kept in \(parent): \(error.reason); `save` keeps them elsewhere")
  }

  /// The file's own name without its ending, made unique.
  private static func name(of path: String?, besides taken: [String]) -> String {
    let file = path?.split(separator: "/").last.map(String.init) ?? "untitled"
    let name = plain(file.hasSuffix(".json") ? String(file.dropLast(5)) : file)
    guard taken.contains(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
  }

  /// With only characters that suit a file name.
  private static func plain(_ name: String) -> String {
    let safe = name.unicodeScalars.prefix(60).map { scalar -> Character in
      let isPlain =
        scalar.properties.isAlphabetic || "0123456789-_ ".unicodeScalars.contains(scalar)
      return isPlain ? Character(scalar) : "_"
    }
    return safe.isEmpty ? "untitled" : String(safe)
  }
}
