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
    /// The edits of an earlier session that this patch goes on from.
    var earlier: UnsavedEdits?

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

  public func keep(_ patch: Patch?, of path: String?, goingOnFrom earlier: UnsavedEdits? = nil) {
    let work = patch.map { Work.write($0) } ?? .remove
    let isFirst = state.withLock { state in
      if let index = state.slots.firstIndex(where: { $0.original == path }) {
        state.slots[index].work = work
        state.slots[index].earlier = earlier
      } else {
        guard patch != nil else { return false }
        let name = Self.name(of: path, besides: state.slots.map(\.name))
        state.slots.append(Slot(name: name, original: path, work: work, earlier: earlier))
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
    found.sort { $0.written > $1.written }
    // A session that recovered edits and crashed has left them twice.
    for copy in Self.copies(in: found) {
      forget(copy)
      found.removeAll { $0 == copy }
    }
    Self.number(&found)
    return found
  }

  public func read(_ edits: UnsavedEdits) throws(PatchError) -> Patch {
    try PatchFile.load(edits.file)
  }

  public func forget(_ edits: UnsavedEdits) {
    guard let slash = edits.file.lastIndex(of: "/"),
      let session = RecoverySession(taking: String(edits.file[..<slash]))
    else { return }
    session.remove(String(edits.file[slash...].dropFirst().dropLast(".json".count)))
    if session.edits().isEmpty { session.removeIfEmpty() }
  }

  public func finish() -> LeftEdits? {
    queue.sync { write() }
    let (slots, folder) = state.withLock { ($0.slots, $0.session?.path) }
    guard !slots.isEmpty else { return nil }
    let kept = slots.filter { !$0.isDue }
    for slot in kept {
      if let earlier = slot.earlier { forget(earlier) }
    }
    return LeftEdits(
      folder: folder, kept: kept.map(\.name), lost: slots.filter(\.isDue).map(\.name))
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
      case .write(let patch): try takeSession().write(patch, as: slot.name, of: slot.original)
      case .remove: remove(slot)
      }
    } catch { tryAgain(slot, error) }
  }

  private func remove(_ slot: Slot) {
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

  /// Those of `found`, the latest first, that are of the same file and to the byte as later ones.
  private static func copies(in found: [UnsavedEdits]) -> [UnsavedEdits] {
    found.indices.filter { index in
      let earlier = found[index]
      return found[..<index].contains { later in
        later.original == earlier.original
          && FileManager.default.contentsEqual(atPath: later.file, andPath: earlier.file)
      }
    }.map { found[$0] }
  }

  /// Gives all but the latest of a name a number; a name that another file has is not given.
  private static func number(_ found: inout [UnsavedEdits]) {
    var taken = Set(found.map(\.name))
    var seen: Set<String> = []
    for index in found.indices {
      let name = found[index].name
      guard !seen.insert(name).inserted else { continue }
      let other = (2...).lazy.map { "\(name)-\($0)" }.first { taken.insert($0).inserted }
      found[index].name = other ?? name
    }
  }

  /// The file's own name without its ending, made unique.
  private static func name(of path: String?, besides taken: [String]) -> String {
    let name = plain(path.map { PatchFile.stem(of: $0) } ?? "untitled")
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
