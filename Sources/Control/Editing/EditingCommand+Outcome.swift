import Commands
import MusicalTime
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
    case .savedSelection(let command): return try command.outcome(in: context)
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
    case .draw, .drawAt, .marker: try context.checkSelectedGrid()
    default: try context.checkSelection()
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

extension EditedPattern {
  /// Makes the edit that a command asks for; other commands change nothing.
  fileprivate mutating func apply(_ command: EditingCommand, seed: UInt64) throws(EditError) {
    switch command {
    case .fill(let code, let given): try fill(code, seed: given ?? seed)
    case .draw(let marker, let clip, let velocity):
      try draw(clip: clip, at: marker, velocity, seed: seed)
    case .drawAt(let beat, let clip, let velocity):
      try draw(clip: clip, at: beat, velocity, seed: seed)
    // Hits are on markers: changing those would change other hits and lanes too.
    case .shift(_, _?, _, _) where selection?.kind == .hits: throw .onlyMarkersSnap
    case .scale where selection?.kind == .hits: throw .onlyMarkersScale
    case .subdivide where selection?.kind == .hits, .merge where selection?.kind == .hits:
      throw .onlyMarkersDivide
    case .amplitude where selection?.kind == .hits: throw .onlyMarkersHaveAmplitudes
    case .shift(let distance, nil, let isOver, let wraps) where selection?.kind == .hits:
      guard let count = distance.wholeCount else { throw .hitDistance(distance) }
      try moveHits(by: count, over: isOver, wrapping: wraps)
    case .shift(_, _, over: true, _), .shift(_, _, _, wraps: true): throw .onlyHitsGoOver
    case .shift(let distance, let division, _, _): try shift(by: distance, snappingTo: division)
    case .scale(let ratio, let anchor): try scale(by: ratio, from: anchor)
    case .subdivide(let count, let amplitude): try subdivide(by: count, amplitude: amplitude)
    case .merge(let count): try merge(by: count)
    case .rotate(let count): try rotate(by: count)
    case .reverse: try reverse()
    case .delete: try delete()
    case .marker(let beat, let amplitude): try addMarker(at: beat, amplitude: amplitude)
    case .amplitude(let amplitude): try setAmplitude(amplitude)
    case .clip(let number, let clip): try setClip(number, to: clip)
    case .hits(let change): try changeHits { $0.apply(change) }
    case .undo, .redo, .history, .select, .clips, .savedSelection: break
    }
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

extension Beats {
  /// The number that it is of whole beats; nil where it is none.
  fileprivate var wholeCount: Int? {
    units.isMultiple(of: Self.unitsPerBeat) ? Int(units / Self.unitsPerBeat) : nil
  }
}

extension Step {
  /// Changes what `change` names, and nothing else of the hit.
  fileprivate mutating func apply(_ change: HitChange) {
    switch change {
    case .velocity(let velocity): self.velocity = velocity
    case .louder(let change): velocity = Velocity(clamping: Int(velocity.value) + change)
    case .accent(let isAccented): self.isAccented = isAccented
    case .probability(let probability): self.probability = probability
    case .ratchet(let ratchet): self.ratchet = ratchet
    case .condition(let condition): self.condition = condition
    case .offset(let offset): self.offset = offset
    case .hold(let hold): self.hold = hold
    case .whole(let step):
      let (hold, clip) = (hold, clip)
      self = step
      if step.hold == 0 { self.hold = hold }
      if step.clip == nil { self.clip = clip }
    }
  }
}
