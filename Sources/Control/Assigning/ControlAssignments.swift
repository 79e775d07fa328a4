import Commands
import PatchFiles
import Playback
import Rhythm

/// Lets controls do commands: assigned, learned from the next one that is used, or kept for this machine.
struct ControlAssignments: Sendable {
  /// Where assignments are kept that every patch gets.
  private let store: any AssignmentStore
  /// What the next control that is used is to do.
  private var learning: Learning?

  init(_ store: any AssignmentStore) { self.store = store }

  mutating func perform(
    _ asked: AssigningCommand, as command: Command, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    switch asked {
    case .list: return .assignments(played.assignmentRows)
    case .assign(let control, let action):
      try assign(control, action, as: command, in: &played)
      return .done
    case .learn(let action): return try learn(action, in: &played)
    case .keep(let areKept): return try keep(areKept, in: &played)
    }
  }

  /// Lets a control do something else, or (nil) nothing.
  private func assign(
    _ control: AssignedControl, _ action: ControlAction?, as command: Command,
    in played: inout PlayedDocument
  ) throws(CommandError) {
    let assignment = ControlAssignment(
      control.trigger, action ?? .panic, channel: control.channel, coding: control.coding)
    let kept = played.player.deviceControls
    guard action != nil || !kept.has(assignment) else {
      throw CommandError(
        "\(command.line): `assign save` kept it for this machine, whatever the patch; `assign forget` "
          + "forgets all that is kept")
    }
    guard action == nil || !kept.replaces(assignment) else {
      throw CommandError(
        "\(command.line): every patch has this, and `assign save` kept something else for the control; "
          + "give its `channel` too, or `assign forget` forgets all that is kept")
    }
    try played.edit(command.undoName, group: command.group) { patch in
      patch.input.assign(assignment, isOff: action == nil)
    }
  }

  // MARK: Learning

  /// Whether a control is waited for.
  var isLearning: Bool { learning != nil }

  /// Waits for the next control that is used, or (nil) no longer.
  private mutating func learn(
    _ action: ControlAction?, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    guard played.engine.learn(action != nil) else { throw EngineLink.busy }
    learning = action.map { Learning($0, at: played.moment()) }
    guard let action else { return .done }
    let what = action.words.joined(separator: " ")
    let hint = if case .range = action.gives { "; turn an encoder both ways" } else { "" }
    return .text("move a control, or strike a pad, for “\(what)”\(hint); `learn off` ends it")
  }

  /// Takes a control that was used; returns what was assigned to it as soon as that is clear.
  mutating func learn(
    from event: FeedEvent, in played: inout PlayedDocument
  ) throws(CommandError) -> AssignmentRow? {
    guard let found = learning?.take(event, at: played.moment()) else { return nil }
    return try assign(learned: found, in: &played)
  }

  /// Assigns the control where nothing more came from it for a while.
  mutating func look(in played: inout PlayedDocument) throws(CommandError) -> AssignmentRow? {
    guard let learning else { return nil }
    guard let found = learning.look(at: played.moment()) else {
      if learning.isOver(at: played.moment()) { _ = try learn(nil, in: &played) }
      return nil
    }
    return try assign(learned: found, in: &played)
  }

  private mutating func assign(
    learned found: ControlAssignment, in played: inout PlayedDocument
  ) throws(CommandError) -> AssignmentRow {
    _ = try learn(nil, in: &played)
    try played.edit("learn") { patch in patch.input.assign(found, isOff: false) }
    played.engine.controlWasLearned(found)
    return AssignmentRow(found)
  }

  // MARK: For this machine

  /// Plays every patch with what is kept for this machine from now on; throws where it cannot be read.
  func takeKept(in played: inout PlayedDocument) throws(CommandError) {
    let kept = DeviceControls(try CommandError.wrapping { try store.load() })
    if !kept.controls.isEmpty { try played.setDeviceControls(kept) }
  }

  /// Keeps the patch's own assignments for this machine, or (false) forgets what is kept.
  private func keep(_ areKept: Bool, in played: inout PlayedDocument) throws(CommandError) -> Reply
  {
    let next = areKept ? played.player.deviceControls.adding(played.patch) : DeviceControls()
    // Asked first, because the file would stay as it is written.
    guard played.engine.hasRoom else { throw EngineLink.busy }
    try CommandError.wrapping { try store.save(next.controls) }
    try played.setDeviceControls(next)
    return .done
  }
}

extension PlayedDocument {
  /// What notes and controllers do, controls first.
  fileprivate var assignmentRows: [AssignmentRow] {
    let own = patch.input.controls
    return player.deviceControls.played(patch).input.controls.map { control in
      let row = AssignmentRow(control)
      return own.contains(control) ? row : row.kept
    } + patch.input.notes.sorted { $0.key < $1.key }.map { AssignmentRow(note: $0, drum: $1) }
  }
}
