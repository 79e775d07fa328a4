import Rhythm

extension DrummerSettings {
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group([
      "on", "style", "blend", "density", "loudness", "wildness", "fillEvery", "drums", "feel",
      "seed", "listen", "answer",
    ])
    self.init()
    isOn = try group.bool("on", otherwise: false)
    style = try group["style"]?.string() ?? ""
    if let written = group["blend"] { blend = try StyleBlend(written) }
    density = try group.number(.density)
    loudness = try group.number(.loudness)
    wildness = try group.number(.wildness)
    fillEvery = Int(try group.number(.fillEvery))
    if let written = group["drums"] { drums = try DrumSet(written) }
    if let written = group["feel"] {
      feel = try written.word(TempoFeel.allCases.map { ($0.rawValue, $0) })
    }
    seed = UInt64(try group.number(.seed))
    listening = try group.number(.listening)
    answerBars = Int(try group.number(.answerBars))
  }
}

extension StyleBlend {
  fileprivate init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["style", "amount"])
    self.init(
      style: try group.required("style").string(), amount: try group.number(.blend))
  }
}

extension DrumSet {
  fileprivate init(_ node: PatchNode) throws(PatchError) {
    self.init()
    for (index, value) in try node.list().enumerated() {
      let drum = try node.child("drum \(index + 1)", value).drum()
      guard !contains(drum) else { throw node.error(.drumTwice(drum)) }
      insert(drum)
    }
  }
}
