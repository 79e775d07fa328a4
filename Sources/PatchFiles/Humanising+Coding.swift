import Rhythm

extension Humanising {
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["style", "amount"])
    self.init(
      style: try group["style"]?.string() ?? "", amount: try group.number(.humanising))
  }

  /// As a patch writes it, on one line.
  var json: String {
    let named = style.isEmpty ? "" : "\"style\": \(JSONWriter.string(style)), "
    return "{\(named)\"amount\": \(JSONWriter.number(amount))}"
  }
}
