import Commands
import Rhythm

extension Machine {
  /// Lets a control do something else, or (nil) nothing.
  func assign(
    _ trigger: ControlAssignment.Trigger, _ action: ControlAction?, as command: Command
  ) throws(CommandError) {
    try edit(command.undoName) { patch in
      let place = patch.input.controls.firstIndex { $0.trigger == trigger }
      patch.input.controls.removeAll { $0.trigger == trigger }
      guard let action else { return }
      let end = patch.input.controls.endIndex
      patch.input.controls.insert(ControlAssignment(trigger, action), at: min(place ?? end, end))
    }
  }

  /// What notes and controllers do, controls first.
  var assignmentRows: [AssignmentRow] {
    patch.input.controls.map { AssignmentRow($0) }
      + patch.input.notes.sorted { $0.key < $1.key }.map { AssignmentRow(note: $0, drum: $1) }
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
      }
    return SettingAnswer(
      name: "\(property.rawValue) \(drum.name)", value: Double(value), unit: knob.unit)
  }
}
