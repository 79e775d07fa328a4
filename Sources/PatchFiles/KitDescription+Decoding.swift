import MusicalTime
import Rhythm

extension KitDescription {
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group([
      "soundFont", "bank", "program", "keyMap", "level", "effects", "drums",
    ])
    self.init()
    if let written = group["soundFont"], written.value != .null {
      soundFont = try written.string()
    }
    bank = UInt16(try group.number(.bank))
    program = UInt8(try group.number(.program))
    if let written = group["keyMap"] {
      guard let map = KeyMap(try written.string()) else {
        throw written.wrongType("gm, avl, or drums and keys as in \"kick2=36 tom1=47\"")
      }
      keyMap = map
    }
    level = Float(try group.number(.masterLevel))
    if let written = group["effects"] { effects = try KitEffects(written) }
    guard let drums = try group["drums"]?.group() else { return }
    var seen = DrumSet()
    for member in drums.members {
      // The key itself must be a drum.
      let drum = try node.child("drums", .string(member.key)).drum()
      guard !seen.contains(drum) else {
        throw node.error(.drumTwice(drum))
      }
      seen.insert(drum)
      try self[drum].update(from: node.child(member.key, member.value))
    }
  }
}

extension DrumSettings {
  fileprivate mutating func update(from node: PatchNode) throws(PatchError) {
    let keys: [String] = DrumSound.knobs.map(\.knob.key)
    let group = try node.group(keys + ["filter", "choke", "velocityCurve", "sound"])
    try group.read(DrumSound.knobs, into: &sound)
    if let written = group["filter"] {
      sound.filter = try written.word(DrumFilterKind.allCases.map { ($0.name, $0) })
    }
    if let written = group["choke"] {
      chokeGroup = written.value == .null ? nil : try written.string()
    }
    if let written = group["sound"], written.value != .null {
      guard let found = DrumSource(try written.string()) else {
        throw written.wrongType("a SoundFont as in \"Other.sf2:128:0:38\"")
      }
      source = found
    }
    if let written = group["velocityCurve"] { velocityCurve = try VelocityCurve(written) }
  }
}

extension KitEffects {
  fileprivate init(_ node: PatchNode) throws(PatchError) {
    let keys: [String] = Self.knobs.map(\.knob.key)
    let group = try node.group(keys + ["delayTime"])
    self.init()
    try group.read(Self.knobs, into: &self)
    guard let written = group["delayTime"] else { return }
    guard let time = DelayTime(try written.string()) else {
      let beats = DelayTime.range.words(unit: "beats")
      throw written.wrongType("a note value as in \"1/8.\", or \(beats) as in \"3:4\"")
    }
    delayTime = time
  }
}

extension VelocityCurve {
  fileprivate init(_ node: PatchNode) throws(PatchError) {
    switch node.value {
    case .string: self = try node.word([("linear", .linear), ("soft", .soft), ("hard", .hard)])
    case .object:
      let velocity = try node.group(["fixed"]).required("fixed").number(.velocity)
      self = .fixed(Velocity(clamping: Int(velocity)))
    case .array(let elements):
      let values = elements.compactMap { element -> Int? in
        if case .number(let number) = element { Int(exactly: number) } else { nil }
      }
      guard values.count == elements.count, let table = VelocityTable(exactly: values)
      else { throw node.error(.velocityTable) }
      self = .table(table)
    default:
      throw node.wrongType(
        "linear, soft, hard, {\"fixed\": 100} or a list of \(VelocityTable.count) numbers")
    }
  }
}
