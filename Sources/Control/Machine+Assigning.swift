public import Commands
import PatchFiles
import Playback
import Rhythm

extension Machine {
  /// Lets a control do something else, or (nil) nothing.
  func assign(
    _ control: AssignedControl, _ action: ControlAction?, as command: Command
  ) throws(CommandError) {
    let assignment = ControlAssignment(
      control.trigger, action ?? .panic, channel: control.channel, coding: control.coding)
    guard action != nil || !deviceControls.contains(where: assignment.hasControl) else {
      throw CommandError(
        "\(command.line): `assign save` kept it for this machine, whatever the patch; `assign forget` "
          + "forgets all that is kept")
    }
    try edit(command.undoName) { patch in
      patch.input.assign(assignment, isOff: action == nil)
    }
  }

  /// What notes and controllers do, controls first.
  var assignmentRows: [AssignmentRow] {
    let own = patch.input.controls
    return played(patch).input.controls.map { control in
      let row = AssignmentRow(control)
      return own.contains(control) ? row : row.forDevice
    } + patch.input.notes.sorted { $0.key < $1.key }.map { AssignmentRow(note: $0, drum: $1) }
  }

  // MARK: Learning

  /// Waits for the next control that is used, or (nil) no longer.
  func learn(_ action: ControlAction?) throws(CommandError) -> Reply {
    guard engine.learn(action != nil) else { throw Self.busy }
    learning = action.map { Learning($0, at: moment()) }
    guard let action else { return .done }
    let what = action.words.joined(separator: " ")
    return .text("move a control, or strike a pad, for “\(what)”; `learn off` ends it")
  }

  /// Takes a control that was used; returns what was assigned to it as soon as that is clear.
  func learn(from event: FeedEvent) throws(CommandError) -> AssignmentRow? {
    guard let found = learning?.take(event, at: moment()) else { return nil }
    return try assign(learned: found)
  }

  /// Assigns the control where nothing more came from it for a while.
  func learn() throws(CommandError) -> AssignmentRow? {
    guard let learning else { return nil }
    guard let found = learning.look(at: moment()) else {
      if learning.isOver(at: moment()) { _ = try learn(nil) }
      return nil
    }
    return try assign(learned: found)
  }

  private func assign(learned found: ControlAssignment) throws(CommandError) -> AssignmentRow {
    _ = try learn(nil)
    try edit("learn") { patch in patch.input.assign(found, isOff: false) }
    return AssignmentRow(found)
  }

  // MARK: For this machine

  /// Plays every patch with what is kept for this machine from now on; throws where it cannot be read.
  public func takeDeviceControls() throws(CommandError) {
    deviceControls = try CommandError.wrapping { try assignments.load() }
    if !deviceControls.isEmpty { try deviceControlsChanged() }
  }

  /// Keeps the patch's own assignments for this machine, or (false) forgets what is kept.
  func keepAssignments(_ areKept: Bool) throws(CommandError) -> Reply {
    let own = patch.input.controls.filter { !InputMap.standard.controls.contains($0) }
    var kept = InputMap(notes: [:], controls: areKept ? deviceControls : [])
    for control in own where areKept { kept.assign(control, isOff: false) }
    let next = kept.controls
    try CommandError.wrapping { try assignments.save(next) }
    deviceControls = next
    try deviceControlsChanged()
    return .done
  }

  private func deviceControlsChanged() throws(CommandError) {
    guard publish(patch, as: nil) else { throw Self.busy }
    engine.setInput(played(patch).input)
  }

  /// The patch with what is kept for this machine: the patch's own assignments go first, then those of the
  /// machine, then those that every patch has.
  func played(_ patch: Patch) -> Patch {
    guard !deviceControls.isEmpty else { return patch }
    var played = patch
    let standard = InputMap.standard.controls
    let own = patch.input.controls.filter { !standard.contains($0) }
    let added = deviceControls.filter { control in !own.contains(where: control.hasControl) }
    let rest = patch.input.controls.filter { control in
      standard.contains(control) && !added.contains(where: control.hasControl)
    }
    played.input.controls = own + added + rest
    return played
  }
}

extension InputMap {
  /// Puts an assignment in the place of the one that its control has, or takes that away.
  fileprivate mutating func assign(_ assignment: ControlAssignment, isOff: Bool) {
    let place = controls.firstIndex(where: assignment.hasControl)
    controls.removeAll(where: assignment.hasControl)
    guard !isOff else { return }
    controls.insert(assignment, at: min(place ?? controls.endIndex, controls.endIndex))
  }
}

extension KitDescription {
  /// How a drum, or (nil) everything, is set.
  func answer(_ drum: Drum?, _ property: SoundProperty) -> SettingAnswer {
    guard let drum else {
      return SettingAnswer(
        name: "level", value: Double(level), unit: Knob.masterLevel.unit)
    }
    let sound = self[drum].sound
    let (value, knob): (Float, Knob) =
      switch property {
      case .level: (sound.level, .level)
      case .pan: (sound.pan, .pan)
      case .tuning: (sound.tuning, .tuning)
      case .decay: (sound.decay, .decay)
      case .output: (Float(sound.output), .output)
      case .reverb: (sound.reverb, .reverb)
      case .delay: (sound.delay, .delay)
      case .cutoff: (sound.cutoff, .cutoff)
      case .resonance: (sound.resonance, .resonance)
      }
    return SettingAnswer(
      name: "\(property.rawValue) \(drum.name)", value: Double(value), unit: knob.unit)
  }
}
