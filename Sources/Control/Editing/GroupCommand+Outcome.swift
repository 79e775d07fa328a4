import Commands
import Rhythm

extension GroupCommand {
  /// What it comes to: saves, places, clears or lists groups.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    let (patch, name) = (context.patch, context.name)
    switch self {
    case .list:
      return .reply(.groups(patch.groups.enumerated().compactMap { GroupRow($0, $1) }))
    case .clear: break
    case .save, .place, .placeNamed: try context.document.checkSelection(for: name)
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
      try patch.checkGroup(number)
      patch.groups[number] = try draft.group(named: title)
    case .clear(let number):
      try patch.checkGroup(number)
      patch.groups[number] = nil
    case .place(let number, let marker):
      try patch.checkGroup(number)
      guard let group = patch.groups[number] else { throw .emptyGroup(number) }
      try draft.place(group, at: marker)
    case .placeNamed(let title, let marker):
      guard let group = patch.groups.compactMap({ $0 }).first(where: { $0.name == title }) else {
        throw .unnamedGroup(title)
      }
      try draft.place(group, at: marker)
    }
  }
}

extension Patch {
  fileprivate func checkGroup(_ number: Int) throws(EditError) {
    guard groups.indices.contains(number) else { throw .noGroup(number) }
  }
}
