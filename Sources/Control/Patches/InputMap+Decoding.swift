import MusicalTime
import Rhythm

extension InputMap {
  /// What is written takes the place of the standard notes or controls; what isn't leaves them.
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["notes", "controls"])
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
  }
}

extension ControlAssignment {
  fileprivate init(_ node: PatchNode) throws(PatchError) {
    let all = try node.group(["cc", "note", "do", "from", "to"])
    let action = try all.required("do").word(ControlAction.words)
    // Only what moves over a range has its ends.
    let group = try node.group(["cc", "note", "do"] + (action.hasRange ? ["from", "to"] : []))
    guard group["cc"] == nil || group["note"] == nil else {
      throw node.error(.twoTriggers)
    }
    let trigger: Trigger =
      if let note = group["note"] {
        .note(UInt8(try note.number(.midiNumber)))
      } else {
        .controller(UInt8(try group.required("cc").number(.midiNumber)))
      }
    self.init(trigger, try action.between(group["from"], group["to"]))
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
  /// The words after "do", with the ends they have when none are written.
  fileprivate static let words: [(String, ControlAction)] = [
    ("play", .play), ("stop", .stop), ("continue", .continue), ("toggle", .toggle),
    ("tempo", .tempo(from: Tempo(clampingBPM: 60), to: Tempo(clampingBPM: 187))),
    ("level", .level(from: -60, to: 0)), ("panic", .panic),
  ]

  fileprivate var hasRange: Bool {
    switch self {
    case .tempo, .level: true
    case .play, .stop, .continue, .toggle, .panic: false
    }
  }

  /// The same action over the ends that are written.
  fileprivate func between(_ from: PatchNode?, _ to: PatchNode?) throws(PatchError) -> Self {
    switch self {
    case .tempo(let slow, let fast):
      .tempo(
        from: Tempo(clampingBPM: try from?.number(.tempo) ?? slow.bpm),
        to: Tempo(clampingBPM: try to?.number(.tempo) ?? fast.bpm))
    case .level(let low, let high):
      .level(
        from: Float(try from?.number(.masterLevel) ?? Double(low)),
        to: Float(try to?.number(.masterLevel) ?? Double(high)))
    case .play, .stop, .continue, .toggle, .panic: self
    }
  }
}
