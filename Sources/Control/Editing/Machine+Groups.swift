import Commands
import Rhythm

extension Machine {
  /// Saves, places, clears or lists groups.
  func perform(_ command: GroupCommand, as name: String) throws(CommandError) -> Reply {
    var (next, draft) = (patch, edited)
    switch command {
    case .save, .place, .placeNamed: try checkSelection(for: name)
    case .list, .clear: break
    }
    do throws(EditError) {
      switch command {
      case .list:
        return .groups(patch.groups.enumerated().compactMap { GroupRow($0, $1) })
      case .save(let number, let title):
        try check(number)
        next.groups[number] = try draft.group(named: title)
      case .clear(let number):
        try check(number)
        next.groups[number] = nil
      case .place(let number, let marker):
        try check(number)
        guard let group = patch.groups[number] else { throw .emptyGroup(number) }
        try draft.place(group, at: marker)
      case .placeNamed(let title, let marker):
        guard let group = patch.groups.compactMap({ $0 }).first(where: { $0.name == title }) else {
          throw .unnamedGroup(title)
        }
        try draft.place(group, at: marker)
      }
    } catch { throw CommandError("\(name): \(error)") }
    next.pattern = draft.pattern
    let before = patch.pattern
    try change(name, to: next, selecting: draft.selection)
    return .remarks(orDone: [before.stilled(by: patch.pattern)].compactMap { $0 })
  }

  private func check(_ number: Int) throws(EditError) {
    guard patch.groups.indices.contains(number) else { throw .noGroup(number) }
  }
}
