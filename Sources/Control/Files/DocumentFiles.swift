import Commands
import PatchFiles
import Rhythm

/// Loads and saves the patch, and keeps what is not saved.
struct DocumentFiles: Sendable {
  private let store: any PatchStore
  private let recovery: any RecoveryStore
  /// Whether the patch belongs to a session, which alone says where it is kept.
  private let isInSession: Bool
  /// What is said in place of every patch that is read again.
  private let adapt: @Sendable (inout Patch) -> Void
  private var saves = WrittenFiles()

  init(
    _ store: any PatchStore, recovery: any RecoveryStore, isInSession: Bool,
    adapting: @escaping @Sendable (inout Patch) -> Void
  ) {
    self.store = store
    self.recovery = recovery
    self.isInSession = isInSession
    adapt = adapting
  }

  mutating func perform(
    _ command: FileCommand, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    switch command {
    case .load(let name): try load(name, in: &played)
    case .reload: try reload(in: &played)
    case .save(let destination): try save(to: destination, in: &played)
    case .recover(let name): try recover(name, in: &played)
    case .discard: discard()
    }
  }

  // MARK: Loading

  /// Plays the patch of that name; says what of it can't be played.
  private func load(
    _ name: String, isAgain: Bool = false, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    var found = try CommandError.wrapping { try store.load(name) }
    if isAgain { adapt(&found.patch) }
    // A session's patch stays where it is kept, whatever it is made of.
    let file = played.document.file
    let isImported = isInSession && found.path != file
    if isImported, let file {
      found.patch.kit = store.kit(found.patch.kit, movedFrom: found.path, to: file)
      found.path = file
    }
    let warnings = try played.player.compiler.shortcomings(of: found.patch)
    // Undone as any change: a load discards what was not saved, without a question.
    try played.open(found.patch, from: found.path, isEdited: isImported, as: "load \(name)")
    played.engine.patchWasLoaded()
    return .remarks(orDone: warnings.map { .warning(text: $0) })
  }

  /// Plays the patch as its file has it now.
  private func reload(in played: inout PlayedDocument) throws(CommandError) -> Reply {
    guard let file = played.document.file else {
      throw CommandError("the patch has no file to read again: use load")
    }
    return try load(file, isAgain: true, in: &played)
  }

  // MARK: Saving

  /// Writes the patch, to where it came from unless a name is given; what came with the program stays.
  private mutating func save(
    to destination: String?, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    let former = played.document.file
    guard let asked = destination ?? former else {
      throw CommandError("the patch has no file yet: name it, as in `save my-patch`")
    }
    let target = try CommandError.wrapping { try store.destination(of: asked) }
    if destination != nil, target != former { try saves.check(target) }
    var saved = played.patch
    saved.kit = store.kit(saved.kit, movedFrom: former, to: target)
    try CommandError.wrapping { try store.save(saved, to: target) }
    saves.note(target)
    if isInSession, target != former { return .remark(.saved(file: target, kept: nil)) }
    played.wasSaved(as: target) { store.kit($0, movedFrom: former, to: target) }
    // Under its former name nothing is left to be saved.
    if former != target { recovery.keep(nil, of: former) }
    let isKept = destination == nil && asked != target
    return .remark(.saved(file: target, kept: isKept ? asked : nil))
  }

  // MARK: Recovering

  /// What earlier sessions edited and did not save, the latest first.
  var unsaved: [UnsavedEdits] { recovery.left() }

  /// Hands over what is edited and not saved, as often as that changes.
  func keepUnsaved(of played: inout PlayedDocument) {
    guard let unsaved = played.takeUnsaved() else { return }
    recovery.keep(unsaved.patch, of: unsaved.file)
  }

  /// Plays what an earlier session left, as the file that it edited would be once saved.
  private func recover(_ name: String?, in played: inout PlayedDocument) throws(CommandError)
    -> Reply
  {
    let file = played.document.file
    let edits = try edits(named: name, ratherOf: file)
    var found = try CommandError.wrapping { try recovery.read(edits) }
    let original = isInSession ? file : edits.original
    if let original, original != edits.original {
      found.kit = store.kit(found.kit, movedFrom: edits.original, to: original)
    }
    try played.open(found, from: original, isEdited: true, as: "recover")
    keepUnsaved(of: &played)
    recovery.forget(edits, onceKeptFor: original)
    return .remark(.recovered(edits: edits.line))
  }

  /// Forgets what earlier sessions left.
  private func discard() -> Reply {
    let edits = recovery.left()
    for edits in edits { recovery.forget(edits) }
    return .remark(.discarded(edits: edits.map(\.line)))
  }

  /// Those of that name; without one those of `file`, else the latest.
  private func edits(
    named name: String?, ratherOf file: String?
  ) throws(CommandError) -> UnsavedEdits {
    let left = recovery.left()
    guard let latest = left.first else {
      throw CommandError("there is nothing to recover: all was saved")
    }
    guard let name else {
      return file.flatMap { file in left.first { $0.original == file } } ?? latest
    }
    guard let found = left.first(where: { $0.name == name || $0.file == name }) else {
      let names = Set(left.map(\.name)).sorted().joined(separator: ", ")
      throw CommandError("recover \(name): there is only \(names)")
    }
    return found
  }
}
