import Commands
import Rhythm

extension EditingCommand {
  /// What it comes to; `seed` is what chance depends on where no seed is given.
  func outcome(
    in context: CommandContext, seed: UInt64
  ) throws(CommandError) -> CommandOutcome {
    switch self {
    case .undo(let count): return .travel(.undo, by: count)
    case .redo(let count): return .travel(.redo, by: count)
    case .history: return .reply(.history(HistoryListing(context.document.history)))
    case .select(let command): return .select(try command?.selection(in: context.document))
    case .group(let group): return try group.outcome(in: context)
    case .clips:
      return .reply(.clips(context.patch.pattern.clips.enumerated().map { ClipRow($0, $1) }))
    default: return try edited(context, seed: seed)
    }
  }

  private func edited(
    _ context: CommandContext, seed: UInt64
  ) throws(CommandError) -> CommandOutcome {
    switch self {
    case .clip: break
    default: try context.document.checkSelection(for: context.name)
    }
    var (next, draft) = (context.patch, context.document.pattern)
    do throws(EditError) { try draft.apply(self, seed: seed) } catch {
      throw CommandError("\(context.name): \(error)")
    }
    next.pattern = draft.pattern
    let loss = PatternLoss(from: context.patch.pattern, to: next.pattern)
    var remarks = [loss.stilled]
    if case .fill = self { remarks.append(loss.cleared) }
    return .change(
      PatchChange(context.name, to: next, selecting: .some(draft.selection)),
      .remarks(orDone: remarks.compactMap { $0 }))
  }
}

extension HistoryListing {
  fileprivate init(_ history: UndoHistory<Document>) {
    self.init(
      made: history.made.map(\.name), undone: history.undone.map(\.name),
      forgotten: history.forgotten)
  }
}

extension SelectCommand {
  /// What is selected then.
  fileprivate func selection(in document: EditedDocument) throws(CommandError) -> Selection {
    do throws(EditError) {
      return try start(in: document)
        .choosing(choice, in: document.patch.pattern, adding: isAdding, toggling: isToggling)
    } catch { throw CommandError("select: \(error)") }
  }

  /// What is selected now, on the grid and of the kind that it names.
  private func start(in document: EditedDocument) throws(EditError) -> Selection {
    let (pattern, current) = (document.patch.pattern, document.pattern.selection)
    guard let kind else { return current ?? Selection(.markers, []) }
    let owners = voices.filter { pattern.lane(of: $0)?.grid != nil }
    for voice in voices {
      guard pattern.lane(of: voice) != nil else { throw .noLane(voice) }
    }
    if kind == .markers, let voice = voices.first, owners.isEmpty { throw .noOwnGrid(voice) }
    // A lane's own grid is selected alone: its markers are not those of the others.
    if let owner = owners.first, voices.count > 1 { throw .otherGrid(owner) }
    let meant = kind == .markers || voices.isEmpty || !owners.isEmpty ? nil : Set(voices)
    let isSame = current?.lane == owners.first
    return Selection(
      kind, isSame ? current?.numbers ?? [] : [], ofLane: owners.first, voices: meant)
  }
}
