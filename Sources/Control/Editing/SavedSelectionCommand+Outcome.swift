import Commands
import Rhythm

extension SavedSelectionCommand {
  /// What it comes to: saves, places, clears or lists what was saved of selections.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    let (patch, name) = (context.patch, context.name)
    switch self {
    case .list:
      return .reply(
        .savedSelections(
          patch.savedSelections.enumerated().compactMap { SavedSelectionRow($0, $1) }))
    case .clear: break
    case .save: try context.checkSelection()
    case .place, .placeNamed: try context.checkSelectedGrid()
    }
    var (next, draft) = (patch, context.document.pattern)
    do throws(EditError) { try apply(to: &next, &draft) } catch {
      throw CommandError("\(name): \(error)")
    }
    next.pattern = draft.pattern
    let loss = PatternLoss(from: patch.pattern, to: next.pattern)
    return .change(
      PatchChange(name, to: next, selecting: .some(draft.selection)),
      .remarks(orDone: [loss.stilled].compactMap { $0 }))
  }

  private func apply(
    to patch: inout Patch, _ draft: inout EditedPattern
  ) throws(EditError) {
    switch self {
    case .list: break
    case .save(let number, let title):
      try patch.checkSavedSelection(number)
      patch.savedSelections[number] = try draft.savedSelection(named: title)
    case .clear(let number):
      try patch.checkSavedSelection(number)
      patch.savedSelections[number] = nil
    case .place(let number, let marker):
      try patch.checkSavedSelection(number)
      guard let saved = patch.savedSelections[number] else { throw .emptySavedSelection(number) }
      try draft.place(saved, at: marker)
    case .placeNamed(let title, let marker):
      guard let saved = patch.savedSelections.compactMap({ $0 }).first(where: { $0.name == title })
      else { throw .unnamedSavedSelection(title) }
      try draft.place(saved, at: marker)
    }
  }
}

extension Patch {
  fileprivate func checkSavedSelection(_ number: Int) throws(EditError) {
    guard savedSelections.indices.contains(number) else { throw .noSavedSelection(number) }
  }
}
