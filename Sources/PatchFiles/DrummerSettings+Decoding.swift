import Rhythm

extension DrummerSettings {
  init(_ node: PatchNode) throws(PatchError) {
    let keys: [String] = Self.knobs.map(\.knob.key)
    let group = try node.group(keys + ["on", "style", "blend", "drums", "feel"])
    self.init()
    try group.read(Self.knobs, into: &self)
    isOn = try group.bool("on", otherwise: false)
    style = try group["style"]?.string() ?? ""
    if let written = group["blend"] { blend = try StyleBlend(written) }
    if let written = group["drums"] { drums = try DrumSet(written) }
    if let written = group["feel"] {
      feel = try written.word(TempoFeel.allCases.map { ($0.rawValue, $0) })
    }
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
