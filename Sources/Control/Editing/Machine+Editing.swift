import Commands
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
    as entrance: SwitchRequest? = nil
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
    kit: KitRequest = .ifChanged, as entrance: SwitchRequest? = nil
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

  func perform(_ editing: EditingCommand, as command: Command) throws(CommandError) -> Reply {
    switch editing {
    case .undo(let count): try travel(.undo, by: count)
    case .redo(let count): try travel(.redo, by: count)
    case .history:
      .history(
        HistoryListing(
          made: history.made.map(\.name), undone: history.undone.map(\.name),
          forgotten: history.forgotten))
    case .select(let command): try select(command)
    case .group(let group): try perform(group, as: command.undoName)
    case .clips:
      .clips(patch.pattern.clips.enumerated().map { ClipRow($0, $1) })
    default: try editPattern(editing, as: command)
    }
  }

  private func editPattern(
    _ editing: EditingCommand, as command: Command
  ) throws(CommandError) -> Reply {
    switch editing {
    case .clip: break
    default: try checkSelection(for: command.undoName)
    }
    var (next, draft) = (patch, edited)
    do throws(EditError) {
      try draft.apply(editing, seed: UInt64.random(in: .min ... .max))
    } catch { throw CommandError("\(command.undoName): \(error)") }
    next.pattern = draft.pattern
    let before = patch.pattern
    try change(
      command.undoName, to: next, selecting: draft.selection, isStream: command.spec.isStream)
    var remarks = [before.stilled(by: patch.pattern)]
    if case .fill = editing { remarks.append(before.cleared(by: patch.pattern)) }
    return .remarks(orDone: remarks.compactMap { $0 })
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
    return .remark(
      direction == .undo
        ? .undone(count: count, name: target.name) : .redone(count: count, name: target.name))
  }
}
