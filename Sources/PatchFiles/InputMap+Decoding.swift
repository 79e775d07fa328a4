import MusicalTime
import Rhythm

extension InputMap {
  /// Entries replace the standard notes or controls; what is missing keeps them.
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["notes", "controls", "programs"])
    self = .standard
    if let written = try group["notes"]?.group() {
      notes = [:]
      for member in written.members {
        let place = node.child("note \(member.key)", member.value)
        guard let note = UInt8(member.key), note < 128, String(note) == member.key else {
          throw place.error(.outOfRange("“\(member.key)”", range: "the notes 0 to 127"))
        }
        notes[note] = try place.drum()
      }
    }
    if let written = group["controls"] {
      controls = []
      for (index, value) in try written.list().enumerated() {
        let place = node.child("control \(index + 1)", value)
        let assignment = try ControlAssignment(place)
        guard !controls.contains(where: { $0.trigger == assignment.trigger }) else {
          throw place.error(.assignedTwice(assignment.trigger.words))
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
    let usual = ["cc", "note", "do"]
    let all = try node.group(usual + ["from", "to", "group", "pattern", "at", "drum"])
    let action = try all.required("do").word(ControlAction.words)
    let group = try node.group(usual + action.keys)
    guard group["cc"] == nil || group["note"] == nil else {
      throw node.error(.twoTriggers)
    }
    let trigger: Trigger =
      if let note = group["note"] {
        .note(UInt8(try note.number(.midiNumber)))
      } else {
        .controller(UInt8(try group.required("cc").number(.midiNumber)))
      }
    self.init(trigger, try action.as(group))
  }
}

extension ControlAssignment.Trigger {
  var words: String {
    switch self {
    case .controller(let number): "cc \(number)"
    case .note(let number): "note \(number)"
    }
  }
}

extension ControlAction {
  /// The words allowed after `do`, with their default ranges.
  fileprivate static let words: [(String, ControlAction)] = [
    ("play", .play), ("stop", .stop), ("continue", .continue), ("toggle", .toggle),
    ("tempo", .tempo(from: Tempo(clampingBPM: 60), to: Tempo(clampingBPM: 187))),
    ("level", .level(from: -60, to: 0)), ("panic", .panic), ("fill", .fill),
    ("erase", .erase(.kick)),
    ("mutegroup", .muteGroup(1)), ("pattern", .pattern(.number(0), at: .loopEnd)),
    ("next", .pattern(.next, at: .loopEnd)), ("previous", .pattern(.previous, at: .loopEnd)),
  ]

  /// The other keys allowed: only an action over a range has its ends, and so on.
  fileprivate var keys: [String] {
    switch self {
    case .tempo, .level: ["from", "to"]
    case .muteGroup: ["group"]
    case .erase: ["drum"]
    case .pattern(.next, _), .pattern(.previous, _): ["at"]
    case .pattern: ["pattern", "at"]
    case .play, .stop, .continue, .toggle, .panic, .fill: []
    }
  }

  /// The same action with the parameters in `group`.
  fileprivate func `as`(_ group: PatchGroup) throws(PatchError) -> Self {
    let (from, to) = (group["from"], group["to"])
    switch self {
    case .tempo(let slow, let fast):
      return .tempo(
        from: Tempo(clampingBPM: try from?.number(.tempo) ?? slow.bpm),
        to: Tempo(clampingBPM: try to?.number(.tempo) ?? fast.bpm))
    case .level(let low, let high):
      return .level(
        from: Float(try from?.number(.masterLevel) ?? Double(low)),
        to: Float(try to?.number(.masterLevel) ?? Double(high)))
    case .erase: return .erase(try group.required("drum").drum())
    case .muteGroup: return .muteGroup(Int(try group.required("group").number(.muteGroup)))
    case .pattern(let choice, let moment):
      let at = try group["at"]?.moment() ?? moment
      guard case .number = choice else { return .pattern(choice, at: at) }
      return .pattern(try group.required("pattern").pattern(), at: at)
    case .play, .stop, .continue, .toggle, .panic, .fill: return self
    }
  }
}

extension PatchNode {
  /// A pattern by name, or by number from 1.
  fileprivate func pattern() throws(PatchError) -> PatternChoice {
    if case .string(let name) = value { return .name(name) }
    return .number(Int(try number(.patternNumber)) - 1)
  }
}
