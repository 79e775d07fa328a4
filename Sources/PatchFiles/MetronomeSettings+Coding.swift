import Rhythm

extension MetronomeSettings {
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["sounding", "level", "output", "accent", "beat", "countIn"])
    self.init()
    if let written = group["sounding"] {
      sounding = try written.word(Sounding.allCases.map { ($0.rawValue, $0) })
    }
    level = Float(try group.number(.metronomeLevel))
    if let written = group["output"] {
      output = try written.word(Output.allCases.map { ($0.rawValue, $0) })
    }
    if let written = group["accent"] { accent = try written.voice() }
    if let written = group["beat"] { beat = try written.voice() }
    countInBars = Int(try group.number(.countIn))
  }

  /// The settings that differ from the defaults, as a patch writes them, on one line.
  var json: String {
    let usual = MetronomeSettings()
    var members: [String] = []
    if sounding != usual.sounding { members.append("\"sounding\": \"\(sounding.rawValue)\"") }
    if level != usual.level { members.append("\"level\": \(JSONWriter.number(level))") }
    if output != usual.output { members.append("\"output\": \"\(output.rawValue)\"") }
    if accent != usual.accent { members.append("\"accent\": \"\(accent)\"") }
    if beat != usual.beat { members.append("\"beat\": \"\(beat)\"") }
    if countInBars != usual.countInBars { members.append("\"countIn\": \(countInBars)") }
    return "{\(members.joined(separator: ", "))}"
  }
}
