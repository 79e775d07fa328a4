public import MusicalTime

/// A button, fader or pad that works the transport or arranges.
public struct ControlAssignment: Sendable, Hashable {
  /// What is moved or struck, by MIDI number 0 to 127.
  public enum Trigger: Sendable, Hashable {
    case controller(UInt8)
    case note(UInt8)
  }

  /// Of two assignments with one trigger the first counts.
  public var trigger: Trigger
  public var action: ControlAction

  public init(_ trigger: Trigger, _ action: ControlAction) {
    self.trigger = trigger
    self.action = action
  }
}

/// What a control is assigned to do.
public enum ControlAction: Sendable, Hashable {
  case play
  case stop
  case `continue`
  /// Plays when stopped, stops when rolling.
  case toggle
  /// The tempo of value 0 and that of value 127; either may be the faster.
  case tempo(from: Tempo, to: Tempo)
  /// The master level in dB of value 0 and of value 127.
  case level(from: Float, to: Float)
  case panic
  /// The fill for as long as it is held.
  case fill
  /// Silences a group of lanes, 1 to 8, or lets it be heard again.
  case muteGroup(Int)
  /// Takes a drum's steps out as the song comes by, for as long as it is held.
  case erase(Drum)
  /// Plays another pattern from that moment on.
  case pattern(PatternChoice, at: SwitchMoment)

  func request(value: UInt8, isPressed: Bool) -> ControlRequest? {
    let travel = Double(min(value, 127)) / 127
    switch self {
    case .tempo(let from, let to):
      // Rounded, so that a fader says 120 and not 119.99999.
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

/// What a control that was moved or struck asks for.
public enum ControlRequest: Sendable, Hashable {
  case play
  case stop
  case `continue`
  case toggle
  case tempo(Tempo)
  /// The master level in dB.
  case level(Float)
  case panic
  /// Whether the fill is held.
  case fill(Bool)
  /// Silence a group of lanes, or let it be heard again.
  case muteGroup(Int)
  /// Whether a drum's steps are taken out.
  case erase(Drum, Bool)
  case pattern(PatternChoice, at: SwitchMoment)
}
