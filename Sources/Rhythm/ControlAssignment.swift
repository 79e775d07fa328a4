public import MusicalTime

/// Assigns a controller, note or pitch bend of a MIDI device to a command.
public struct ControlAssignment: Sendable, Hashable {
  /// A controller or note, by MIDI number 0 to 127, or pitch bend.
  public enum Trigger: BitwiseCopyable, Sendable, Hashable {
    case controller(UInt8)
    case note(UInt8)
    /// A position of 14 bits: a wheel, or a fader of a Mackie Control, each of which has its own channel.
    case pitchBend
  }

  /// The highest value of a controller or note.
  public static let highest = 127.0
  /// The highest value of 14 bits: pitch bend, or two controllers.
  public static let highestOf14Bits = 16_383.0

  /// If two assignments have the same trigger and channel, the first is used.
  public var trigger: Trigger
  /// The channel 0 to 15 that it comes on; nil for that on which notes are received.
  public var channel: UInt8?
  /// How a controller's values are to be read.
  public var coding: ControlCoding
  /// What the trigger does.
  public var action: ControlAction

  /// `trigger` performs `action`.
  public init(
    _ trigger: Trigger, _ action: ControlAction, channel: UInt8? = nil,
    coding: ControlCoding = .absolute
  ) {
    self.trigger = trigger
    self.channel = channel
    self.coding = coding
    self.action = action
  }

  /// Whether both are set off by the same control.
  public func hasControl(of other: ControlAssignment) -> Bool {
    trigger == other.trigger && channel == other.channel
  }

  /// The controllers that it takes: of 14 bits two.
  public var controllers: [UInt8] {
    guard case .controller(let number) = trigger else { return [] }
    let isUpper = coding == .fourteenBits && ControlCoding.upperControllers.contains(number)
    return isUpper ? [number, number + 32] : [number]
  }
}

/// What a control does: a command, and which part of it the control gives.
public struct ControlAction: Sendable, Hashable {
  /// The command's words, without what the control gives.
  public var words: [String]
  /// Which part of the command the control adds.
  public var gives: Gives

  /// The last word of the command, as the control gives it.
  public enum Gives: Sendable, Hashable {
    /// Nothing: the command is carried out when the control is pressed.
    case nothing
    /// `on` when it is pressed, `off` when it is released.
    case `switch`
    /// A number: `from` at value 0, `to` at value 127; either may be the greater.
    case range(from: Double, to: Double)
  }

  /// The command of these words, the last of which the control `gives`.
  public init(_ words: [String], gives: Gives = .nothing) {
    self.words = words
    self.gives = gives
  }

  /// The words of the command for a control that was moved to `value`; nil for none.
  public func words(value: UInt8, isPressed: Bool) -> [String]? {
    switch gives {
    case .nothing: return isPressed ? words : nil
    case .switch: return words + [isPressed ? "on" : "off"]
    case .range(let from, let to):
      let highest = ControlAssignment.highest
      let travel = min(Double(value), highest) / highest
      return words(number: from + (to - from) * travel)
    }
  }

  /// The words of the command for that number.
  public func words(number: Double) -> [String] {
    // Rounded, so that a fader sets 120 and not 119.99999.
    let number = (number * 1_000).rounded() / 1_000
    return words + [number == number.rounded() ? String(Int(number)) : String(number)]
  }
}

// MARK: What the standard controls do

extension ControlAction {
  /// Play from the beginning.
  public static let play = ControlAction(["play"])
  /// Stop, and stay at that beat.
  public static let stop = ControlAction(["stop"])
  /// Continue from where the song stopped.
  public static let `continue` = ControlAction(["continue"])
  /// Play when stopped, stop when playing.
  public static let toggle = ControlAction(["toggle"])
  /// Silence everything at once.
  public static let panic = ControlAction(["panic"])
  /// Play the fill while the control is held.
  public static let fill = ControlAction(["fill"], gives: .switch)

  /// The tempi in bpm of values 0 and 127 where none are said: one more for each value.
  public static let standardTempi = 60.0...187
  /// The levels in dB of values 0 and 127 where none are said.
  public static let standardLevels = Double(DrumSound.silence)...0

  /// Set the tempo between that of value 0 and that of value 127; either may be the faster.
  public static func tempo(from: Tempo, to: Tempo) -> ControlAction {
    ControlAction(["tempo"], gives: .range(from: from.bpm, to: to.bpm))
  }

  /// Set the master level in dB between that of value 0 and that of value 127.
  public static func level(from: Double, to: Double) -> ControlAction {
    ControlAction(["level"], gives: .range(from: from, to: to))
  }

  /// Toggle the mute of a group of lanes (`Lane.muteGroups`).
  public static func muteGroup(_ group: Int) -> ControlAction {
    ControlAction(["mutegroup", "\(group)", "toggle"])
  }

  /// Remove a drum's steps as playback reaches them, while the control is held.
  public static func erase(_ drum: Drum) -> ControlAction {
    ControlAction(["record", "erase", drum.name], gives: .switch)
  }

  /// Switch to another pattern at the given moment.
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
