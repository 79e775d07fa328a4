import Commands
import Files
public import Foundation
public import Rhythm
import Synchronization

/// Unsaved edits in files below `$XDG_STATE_HOME/ghostnote`: a folder per process, a patch per
/// edited file. Written by a thread of its own, a second after the first change.
public final class RecoveryWriter: RecoveryStore {
  private let parent: String
  private let name: String
  /// From a change to its writing, in milliseconds.
  private let delay: Int
  private let failed: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "ghostnote-recovery")
  /// Only the queue uses the session in it for longer than a moment.
  private let state = Mutex(RecoveryState())

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

  public func keep(_ patch: Patch?, of path: String?, goingOnFrom earlier: UnsavedEdits? = nil) {
    change { state in
      state.leaveOthers(than: path, earlier?.file)
      if let patch { return state.keep(patch, of: path, goingOnFrom: earlier) }
      if let index = state.slot(of: path) { state.slots[index].drop() }
    }
  }

  /// Changes what is kept, and lets the queue write it a moment later.
  private func change<Result: Sendable>(_ body: (inout RecoveryState) -> Result) -> Result {
    let (result, isFirst) = state.withLock { state in
      let result = body(&state)
      return (result, state.schedules())
    }
    if isFirst { schedule(after: delay) }
    return result
  }

  public func setAside(_ path: String?) -> Bool {
    change { state in
      guard let index = state.slot(of: path), state.slots[index].patch != nil else {
        return false
      }
      return state.setAside(index)
    }
  }

  public func wasSaved(_ patch: Patch, of path: String?) {
    let (saved, earlier) = change { state in
      let used = state.slot(of: path)
      let earlier = used.flatMap { state.slots[$0].earlier }
      if let used { state.slots[used].drop() }
      let saved = state.slots.filter {
        $0.isAside && $0.original == path && patch.isSame(as: $0.patch)
      }
      return (saved, earlier)
    }
    if let earlier { forget(earlier) }
    for slot in saved { forgetOwn(slot.name) }
  }

  public func left() -> [UnsavedEdits] { Self.named(ofEnded() + kept(\.isAside)) }

  /// What sessions that have ended left, each once.
  private func ofEnded() -> [UnsavedEdits] {
    let own = state.withLock { $0.session?.path }
    var found: [UnsavedEdits] = []
    for folder in FolderListing.names(in: parent) where folder.hasPrefix("\(name).") {
      let path = "\(parent)/\(folder)"
      guard path != own, let session = RecoverySession(taking: path) else { continue }
      let edits = session.edits()
      if edits.isEmpty { session.removeIfEmpty() }
      found += edits
    }
    found.sort { $0.written > $1.written }
    // A session that recovered edits and crashed has left them twice.
    for copy in Self.copies(in: found) {
      forget(copy)
      found.removeAll { $0 == copy }
    }
    return found
  }

  public func read(_ edits: UnsavedEdits) throws(PatchError) -> Patch {
    try PatchFile.load(edits.file)
  }

  public func forget(_ edits: UnsavedEdits) {
    guard let slash = edits.file.lastIndex(of: "/") else { return }
    let folder = String(edits.file[..<slash])
    let name = String(edits.file[slash...].dropFirst().dropLast(".json".count))
    if folder == state.withLock({ $0.session?.path }) { return forgetOwn(name) }
    guard let session = RecoverySession(taking: folder) else { return }
    session.remove(name)
    if session.edits().isEmpty { session.removeIfEmpty() }
  }

  /// What this session keeps of those slots, written.
  private func kept(_ isMeant: @Sendable (RecoverySlot) -> Bool) -> [UnsavedEdits] {
    guard state.withLock({ $0.slots.contains(where: isMeant) }) else { return [] }
    return queue.sync {
      write()
      let (session, files) = state.withLock { state in
        (state.session, Set(state.slots.filter(isMeant).compactMap { state.file(of: $0) }))
      }
      return (session?.edits() ?? []).filter { files.contains($0.file) }
    }
  }

  private func forgetOwn(_ name: String) {
    queue.sync {
      state.withLock { state in
        state.slots.removeAll { $0.name == name }
        state.session?.remove(name)
      }
    }
  }

  public func finish() -> LeftEdits? {
    queue.sync { write() }
    for name in state.withLock(\.twice) { forgetOwn(name) }
    let (slots, folder) = state.withLock { ($0.slots, $0.session?.path) }
    guard !slots.isEmpty else { return nil }
    for edits in slots.filter({ !$0.isDue }).compactMap(\.earlier) { forget(edits) }
    let own = kept { !$0.isDue }
    let named = Self.named(ofEnded() + own)
    return LeftEdits(
      folder: folder,
      kept: named.filter { edits in own.contains { $0.file == edits.file } }.map(\.name),
      lost: slots.filter(\.isDue).map { Self.stem(of: $0.original) })
  }

  private func schedule(after milliseconds: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in write() }
  }

  /// On the queue: writes to disk what changed.
  private func write() {
    let due = state.withLock { state in
      state.isScheduled = false
      state.restoreDeleted()
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

  private func carryOut(_ slot: RecoverySlot) {
    do throws(SystemError) {
      switch slot.work {
      case .none: return
      case .write(let patch):
        try takeSession().write(patch, as: slot.name, of: slot.original, at: slot.time)
      case .remove: remove(slot)
      }
    } catch { tryAgain(slot, error) }
  }

  private func remove(_ slot: RecoverySlot) {
    state.withLock { $0.session }?.remove(slot.name)
    state.withLock { state in
      // Unless it was edited again meanwhile.
      state.slots.removeAll { other in
        guard case .none = other.work else { return false }
        return other.name == slot.name
      }
    }
  }

  private func takeSession() throws(SystemError) -> RecoverySession {
    let before = state.withLock { $0.session }
    if let before, before.isThere { return before }
    let chance = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    // One that was deleted is made again by its name: what goes on from edits in it knows them by their paths.
    let session = try RecoverySession.make(
      before?.name ?? "\(name).\(getpid())-\(chance)", in: parent)
    state.withLock { $0.session = session }
    return session
  }

  private func tryAgain(_ slot: RecoverySlot, _ error: SystemError) {
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
}
