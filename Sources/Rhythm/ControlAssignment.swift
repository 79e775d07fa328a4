public import MusicalTime

/// Assigns a controller or note of a MIDI device to an action.
public struct ControlAssignment: Sendable, Hashable {
  /// A controller or note, by MIDI number 0 to 127.
  public enum Trigger: Sendable, Hashable {
    case controller(UInt8)
    case note(UInt8)
  }

  /// If two assignments have the same trigger, the first is used.
  public var trigger: Trigger
  /// What the trigger does.
  public var action: ControlAction

  /// `trigger` performs `action`.
  public init(_ trigger: Trigger, _ action: ControlAction) {
    self.trigger = trigger
    self.action = action
  }
}

/// An action of a control.
public enum ControlAction: Sendable, Hashable {
  case play
  case stop
  case `continue`
  /// Play when stopped, stop when playing.
  case toggle
  /// Set the tempo between that of value 0 and that of value 127; either may be the faster.
  case tempo(from: Tempo, to: Tempo)
  /// Set the master level in dB between that of value 0 and that of value 127.
  case level(from: Float, to: Float)
  case panic
  /// Play the fill while the control is held.
  case fill
  /// Toggle the mute of a group of lanes, 1 to 8.
  case muteGroup(Int)
  /// Remove a drum's steps as playback reaches them, while the control is held.
  case erase(Drum)
  /// Switch to another pattern at the given moment.
  case pattern(PatternChoice, at: SwitchMoment)

  func request(value: UInt8, isPressed: Bool) -> ControlRequest? {
    let travel = Double(min(value, 127)) / 127
    switch self {
    case .tempo(let from, let to):
      // Rounded, so that a fader sets 120 and not 119.99999.
      let bpm = from.bpm + (to.bpm - from.bpm) * travel
      return .tempo(Tempo(clampingBPM: (bpm * 1_000).rounded() / 1_000))
    case .level(let from, let to): return .level(from + (to - from) * Float(travel))
    case .play: return isPressed ? .play : nil
    case .stop: return isPressed ? .stop : nil
    case .continue: return isPressed ? .continue : nil
    case .toggle: return isPressed ? .toggle : nil
    case .panic: return isPressed ? .panic : nil
    case .fill: return .fill(isPressed)
    case .erase(let drum): return .erase(drum, isPressed)
    case .muteGroup(let group): return isPressed ? .muteGroup(group) : nil
    case .pattern(let choice, let moment): return isPressed ? .pattern(choice, at: moment) : nil
    }
  }
}

/// What a moved controller or a played note requests.
public enum ControlRequest: Sendable, Hashable {
  case play
  case stop
  case `continue`
  case toggle
  case tempo(Tempo)
  /// The master level in dB.
  case level(Float)
  case panic
  /// Whether the fill is on.
  case fill(Bool)
  /// Toggle the mute of a group of lanes.
  case muteGroup(Int)
  /// Whether a drum's steps are being removed.
  case erase(Drum, Bool)
  case pattern(PatternChoice, at: SwitchMoment)
}
