public import MusicalTime

/// A button, fader or pad that does a command.
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

/// What a control is assigned to do: a command, and which part of it the control gives.
public struct ControlAction: Sendable, Hashable {
  /// The command's words, but for what the control gives.
  public var words: [String]
  public var gives: Gives

  /// What a control gives to its command as the last word.
  public enum Gives: Sendable, Hashable {
    /// Nothing: the command is carried out when the control is pressed.
    case nothing
    /// `on` when it is pressed, `off` when it is let go.
    case `switch`
    /// A number: `from` at value 0, `to` at value 127; either may be the greater.
    case range(from: Double, to: Double)
  }

  public init(_ words: [String], gives: Gives = .nothing) {
    self.words = words
    self.gives = gives
  }

  /// The words of the command that a control asks for that was moved to `value`; nil for none.
  public func words(value: UInt8, isPressed: Bool) -> [String]? {
    switch gives {
    case .nothing: return isPressed ? words : nil
    case .switch: return words + [isPressed ? "on" : "off"]
    case .range(let from, let to):
      let travel = Double(min(value, 127)) / 127
      // Rounded, so that a fader says 120 and not 119.99999.
      let number = ((from + (to - from) * travel) * 1_000).rounded() / 1_000
      return words + [number == number.rounded() ? String(Int(number)) : String(number)]
    }
  }
}

// MARK: What controls do from the beginning

extension ControlAction {
  public static let play = ControlAction(["play"])
  public static let stop = ControlAction(["stop"])
  public static let `continue` = ControlAction(["continue"])
  /// Plays when stopped, stops when rolling.
  public static let toggle = ControlAction(["toggle"])
  public static let panic = ControlAction(["panic"])
  /// The fill for as long as it is held.
  public static let fill = ControlAction(["fill"], gives: .switch)

  /// The tempo of value 0 and that of value 127; either may be the faster.
  public static func tempo(from: Tempo, to: Tempo) -> ControlAction {
    ControlAction(["tempo"], gives: .range(from: from.bpm, to: to.bpm))
  }

  /// The master level in dB of value 0 and of value 127.
  public static func level(from: Float, to: Float) -> ControlAction {
    ControlAction(["level"], gives: .range(from: Double(from), to: Double(to)))
  }

  /// Silences a group of lanes, 1 to 8, or lets it be heard again.
  public static func muteGroup(_ group: Int) -> ControlAction {
    ControlAction(["mutegroup", "\(group)", "toggle"])
  }

  /// Takes a drum's steps out as the song comes by, for as long as it is held.
  public static func erase(_ drum: Drum) -> ControlAction {
    ControlAction(["record", "erase", drum.name], gives: .switch)
  }

  /// Plays another pattern from that moment on.
  public static func pattern(_ choice: PatternChoice, at moment: SwitchMoment) -> ControlAction {
    ControlAction(["pattern", choice.word, "\(moment)"])
  }
}

extension PatternChoice {
  /// As it is typed: a name, a number from 1, `next` or `previous`.
  public var word: String {
    switch self {
    case .name(let name): name
    case .number(let number): "\(number + 1)"
    case .next: "next"
    case .previous: "previous"
    }
  }
}
