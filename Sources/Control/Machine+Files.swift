import Commands
import LiveDrummer
import PatchFiles
import Rhythm

extension Machine {
  /// Plays the patch of that name; says so where its drummer can't.
  func load(_ name: String, isAgain: Bool = false) throws(CommandError) -> Reply {
    var found = try CommandError.wrapping { try store.load(name) }
    if isAgain { adapt(&found.patch) }
    // A session's patch stays where it is kept, whatever it is made of.
    let isImported = isInSession && found.path != path
    if isImported, let path {
      found.patch.kit = store.kit(found.patch.kit, movedFrom: found.path, to: path)
      found.path = path
    }
    var warning: CommandError?
    do throws(CommandError) {
      try CommandError.wrapping { try drummer.check(found.patch.drummer) }
    } catch {
      // Without any drummer the pattern plays alone; with one, the patch asks for what it can't do.
      guard !drummer.isHired else { throw error }
      warning = error
    }
    let humaniseFailure = try humaniseFailure(of: found.patch)
    // Undone as any change: a load discards what was not saved, without a question.
    let before = document
    try adopt(found.patch, from: found.path, as: .anew)
    engine.patchWasLoaded()
    path = found.path
    selection = nil
    isEdited = isImported
    record("load \(name)", since: before)
    let warnings = [warning.map { "the drummer does not play: \($0)" }, humaniseFailure]
      .compactMap { $0 }
    return .remarks(orDone: warnings.map { .warning(text: $0) })
  }

  /// Plays the patch as its file has it now.
  func reload() throws(CommandError) -> Reply {
    guard let path else { throw CommandError("the patch has no file to read again: use load") }
    return try load(path, isAgain: true)
  }

  /// Writes the patch, to where it came from unless a name is given; what came with the program stays.
  func save(to destination: String?) throws(CommandError) -> Reply {
    guard let asked = destination ?? path else {
      throw CommandError("the patch has no file yet: name it, as in `save my-patch`")
    }
    let target = try CommandError.wrapping { try store.destination(of: asked) }
    if destination != nil, target != path { try saves.check(target) }
    var saved = patch
    saved.kit = store.kit(patch.kit, movedFrom: path, to: target)
    try CommandError.wrapping { try store.save(saved, to: target) }
    if isInSession, target != path {
      saves.note(target)
      return .remark(.saved(file: target, kept: nil))
    }
    let formerFont = patch.kit.soundFont
    patch.kit.soundFont = saved.kit.soundFont
    // What undo and redo bring back is not what the file has now, and still belongs to it.
    let former = path
    history.revise { document in
      guard document.file == former else { return }
      document.file = target
      document.isEdited = true
      if document.patch.kit.soundFont == formerFont {
        document.patch.kit.soundFont = saved.kit.soundFont
      }
    }
    path = target
    isEdited = false
    saves.note(target)
    // Under its former name nothing is left to be saved.
    if former != target { recovery.keep(nil, of: former) }
    let isKept = destination == nil && asked != target
    return .remark(.saved(file: target, kept: isKept ? asked : nil))
  }
}
