import MusicalTime

/// Maps notes and controllers of pads and keyboards to drums and actions.
public struct InputMap: Sendable, Hashable {
  /// Notes that play another drum than the General MIDI one; looked up before notes 35 to 60.
  public var notes: [UInt8: Drum]
  /// Controllers and notes that perform commands; they play no drum.
  public var controls: [ControlAssignment]
  /// What Program Change selects.
  public var programs: ProgramUse

  /// A map with no entries unless given.
  public init(
    notes: [UInt8: Drum], controls: [ControlAssignment], programs: ProgramUse = .kit
  ) {
    self.notes = notes
    self.controls = controls
    self.programs = programs
  }

  /// The drum that `note` plays, or nil.
  public func drum(forNote note: UInt8) -> Drum? { notes[note] ?? Drum(note: note) }

  /// What a control does that was used on `channel`: what is assigned to that channel, or else to the
  /// one that notes are received on.
  public func assignment(
    of trigger: ControlAssignment.Trigger, on channel: UInt8? = nil
  ) -> ControlAssignment? {
    let matching = controls.filter { control in
      guard case .controller(let number) = trigger else { return control.trigger == trigger }
      return control.controllers.contains(number)
    }
    return matching.first { $0.channel != nil && $0.channel == channel }
      ?? matching.first { $0.channel == nil }
  }

  /// The command of controller `number` at `value`, as words; switch-like commands are triggered by
  /// values from 64 up.
  public func command(controller number: UInt8, value: UInt8) -> [String]? {
    assignment(of: .controller(number))?.action.words(value: value, isPressed: value >= 64)
  }

  /// The command of a note-on, or nil if the note has none (it may then play a drum).
  public func command(note: UInt8, velocity: Velocity) -> [String]? {
    assignment(of: .note(note))?.action.words(value: velocity.value, isPressed: true)
  }

  /// The command of a note-off: ends what lasts while a pad is held; otherwise nil.
  public func command(released note: UInt8) -> [String]? {
    guard let action = assignment(of: .note(note))?.action, action.gives == .switch else {
      return nil
    }
    return action.words(value: 0, isPressed: false)
  }

  /// The default map: extra notes of common pads, and a few buttons and faders.
  ///
  /// Only notes below General MIDI's drums are mapped, so nothing that a GM device sends changes:
  /// the hi-hat edges of Roland modules (22, 26), Alesis' foot splash and half-open hi-hat (21,
  /// 23), and the hi-hat articulations of sample libraries (21, 22, 24 to 26). Controllers 116 to
  /// 119 are undefined and 16 to 17 general-purpose in MIDI 1.0.
  public static let standard = InputMap(
    notes: [
      21: .pedalHat, 22: .closedHat, 23: .openHat, 24: .openHat, 25: .openHat, 26: .openHat,
    ],
    controls: [
      ControlAssignment(.controller(116), .stop), ControlAssignment(.controller(117), .play),
      ControlAssignment(.controller(118), .continue),
      ControlAssignment(.controller(119), .panic),
      ControlAssignment(
        .controller(16),
        .tempo(
          from: Tempo(clampingBPM: ControlAction.standardTempi.lowerBound),
          to: Tempo(clampingBPM: ControlAction.standardTempi.upperBound))),
      ControlAssignment(
        .controller(17),
        .level(
          from: ControlAction.standardLevels.lowerBound,
          to: ControlAction.standardLevels.upperBound)),
    ])
}
