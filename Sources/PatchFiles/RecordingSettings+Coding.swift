import Rhythm

extension RecordingSettings {
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["mode", "quantise"])
    self.init(
      mode: try group["mode"]?.word(Mode.allCases.map { ($0.rawValue, $0) }) ?? .overdub,
      quantising: try group.number(.quantising))
  }

  /// As a patch writes it, on one line.
  var json: String {
    "{\"mode\": \"\(mode.rawValue)\", \"quantise\": \(JSONWriter.number(quantising))}"
  }
}
