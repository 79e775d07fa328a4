import Commands
import MusicalTime
import Rhythm
import Shell

extension InputMap {
  /// Entries replace the standard notes or controls; what is missing keeps them.
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["notes", "controls", "programs"])
    self = .standard
    if let written = try group["notes"]?.group() {
      notes = [:]
      for member in written.members {
        let place = node.child("note \(member.key)", member.value)
        guard let note = UInt8(member.key), Voice.notes.contains(Int(note)),
          String(note) == member.key
        else {
          throw place.error(.outOfRange(Voice.notes.expected("a note", found: member.key)))
        }
        notes[note] = try place.drum()
      }
    }
    if let written = group["controls"] {
      controls = []
      for (index, value) in try written.list().enumerated() {
        let place = node.child("control \(index + 1)", value)
        let assignment = try ControlAssignment(place)
        guard !controls.contains(where: assignment.hasControl) else {
          throw place.error(.assignedTwice(assignment.words))
        }
        controls.append(assignment)
      }
    }
    if let written = group["programs"] { programs = try ProgramUse(written) }
  }
}

extension ProgramUse {
  /// `kit`, `pattern`, or how it selects patterns.
  fileprivate init(_ node: PatchNode) throws(PatchError) {
    if case .string = node.value {
      self = try node.word([("kit", .kit), ("pattern", .pattern(.standard))])
      return
    }
    let group = try node.group(["channel", "at", "send"])
    let channel = Int(try group.number(.channel)) - 1
    let moment = try group["at"]?.moment() ?? PatternPrograms.standard.moment
    let isSent = try group.bool("send", otherwise: false)
    let programs = PatternPrograms(channel: channel, at: moment, isSent: isSent)
    self = .pattern(programs ?? .standard)
  }
}

extension PatchNode {
  fileprivate func moment() throws(PatchError) -> SwitchMoment {
    try word(SwitchMoment.allCases.map { ($0.description, $0) })
  }
}

extension ControlAssignment {
  fileprivate init(_ node: PatchNode) throws(PatchError) {
    let usual = Trigger.keys + ["do", "channel", "coding"]
    let all = try node.group(usual + ["from", "to", "group", "pattern", "at", "drum"])
    let what = try all.required("do")
    let early = try what.earlyAction()
    let group = try node.group(usual + (early?.keys ?? ["from", "to"]))
    let trigger = try Trigger(group)
    let channel = try group["channel"].map { node throws(PatchError) in
      UInt8(try node.number(.channel)) - 1
    }
    let coding = try group["coding"]?.word(ControlCoding.allCases.map { ($0.rawValue, $0) })
    let action: ControlAction
    if let early {
      action = try early.action(group)
    } else {
      action = try what.assignedCommand(group)
    }
    self.init(trigger, action, channel: channel, coding: coding ?? .absolute)
  }
}

extension ControlAssignment.Trigger {
  fileprivate static let keys = ["cc", "note", "bend"]

  /// The one of the keys that `group` has.
  fileprivate init(_ group: PatchGroup) throws(PatchError) {
    guard Self.keys.filter({ group[$0] != nil }).count < 2 else {
      throw group.node.error(.severalTriggers)
    }
    if let bend = group["bend"] {
      guard try bend.bool() else { throw bend.error(.malformed("false", expected: "true")) }
      self = .pitchBend
    } else if let note = group["note"] {
      self = .note(UInt8(try note.number(.midiNumber)))
    } else {
      self = .controller(UInt8(try group.required("cc").number(.midiNumber)))
    }
  }
}

extension ControlAssignment {
  fileprivate var words: String {
    let place = channel.map { " channel \($0 + 1)" } ?? ""
    return switch trigger {
    case .controller(let number): "cc \(number)" + place
    case .note(let number): "note \(number)" + place
    case .pitchBend: "bend" + place
    }
  }
}

extension PatchNode {
  /// The action that its text names by a word of its own, as patches had it before every command could
  /// be assigned; nil for any other command.
  fileprivate func earlyAction() throws(PatchError) -> EarlyAction? {
    guard case .string(let word) = value else { return nil }
    if let known = EarlyAction(rawValue: word) { return known }
    guard !word.contains(" "), CommandTable.rows(of: word).isEmpty else { return nil }
    let known = EarlyAction.allCases.map(\.rawValue)
    throw error(
      .unknownWord(word, nearest: Spelling.nearest(to: word, among: known), known: known))
  }

  /// The command that it writes as a text or as a list of words, in the bounds of `group`.
  fileprivate func assignedCommand(_ group: PatchGroup) throws(PatchError) -> ControlAction {
    var words: [String] = []
    if case .array(let elements) = value {
      for (index, element) in elements.enumerated() {
        words.append(try child("word \(index + 1)", element).string())
      }
    } else {
      words = try string().split(separator: " ").map(String.init)
    }
    var ends: [String] = []
    for key in ["from", "to"] {
      guard let end = group[key] else { continue }
      guard case .number(let number) = end.value else { throw end.wrongType("a number") }
      ends += [key, ArgumentValue.number(number).word]
    }
    do throws(CommandError) { return try CommandTable.assignment(words + ends) } catch {
      throw self.error(.assignment(error.description))
    }
  }
}

/// What controls could do before every command could be assigned, as patches write it still.
enum EarlyAction: String, CaseIterable {
  case play, stop, `continue`, toggle, tempo, level, panic, fill, erase, mutegroup, pattern, next
  case previous

  /// The other keys allowed: only an action over a range has its ends, and so on.
  fileprivate var keys: [String] {
    switch self {
    case .tempo, .level: ["from", "to"]
    case .mutegroup: ["group"]
    case .erase: ["drum"]
    case .next, .previous: ["at"]
    case .pattern: ["pattern", "at"]
    case .play, .stop, .continue, .toggle, .panic, .fill: []
    }
  }

  /// The action as `group` has it.
  fileprivate func action(_ group: PatchGroup) throws(PatchError) -> ControlAction {
    switch self {
    case .play: return .play
    case .stop: return .stop
    case .continue: return .continue
    case .toggle: return .toggle
    case .panic: return .panic
    case .fill: return .fill
    case .tempo:
      return ControlAction(
        ["tempo"], gives: try group.bounds(.tempo, otherwise: ControlAction.standardTempi))
    case .level:
      return ControlAction(
        ["level"], gives: try group.bounds(.masterLevel, otherwise: ControlAction.standardLevels))
    case .erase: return .erase(try group.required("drum").drum())
    case .mutegroup: return .muteGroup(Int(try group.required("group").number(.muteGroup)))
    case .next: return .pattern(.next, at: try group["at"]?.moment() ?? .loopEnd)
    case .previous: return .pattern(.previous, at: try group["at"]?.moment() ?? .loopEnd)
    case .pattern:
      let at = try group["at"]?.moment() ?? .loopEnd
      return .pattern(try group.required("pattern").pattern(), at: at)
    }
  }
}

extension PatchGroup {
  /// The numbers `from` and `to` of a knob, as they are written; those of `standard` where they are missing.
  fileprivate func bounds(
    _ knob: Knob, otherwise standard: ClosedRange<Double>
  ) throws(PatchError) -> ControlAction.Gives {
    let from = try self["from"]?.number(knob) ?? standard.lowerBound
    let to = try self["to"]?.number(knob) ?? standard.upperBound
    return .range(from: from, to: to)
  }
}

extension PatchNode {
  /// A pattern by name, or by number from 1.
  fileprivate func pattern() throws(PatchError) -> PatternChoice {
    if case .string(let name) = value { return .name(name) }
    return .number(Int(try number(.patternNumber)) - 1)
  }
}
