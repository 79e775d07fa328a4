import Rhythm

/// What controls do on this machine, whatever patch is played.
struct DeviceControls: Sendable, Hashable {
  private(set) var controls: [ControlAssignment]

  init(_ controls: [ControlAssignment] = []) { self.controls = controls }

  /// Whether something else is kept for the control that `assignment` has.
  func has(_ assignment: ControlAssignment) -> Bool {
    controls.contains(where: assignment.hasControl)
  }

  /// Whether it is one that every patch has, and something else is kept for its control: then that is played, since
  /// a patch that has it does not use the control itself.
  func replaces(_ assignment: ControlAssignment) -> Bool {
    InputMap.standard.controls.contains(assignment) && has(assignment)
      && !controls.contains(assignment)
  }

  /// These, with the patch's own in place of those of the same controls.
  func adding(_ patch: Patch) -> DeviceControls {
    var kept = InputMap(notes: [:], controls: controls)
    for control in Self.own(patch) { kept.assign(control, isOff: false) }
    return DeviceControls(kept.controls)
  }

  /// The patch with these: its own assignments go first, then these, then those that every patch has.
  func played(_ patch: Patch) -> Patch {
    guard !controls.isEmpty else { return patch }
    var played = patch
    let standard = InputMap.standard.controls
    let own = Self.own(patch)
    let added = controls.filter { control in !own.contains(where: control.hasControl) }
    let rest = patch.input.controls.filter { control in
      standard.contains(control) && !added.contains(where: control.hasControl)
    }
    played.input.controls = own + added + rest
    return played
  }

  private static func own(_ patch: Patch) -> [ControlAssignment] {
    patch.input.controls.filter { !InputMap.standard.controls.contains($0) }
  }
}

extension InputMap {
  /// Puts an assignment in the place of the one that its control has, or takes that away.
  mutating func assign(_ assignment: ControlAssignment, isOff: Bool) {
    let place = controls.firstIndex(where: assignment.hasControl)
    controls.removeAll(where: assignment.hasControl)
    guard !isOff else { return }
    controls.insert(assignment, at: min(place ?? controls.endIndex, controls.endIndex))
  }
}
