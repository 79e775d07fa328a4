import MusicalTime
public import Rhythm

extension Patch {
  /// The patch as JSON for people: keys in a fixed order, one line per lane, drum or control, and
  /// no defaults.
  public var json: String {
    var members = [
      "\"format\": \(JSONWriter.string(PatchFormat.current))",
      "\"name\": \(JSONWriter.string(name))",
      "\"tempo\": \(JSONWriter.number(tempo.bpm))",
    ]
    members += patternsJSON
    if let songJSON { members.append("\"song\": " + songJSON) }
    if let groove { members.append("\"groove\": " + groove.json) }
    if seed != 0 { members.append("\"seed\": " + JSONWriter.number(seed)) }
    if !mutedGroups.isEmpty { members.append("\"mutedGroups\": \(mutedGroups.sorted())") }
    if let bank = Group.json(groups) { members.append("\"groups\": " + bank) }
    if kit != KitDescription() { members.append("\"kit\": " + kit.json) }
    if input != .standard { members.append("\"input\": " + input.json) }
    if drummer != DrummerSettings() { members.append("\"drummer\": " + drummer.json) }
    if let humanising { members.append("\"humanise\": " + humanising.json) }
    if recording != RecordingSettings() { members.append("\"record\": " + recording.json) }
    if metronome != MetronomeSettings() { members.append("\"metronome\": " + metronome.json) }
    return JSONLayout.group(members, indent: 0) + "\n"
  }

  /// The only pattern, or all of them and which is selected.
  private var patternsJSON: [String] {
    if patterns.count == 1, song.sections.isEmpty {
      return ["\"pattern\": " + pattern.json(patchName: name, indent: 2)]
    }
    let written = patterns.map { $0.json(patchName: name, indent: 4) }
    let list = "\"patterns\": " + JSONLayout.list(written, indent: 2)
    return selected == 0 ? [list] : [list, "\"selected\": \(JSONWriter.string(pattern.name))"]
  }
}

/// The line breaks of a patch.
enum JSONLayout {
  static func group(_ members: [String], indent: Int) -> String {
    lines(members, between: ("{", "}"), indent: indent)
  }

  static func list(_ elements: [String], indent: Int) -> String {
    lines(elements, between: ("[", "]"), indent: indent)
  }

  private static func lines(
    _ lines: [String], between: (String, String), indent: Int
  ) -> String {
    guard !lines.isEmpty else { return between.0 + between.1 }
    let margin = String(repeating: " ", count: indent)
    return between.0 + "\n" + lines.map { "\(margin)  \($0)" }.joined(separator: ",\n")
      + "\n\(margin)\(between.1)"
  }
}

extension KitDescription {
  fileprivate var json: String {
    var members: [String] = []
    if let soundFont { members.append("\"soundFont\": \(JSONWriter.string(soundFont))") }
    if bank != 128 { members.append("\"bank\": \(bank)") }
    if keyMap != .generalMIDI { members.append("\"keyMap\": \"\(keyMap)\"") }
    if program != 0 { members.append("\"program\": \(program)") }
    if level != 0 { members.append("\"level\": \(JSONWriter.number(level))") }
    if effects != KitEffects() { members.append("\"effects\": \(effects.json)") }
    let drums = Drum.all.filter { self[$0] != .standard(for: $0) }.map { drum in
      "\"\(drum.name)\": " + self[drum].json(of: drum)
    }
    if !drums.isEmpty { members.append("\"drums\": " + JSONLayout.group(drums, indent: 4)) }
    return JSONLayout.group(members, indent: 2)
  }
}

extension DrumSettings {
  fileprivate func json(of drum: Drum) -> String {
    let knobs: [(Knob, Float)] = [
      (.level, sound.level), (.pan, sound.pan), (.tuning, sound.tuning), (.decay, sound.decay),
      (.output, Float(sound.output)), (.reverb, sound.reverb), (.delay, sound.delay),
      (.cutoff, sound.cutoff), (.resonance, sound.resonance),
    ]
    var members = knobs.filter { $0.1 != Float($0.0.standard) }.map {
      "\"\($0.key)\": \(JSONWriter.number($1))"
    }
    if sound.filter != .off { members.append("\"filter\": \"\(sound.filter.name)\"") }
    if chokeGroup != DrumSettings.standard(for: drum).chokeGroup {
      members.append("\"choke\": " + (chokeGroup.map(JSONWriter.string) ?? "null"))
    }
    if let source { members.append("\"sound\": \(JSONWriter.string(source.description))") }
    if velocityCurve != .linear { members.append("\"velocityCurve\": \(velocityCurve.json)") }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension KitEffects {
  fileprivate var json: String {
    let usual = KitEffects()
    var members: [String] = []
    for (knob, value, standard) in [
      (Knob.reverbDecay, reverbDecay, usual.reverbDecay),
      (.delayFeedback, delayFeedback, usual.delayFeedback),
      (.delayTone, delayTone, usual.delayTone),
    ] where value != standard {
      members.append("\"\(knob.key)\": \(JSONWriter.number(value))")
    }
    if delayTime != usual.delayTime { members.append("\"delayTime\": \"\(delayTime)\"") }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension VelocityCurve {
  fileprivate var json: String {
    switch self {
    case .linear: "\"linear\""
    case .soft: "\"soft\""
    case .hard: "\"hard\""
    case .fixed(let velocity): "{\"fixed\": \(velocity.value)}"
    case .table(let table): "[\(table.values.map { String($0) }.joined(separator: ", "))]"
    }
  }
}

extension InputMap {
  fileprivate var json: String {
    var members: [String] = []
    if notes != InputMap.standard.notes {
      let written = notes.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value.name)\"" }
      members.append("\"notes\": {\(written.joined(separator: ", "))}")
    }
    if controls != InputMap.standard.controls {
      members.append("\"controls\": " + JSONLayout.list(controls.map(\.json), indent: 4))
    }
    if case .pattern(let programs) = self.programs {
      members.append("\"programs\": " + programs.json)
    }
    return JSONLayout.group(members, indent: 2)
  }
}

extension PatternPrograms {
  fileprivate var json: String {
    guard self != .standard else { return "\"pattern\"" }
    return "{\"channel\": \(channel + 1), \"at\": \"\(moment)\", \"send\": \(isSent)}"
  }
}

extension ControlAssignment {
  fileprivate var json: String {
    let control =
      switch trigger {
      case .controller(let number): "\"cc\": \(number)"
      case .note(let number): "\"note\": \(number)"
      }
    let place = channel.map { ", \"channel\": \($0 + 1)" } ?? ""
    let read = coding == .absolute ? "" : ", \"coding\": \"\(coding.rawValue)\""
    return "{\(control)\(place)\(read), \"do\": \(action.json)}"
  }
}

extension ControlAction {
  /// What is written after `do`; early actions as ever, so that earlier versions read them.
  fileprivate var json: String {
    var written = early ?? words(of: words)
    if case .range(let from, let to) = gives {
      written += ", \"from\": \(JSONWriter.number(from)), \"to\": \(JSONWriter.number(to))"
    }
    return written
  }

  /// An early action with its own keys; nil for any other command.
  private var early: String? {
    func pattern(_ moment: String) -> String? {
      SwitchMoment(name: moment).map { ", \"at\": \"\($0)\"" }
    }
    switch (words, gives) {
    case (["play"], .nothing), (["stop"], .nothing), (["continue"], .nothing),
      (["toggle"], .nothing), (["panic"], .nothing), (["fill"], .switch), (["tempo"], .range),
      (["level"], .range):
      return words.first.map(JSONWriter.string)
    case (let words, .nothing) where words.count == 3 && words[0] == "pattern":
      guard let at = pattern(words[2]) else { return nil }
      if ["next", "previous"].contains(words[1]) { return JSONWriter.string(words[1]) + at }
      let which = Int(words[1]).map { "\($0)" } ?? JSONWriter.string(words[1])
      return "\"pattern\", \"pattern\": \(which)" + at
    case (let words, .nothing) where words.count == 3 && words[0] == "mutegroup":
      guard words[2] == "toggle", let group = Int(words[1]) else { return nil }
      return "\"mutegroup\", \"group\": \(group)"
    case (let words, .switch) where words.count == 3 && words[..<2] == ["record", "erase"]:
      return "\"erase\", \"drum\": \(JSONWriter.string(words[2]))"
    default: return nil
    }
  }

  private func words(of words: [String]) -> String {
    let isPlain = words.count > 1 && words.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
    guard !isPlain else { return JSONWriter.string(words.joined(separator: " ")) }
    return "[\(words.map(JSONWriter.string).joined(separator: ", "))]"
  }
}
