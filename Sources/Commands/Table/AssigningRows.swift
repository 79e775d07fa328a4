import MusicalTime
public import Rhythm

/// What can be asked of what notes and controllers do.
public enum AssigningCommand: Sendable, Hashable {
  /// Say what they do.
  case list
  /// Let a control do something else, or (nil) nothing.
  case assign(AssignedControl, ControlAction?)
  /// Let the next control that is used do that, or (nil) stop waiting for one.
  case learn(ControlAction?)
  /// Keep the patch's assignments for this machine, whatever patch is played, or (false) forget them.
  case keep(Bool)
}

/// Commands about what notes and controllers do.
enum AssigningRows {
  static let all: [CommandSpec] = [
    CommandSpec("assign list", does: "list what notes and controllers do") { .assigning(.list) }
      .alias("assign").query.when { $0.count == 0 },
    CommandSpec(
      "assign", .of(AssignedControl.self), .of(AssignedAction.self),
      does: "let a controller, note or pitch bend do a command; it gives the last argument",
      as: "assign cc 20 drummer density", "assign note 36 play",
      "assign cc 7 level kick from -20 to 0", "assign cc 20 channel 1 14bit tempo",
      "assign bend channel 3 level snare", "assign cc 20 off"
    ) { (control: AssignedControl, assigned: AssignedAction) throws(CommandError) in
      try control.check(doing: assigned.action)
      return .assigning(.assign(control, assigned.action))
    }.touching(.input).undone(naming: 2),
    CommandSpec(
      "learn", .of(AssignedAction.self), does: "let the control that is moved next do a command",
      as: "learn level kick", "learn play", "learn drummer density from 0.2 to 0.8", "learn off"
    ) { .assigning(.learn($0.action)) }.touching(.input),
    CommandSpec(
      editing: "assign clear", does: "take all of the patch's assignments away"
    ) { (patch: inout Patch) in patch.input.controls = [] }.touching(.input),
    CommandSpec("assign save", does: "keep the assignments for this machine, whatever the patch") {
      .assigning(.keep(true))
    }.access(.files).touching(.input),
    CommandSpec("assign forget", does: "forget what `assign save` kept") {
      .assigning(.keep(false))
    }.access(.files).touching(.input),
    CommandSpec(
      editing: "note", .midiNote, .either(.drum, or: "off"),
      does: "which drum a pad's note plays; off plays General MIDI's", as: "note 22 closedhat"
    ) { (patch: inout Patch, note: UInt8, drum: Drum?) in patch.input.notes[note] = drum }.touching(
      .input
    ).undone(naming: 1),
    CommandSpec(
      editing: "programs", .of(ProgramUse.self),
      does: "what MIDI Program Change selects, and whether it is sent",
      as: "programs kit", "programs pattern 10 loop send"
    ) { patch, programs in patch.input.programs = programs }.touching(.input),
    CommandSpec(
      "program", .number("a program", "N", of: Knob.program.wholeRange.count),
      does: "what a Program Change does that is heard, the first is 1", as: "program 2"
    ) { .arrange(.program($0)) }.access(.play).touching(.music, .kit).stream,
  ]
}

extension Parameter where Value == UInt8 {
  static var midiNote: Self {
    Parameter<Int>.knob(.midiNumber, "NOTE", "a note").map { UInt8($0) }
  }
}

/// A controller, note or pitch bend, and how it is to be read.
public struct AssignedControl: Sendable, Hashable {
  /// Which it is.
  public var trigger: ControlAssignment.Trigger
  /// 0 to 15; nil for the channel that notes are received on.
  public var channel: UInt8?
  /// How a controller's values are to be read.
  public var coding: ControlCoding
}

extension AssignedControl: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "cc NUMBER|note NUMBER|bend [channel N] [14bit|relative-…]", "cc, note or bend",
      .text(
        words: ["cc", "note", "bend", "channel"] + ControlCoding.allCases.map(\.rawValue),
        names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    var control = AssignedControl(
      trigger: try words.trigger(), channel: nil, coding: .absolute)
    if words.takes("channel") {
      control.channel = UInt8(try words.whole("a channel", in: Knob.channel.wholeRange) - 1)
    }
    guard case .controller(let number) = control.trigger else { return control }
    if let coding = words.next.flatMap(ControlCoding.init(rawValue:)) {
      _ = words.optionalWord()
      control.coding = coding
    }
    let upper = ControlCoding.upperControllers
    guard control.coding != .fourteenBits || upper.contains(number) else {
      throw words.error(upper.expected("a controller for 14 bits", found: number))
    }
    return control
  }
}

extension AssignedControl {
  /// Throws where it says how values are coded and does what takes none of them.
  fileprivate func check(doing action: ControlAction?) throws(CommandError) {
    guard coding != .absolute, let action else { return }
    if case .range = action.gives { return }
    let (command, word) = (action.words.joined(separator: " ").quoted, coding.rawValue)
    throw CommandError(
      "assign: \(command) takes no number, which \(word) is for; leave \(word) out", isUsage: true)
  }
}

extension ArgumentReader {
  /// `cc NUMBER`, `note NUMBER` or `bend`.
  fileprivate mutating func trigger() throws(CommandError) -> ControlAssignment.Trigger {
    let kind: ControlAssignment.Trigger = try choice(
      "cc, note or bend", [("cc", .controller(0)), ("note", .note(0)), ("bend", .pitchBend)])
    if kind == .pitchBend { return kind }
    let number = UInt8(try whole("a number", in: Knob.midiNumber.wholeRange))
    return kind == .note(0) ? .note(number) : .controller(number)
  }
}

/// What a control does; nil is nothing.
private struct AssignedAction: CommandArgument {
  var action: ControlAction?

  static var parameterShape: ParameterShape {
    ParameterShape(
      "COMMAND [from X to Y]|off", "a command", .text(words: ["off"], names: [.command]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    guard words.count > 0 else { throw words.error("a command is missing") }
    let rest = words.rest()
    guard rest != ["off"] else { return Self(action: nil) }
    try words.checkDepth(of: rest)
    let action = try CommandTable.assignment(rest)
    try words.check(action)
    return Self(action: action)
  }
}

extension ArgumentReader {
  /// Throws where a command that is assigned assigns one that assigns another: each is read within the one before,
  /// and a line has room for thousands.
  fileprivate func checkDepth(of words: [String]) throws(CommandError) {
    let assigning = ["assign", "learn"]
    guard let path = CommandTable.path(in: words)?.path, assigning.contains(path),
      words.dropFirst().contains(where: { assigning.contains($0.lowercased()) })
    else { return }
    throw CommandError(
      "\(self.path): what a control assigns cannot assign more; give that another command",
      isUsage: true)
  }

  /// Throws where nothing would come of a control that does `action`.
  fileprivate func check(_ action: ControlAction) throws(CommandError) {
    guard case .nothing = action.gives else { return }
    let command = try CommandTable.command(words: action.words)
    let problem: String
    switch command.action {
    case .quit, .source: problem = "works in a line only, not by a control"
    default:
      guard command.spec.isQuery else { return }
      problem = "only replies, which a control cannot show"
    }
    throw CommandError("\(path): \(command.spec.path) \(problem)", isUsage: true)
  }
}

extension ProgramUse: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "kit|pattern [CHANNEL] [now|beat|bar|loop] [send]", "kit or pattern",
      .text(
        words: ["kit", "pattern", "send"] + SwitchMoment.allCases.map(\.description), names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    guard try words.choice("kit or pattern", [("kit", false), ("pattern", true)]) else {
      return .kit
    }
    return .pattern(try words.patternPrograms())
  }
}

extension ArgumentReader {
  fileprivate mutating func patternPrograms() throws(CommandError) -> PatternPrograms {
    var channel = Int(PatternPrograms.standard.channel) + 1
    var moment = PatternPrograms.standard.moment
    var isSent = false
    while let word = optionalWord() {
      if word == "send" {
        isSent = true
      } else if let found = SwitchMoment(name: word) {
        moment = found
      } else if let number = Int(word) {
        channel = number
      } else {
        throw error("expected a channel, a moment or send, found \(word.quoted)")
      }
    }
    let channels = Knob.channel.wholeRange
    guard channels.contains(channel),
      let programs = PatternPrograms(channel: channel - 1, at: moment, isSent: isSent)
    else {
      throw error(channels.expected("a channel", found: channel))
    }
    return programs
  }
}
