import Rhythm

extension KitDescription {
  /// As a patch writes it.
  var json: String {
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
    var members = DrumSound.knobs.compactMap { $0.member(of: sound, JSONWriter.single) }
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
    var members = Self.knobs.compactMap { $0.member(of: self, JSONWriter.single) }
    if delayTime != KitEffects().delayTime { members.append("\"delayTime\": \"\(delayTime)\"") }
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
