import Rhythm

extension DrummerSettings {
  /// The settings that differ from the defaults, as a patch writes them.
  var json: String {
    let usual = DrummerSettings()
    var members: [String] = []
    if isOn { members.append("\"on\": true") }
    if !style.isEmpty { members.append("\"style\": \(JSONWriter.string(style))") }
    if let blend { members.append("\"blend\": \(blend.json)") }
    members += Self.knobs.compactMap { field in
      field.member(of: self) { JSONWriter.number($0) }
    }
    if let drums {
      let names = Drum.all.filter { drums.contains($0) }.map { "\"\($0.name)\"" }
      members.append("\"drums\": [\(names.joined(separator: ", "))]")
    }
    if feel != usual.feel { members.append("\"feel\": \"\(feel.rawValue)\"") }
    return JSONLayout.group(members, indent: 2)
  }
}

extension StyleBlend {
  fileprivate var json: String {
    "{\"style\": \(JSONWriter.string(style)), \"amount\": \(JSONWriter.number(amount))}"
  }
}
