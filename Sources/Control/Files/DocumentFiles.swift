import Commands
import Files
import MusicalTime
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
  private var question = OverwriteQuestion()

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
    case .discard: discard(besides: played.document.recovered)
    }
  }

  // MARK: Loading

  /// Plays the patch of that name; says what of it can't be played.
  private mutating func load(
    _ name: String, isAgain: Bool = false, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    var found = try CommandError.wrapping { try store.load(name) }
    let version = FileVersion(of: AbsolutePath.of(found.path))
    if isAgain { adapt(&found.patch) }
    let renamed = PatternName.makeUsable(in: &found.patch)
    // A session's patch stays where it is kept, whatever it is made of.
    let file = played.document.file
    let isImported = isInSession && found.path != file
    if isImported, let file {
      found.patch.kit = store.kit(found.patch.kit, movedFrom: found.path, to: file)
      found.path = file
    }
    var warnings = try played.player.compiler.shortcomings(of: found.patch) + renamed
    keepUnsaved(of: &played)
    let former = played.document.file
    // Undone as any change: a load discards what was not saved, without a question.
    try played.open(
      found.patch, from: found.path, isImported ? nil : version, isEdited: isImported,
      as: "load \(name)")
    question.forget()
    warnings += setAside([former, found.path])
    played.engine.patchWasLoaded()
    return .remarks(orDone: warnings.map { .warning(text: $0) })
  }

  /// Lets `recover` find what was edited of these files, nil for none, and says so.
  private func setAside(_ files: [String?]) -> [String] {
    files.filter(recovery.setAside).map { file in
      let name = file.map(PatchFile.stem(of:)) ?? "the patch"
      return "unsaved edits of \(name) are kept: `recover` plays them"
    }
  }

  /// Plays the patch as its file has it now.
  private mutating func reload(in played: inout PlayedDocument) throws(CommandError) -> Reply {
    guard let file = played.document.file else {
      throw CommandError("the patch has no file to read again: use load")
    }
    return try load(file, isAgain: true, in: &played)
  }

  // MARK: Saving

  /// The patch that comes with the program for others to begin from.
  private static let blank = "empty.json"

  /// Writes the patch, to where it came from unless a name is given; what came with the program stays.
  private mutating func save(
    to destination: String?, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    let former = played.document.file
    guard let asked = destination ?? former else {
      throw CommandError("the patch has no file yet: name it, as in `save my-patch`")
    }
    let target = try CommandError.wrapping { try store.destination(of: asked) }
    guard destination != nil || target == asked || !asked.hasSuffix("/\(Self.blank)") else {
      throw CommandError("this patch was begun from nothing: name it, as in `save my-patch`")
    }
    // Of a session's own file the session's manager decides.
    if !isInSession || target != former {
      try question.check(target, target == former ? standing(of: played.document) : .another)
    }
    var saved = played.patch
    saved.kit = store.kit(saved.kit, movedFrom: former, to: target)
    try CommandError.wrapping { try store.save(saved, to: target) }
    question.forget()
    if isInSession, target != former { return .remark(.saved(file: target, kept: nil)) }
    recovery.wasSaved(played.patch, of: former)
    if let recovered = played.document.recovered { recovery.forget(recovered) }
    played.wasSaved(as: target, FileVersion(of: AbsolutePath.of(target))) {
      store.kit($0, movedFrom: former, to: target)
    }
    // Under its former name nothing is left to be saved.
    if former != target { recovery.keep(nil, of: former, goingOnFrom: nil) }
    let isKept = destination == nil && asked != target
    return .remark(.saved(file: target, kept: isKept ? asked : nil))
  }

  /// How a document stands to its file.
  private func standing(of document: EditedDocument) -> OverwriteQuestion.Standing {
    document.recovered.map { .recovered($0.written) } ?? .own(document.version)
  }

  // MARK: Recovering

  /// What was edited and not saved, but for what is `played`, the latest first.
  func unsaved(besides played: UnsavedEdits?) -> [UnsavedEdits] {
    recovery.left().filter { $0.file != played?.file }
  }

  /// Hands over what is edited and not saved, as often as that changes.
  func keepUnsaved(of played: inout PlayedDocument) {
    guard let unsaved = played.takeUnsaved() else { return }
    recovery.keep(unsaved.patch, of: unsaved.file, goingOnFrom: unsaved.recovered)
  }

  /// Plays what an earlier session left, as the file that it edited would be once saved. It stays there until
  /// it is saved, or kept at the end of this session.
  private mutating func recover(_ name: String?, in played: inout PlayedDocument)
    throws(CommandError)
    -> Reply
  {
    keepUnsaved(of: &played)
    let file = played.document.file
    let offered = try edits(named: name, ratherOf: file, after: played.document.recovered)
    let (edits, patch, warnings) = try readable(of: offered)
    var found = patch
    let original = isInSession ? file : edits.original
    if let original, original != edits.original {
      found.kit = store.kit(found.kit, movedFrom: edits.original, to: original)
    }
    try played.open(found, from: original, nil, isEdited: true, as: "recover", recovering: edits)
    let kept = setAside([file]).map { Remark.warning(text: $0) }
    question.forget()
    return .remarks(warnings + kept + [.recovered(edits: edits.line)])
  }

  /// The first of these that can be read, and why those before it can't; throws where none can.
  private func readable(
    of offered: [UnsavedEdits]
  ) throws(CommandError) -> (edits: UnsavedEdits, patch: Patch, warnings: [Remark]) {
    var errors: [CommandError] = []
    for edits in offered {
      do throws(CommandError) {
        let patch = try CommandError.wrapping { try recovery.read(edits) }
        return (edits, patch, errors.map { .warning(text: "not recovered: \($0)") })
      } catch { errors.append(error) }
    }
    throw errors.first ?? CommandError("there is nothing to recover")
  }

  /// Forgets what earlier sessions left, but what is `played`.
  private func discard(besides played: UnsavedEdits?) -> Reply {
    let edits = unsaved(besides: played)
    for edits in edits { recovery.forget(edits) }
    return .remark(.discarded(edits: edits.map(\.line)))
  }

  /// Those of that name; without one those of `file`, else of any, from the latest or from the next after
  /// those that are `played` on.
  private func edits(
    named name: String?, ratherOf file: String?, after played: UnsavedEdits?
  ) throws(CommandError) -> [UnsavedEdits] {
    let left = recovery.left()
    let others = left.filter { $0.file != played?.file }
    guard !others.isEmpty else {
      throw CommandError(
        played == nil
          ? "there is nothing to recover"
          : "there is nothing else to recover: `save` saves what was")
    }
    guard let name else {
      let isOffered = file != nil && others.contains { $0.original == file }
      let offered = isOffered ? left.filter { $0.original == file } : left
      // What this session set aside is not among them while it is played.
      let next =
        offered.firstIndex { $0.file == played?.file }.map { $0 + 1 }
        ?? played.flatMap { played in offered.firstIndex { $0.written <= played.written } } ?? 0
      return (offered[next...] + offered[..<next]).filter { $0.file != played?.file }
    }
    guard let found = left.first(where: { $0.name == name || $0.file == name }) else {
      let names = left.map(\.name).joined(separator: ", ")
      throw CommandError("recover \(name.shortened): there is only \(names)")
    }
    return [found]
  }
}
