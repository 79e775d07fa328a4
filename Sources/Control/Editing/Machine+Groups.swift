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
      case .list: return .text(groupListing)
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
    return before.stillness(after: patch.pattern).map { .text($0) } ?? .done
  }

  private func check(_ number: Int) throws(EditError) {
    guard patch.groups.indices.contains(number) else { throw .noGroup(number) }
  }

  private var groupListing: String {
    let rows = patch.groups.enumerated().compactMap { number, group in
      group.map { group in
        let title = group.name.isEmpty ? "" : "  \(group.name)"
        return "\(number + 1)\(title)  \(group.content.words)"
      }
    }
    return rows.isEmpty ? "no groups: `group save 1` makes one" : rows.joined(separator: "\n")
  }

  /// The clips by number.
  var clipListing: String {
    patch.pattern.clips.enumerated().map { number, clip in
      "\(number + 1)  \(clip.map(\.words) ?? "-")"
    }.joined(separator: "\n")
  }
}

extension Group.Content {
  fileprivate var words: String {
    switch self {
    case .markers(let markers): "\(markers.count) \(markers.count == 1 ? "marker" : "markers")"
    case .hits(let hits): "\(hits.count) \(hits.count == 1 ? "hit" : "hits")"
    }
  }
}

extension Clip {
  /// As it is typed.
  fileprivate var words: String {
    "\(voice)" + (envelope.attack == 0 ? "" : " attack \(envelope.attack)")
      + (envelope.decay == 0 ? "" : " decay \(envelope.decay)")
  }
}
