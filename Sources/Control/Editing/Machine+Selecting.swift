import Commands
import Rhythm

extension Machine {
  /// What the next edit is of: what was selected and still is there.
  var edited: EditedPattern { EditedPattern(patch.pattern, selection) }

  /// Refuses an edit of what is selected where the last `select` could not be carried out: the next
  /// line of a script would be of something else.
  func checkSelection(for name: String) throws(CommandError) {
    guard hasFailedToSelect else { return }
    throw CommandError(
      "\(name): the `select` before it failed: select again, or `select none` for the whole pattern"
    )
  }

  /// A line that began with `select` could not be read: no edit goes on as if it had been.
  public func selectFailed() { hasFailedToSelect = true }

  /// Selects; returns what is selected then. It is not a change by itself: undo brings back what was
  /// selected before the change that it takes back.
  func select(_ command: SelectCommand?) throws(CommandError) -> Reply {
    if let command {
      do throws(EditError) {
        selection = try start(of: command)
          .choosing(command.choice, in: patch.pattern, adding: command.isAdding)
      } catch {
        hasFailedToSelect = true
        throw CommandError("select: \(error)")
      }
    } else {
      selection = nil
    }
    return .selection(SelectionAnswer(selection))
  }

  /// What is selected now, on the grid and of the kind that a command names.
  private func start(of command: SelectCommand) throws(EditError) -> Selection {
    let current = edited.selection
    guard let kind = command.kind else { return current ?? Selection(.markers, []) }
    let owners = command.voices.filter { patch.pattern.lane(of: $0)?.grid != nil }
    for voice in command.voices {
      guard patch.pattern.lane(of: voice) != nil else { throw .noLane(voice) }
    }
    if kind == .markers, let voice = command.voices.first, owners.isEmpty {
      throw .noOwnGrid(voice)
    }
    // A lane's own grid is selected alone: its markers are not those of the others.
    if let owner = owners.first, command.voices.count > 1 { throw .otherGrid(owner) }
    let voices =
      kind == .markers || command.voices.isEmpty || !owners.isEmpty ? nil : Set(command.voices)
    let isSame = current?.lane == owners.first
    return Selection(
      kind, isSame ? current?.numbers ?? [] : [], ofLane: owners.first, voices: voices)
  }
}
