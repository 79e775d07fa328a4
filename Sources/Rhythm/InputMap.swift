import MusicalTime

/// What notes and controllers from pads and keyboards mean here.
public struct InputMap: Sendable, Hashable {
  /// Notes that mean a drum other than their own; read before General MIDI's notes 35 to 60.
  public var notes: [UInt8: Drum]
  /// Controllers and notes that work the transport or do any other command; they sound no drum.
  public var controls: [ControlAssignment]
  /// What Program Change selects.
  public var programs: ProgramUse

  public init(
    notes: [UInt8: Drum], controls: [ControlAssignment], programs: ProgramUse = .kit
  ) {
    self.notes = notes
    self.controls = controls
    self.programs = programs
  }

  /// The drum that `note` plays, or nil for none.
  public func drum(forNote note: UInt8) -> Drum? { notes[note] ?? Drum(note: note) }

  /// The command that controller `number` taking `value` asks for, as words; buttons act from 64 up.
  public func command(controller number: UInt8, value: UInt8) -> [String]? {
    let found = controls.first { $0.trigger == .controller(number) }
    return found?.action.words(value: value, isPressed: value >= 64)
  }

  /// The command that a note-on asks for, or nil when the note is no control (it may then be a drum).
  public func command(note: UInt8, velocity: Velocity) -> [String]? {
    let found = controls.first { $0.trigger == .note(note) }
    return found?.action.words(value: velocity.value, isPressed: true)
  }

  /// The command that a note-off asks for: only what lasts as long as a pad is held ends with it.
  public func command(released note: UInt8) -> [String]? {
    let found = controls.first { $0.trigger == .note(note) }
    guard let action = found?.action, action.gives == .switch else { return nil }
    return action.words(value: 0, isPressed: false)
  }

  /// Pads as they come from the factory, and a handful of buttons and faders.
  ///
  /// Only notes below General MIDI's drums are mapped, so nothing a GM device sends changes: the hat
  /// edges of Roland modules (22, 26), Alesis' foot splash and half-open hat (21, 23), and the hat
  /// articulations of sample libraries (21, 22, 24 to 26). Controllers 116 to 119 and 16 to 17 are
  /// undefined or general-purpose in MIDI 1.0.
  public static let standard = InputMap(
    notes: [
      21: .pedalHat, 22: .closedHat, 23: .openHat, 24: .openHat, 25: .openHat, 26: .openHat,
    ],
    controls: [
      ControlAssignment(.controller(116), .stop), ControlAssignment(.controller(117), .play),
      ControlAssignment(.controller(118), .continue),
      ControlAssignment(.controller(119), .panic),
      // One beat a minute for each of a fader's 128 values.
      ControlAssignment(
        .controller(16), .tempo(from: Tempo(clampingBPM: 60), to: Tempo(clampingBPM: 187))),
      ControlAssignment(.controller(17), .level(from: -60, to: 0)),
    ])
}
