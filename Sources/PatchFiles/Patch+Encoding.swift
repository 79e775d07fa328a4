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
    if program != 0 { members.append("\"program\": \(program)") }
    if level != 0 { members.append("\"level\": \(JSONWriter.number(level))") }
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
      (.output, Float(sound.output)),
    ]
    var members = knobs.filter { $0.1 != 0 }.map { "\"\($0.key)\": \(JSONWriter.number($1))" }
    if chokeGroup != DrumSettings.standard(for: drum).chokeGroup {
      members.append("\"choke\": " + (chokeGroup.map(JSONWriter.string) ?? "null"))
    }
    if velocityCurve != .linear { members.append("\"velocityCurve\": \(velocityCurve.json)") }
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
    return "{\(control), \"do\": \(action.json)}"
  }
}

extension ControlAction {
  fileprivate var json: String {
    switch self {
    case .play: "\"play\""
    case .stop: "\"stop\""
    case .continue: "\"continue\""
    case .toggle: "\"toggle\""
    case .panic: "\"panic\""
    case .fill: "\"fill\""
    case .erase(let drum): "\"erase\", \"drum\": \"\(drum.name)\""
    case .muteGroup(let group): "\"mutegroup\", \"group\": \(group)"
    case .pattern(let choice, let moment): Self.json(choice) + ", \"at\": \"\(moment)\""
    case .tempo(let from, let to): Self.json("tempo", from.bpm, to.bpm)
    case .level(let from, let to): Self.json("level", Double(from), Double(to))
    }
  }

  private static func json(_ choice: PatternChoice) -> String {
    switch choice {
    case .name(let name): "\"pattern\", \"pattern\": \(JSONWriter.string(name))"
    case .number(let number): "\"pattern\", \"pattern\": \(number + 1)"
    case .next: "\"next\""
    case .previous: "\"previous\""
    }
  }

  private static func json(_ name: String, _ from: Double, _ to: Double) -> String {
    "\"\(name)\", \"from\": \(JSONWriter.number(from)), \"to\": \(JSONWriter.number(to))"
  }
}
