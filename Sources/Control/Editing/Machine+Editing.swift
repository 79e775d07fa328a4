import Rhythm

extension Machine {
  /// What is edited now.
  public var document: Document {
    Document(patch, selection: edited.selection, file: path, isEdited: isEdited)
  }

  /// Makes `edited` the patch, as a change that `undo` takes back under that name; throws and leaves
  /// everything as it was where it can't be played.
  ///
  /// Edits of the patch go through here, but for three: the drummer's settings, which need no new
  /// program, what more of a recorded pass joins its first change, and `load`. A stream is what a fader sends: one change together.
  func change(
    _ name: String, to edited: Patch, isStream: Bool = false, kit: KitRequest = .ifChanged,
    as entrance: Entrance? = nil
  ) throws(CommandError) {
    try makeChange(name, to: edited, isStream: isStream, kit: kit, as: entrance)
  }

  /// The same, with something else selected then.
  func change(
    _ name: String, to edited: Patch, selecting next: Selection?, isStream: Bool = false
  ) throws(CommandError) {
    try makeChange(name, to: edited, selecting: .some(next), isStream: isStream)
  }

  private func makeChange(
    _ name: String, to edited: Patch, selecting next: Selection?? = nil, isStream: Bool,
    kit: KitRequest = .ifChanged, as entrance: Entrance? = nil
  ) throws(CommandError) {
    let before = document
    try adopt(edited, from: path, kit: kit, as: entrance)
    if let next { selection = next }
    if patch != before.patch { isEdited = true }
    record(name, since: before, isStream: isStream)
  }

  /// Notes that the document was another one before; nothing where it was not.
  func record(_ name: String, since before: Document, isStream: Bool = false) {
    guard document != before else { return }
    history.record(name, from: before, isStream: isStream, at: moment())
  }

  func perform(_ command: EditingCommand) throws(CommandError) -> Reply {
    switch command {
    case .undo(let count): try travel(.undo, by: count)
    case .redo(let count): try travel(.redo, by: count)
    case .history: .text(listing)
    case .select(let command): try select(command)
    case .group(let group): try perform(group, as: command.changeName)
    case .clips: .text(clipListing)
    default: try editPattern(command)
    }
  }

  private func editPattern(_ command: EditingCommand) throws(CommandError) -> Reply {
    switch command {
    case .clip: break
    default: try checkSelection(for: command.changeName)
    }
    var (next, draft) = (patch, edited)
    do throws(EditError) {
      try draft.apply(command, seed: UInt64.random(in: .min ... .max))
    } catch { throw CommandError("\(command.changeName): \(error)") }
    next.pattern = draft.pattern
    let before = patch.pattern
    try change(
      command.changeName, to: next, selecting: draft.selection, isStream: command.isStream)
    var notices = [before.stillness(after: patch.pattern)]
    if case .fill = command { notices.append(before.clearing(by: patch.pattern)) }
    let words = notices.compactMap { $0 }
    return words.isEmpty ? .done : .text(words.joined(separator: "\n"))
  }

  private func travel(
    _ direction: UndoError.Direction, by count: Int
  ) throws(CommandError) -> Reply {
    var travelled = history
    let target: (snapshot: Document, name: String)
    do throws(UndoError) {
      target =
        switch direction {
        case .undo: try travelled.undo(count, from: document)
        case .redo: try travelled.redo(count, from: document)
        }
    } catch { throw CommandError(error.description) }
    try adopt(target.snapshot.patch, from: target.snapshot.file)
    selection = target.snapshot.selection
    path = target.snapshot.file
    isEdited = target.snapshot.isEdited
    history = travelled
    let verb = direction == .undo ? "undid" : "redid"
    guard count > 1 else { return .text("\(verb): \(target.name)") }
    let far = direction == .undo ? "back to before" : "up to"
    return .text("\(verb) \(count) changes, \(far): \(target.name)")
  }

  /// The changes by number, those to redo above, the nearest next to the line between.
  private var listing: String {
    let most = 20
    func rows(_ verb: String, _ changes: [UndoHistory<Document>.Change]) -> [String] {
      let near = changes.reversed().prefix(most).enumerated().map { index, change in
        "\(verb) \(index + 1)  \(change.name)"
      }
      return changes.count > most ? near + ["… and \(changes.count - most) more"] : near
    }
    let lines = rows("redo", history.undone).reversed() + rows("undo", history.made)
    return lines.isEmpty ? "nothing to undo or redo" : lines.joined(separator: "\n")
  }
}
