/// What a song says of an instrument of its kit.
struct HydrogenInstrument: Sendable {
  /// The number by which notes refer to it.
  var id: Int
  /// As displayed.
  var name: String
  /// What it is, from 2.0 on.
  var type: String?
  /// The MIDI note it sends, where the file says so.
  var midiNote: Int?
  /// Whether it has any sample.
  var hasSamples: Bool
  var isMuted: Bool
  var isSoloed: Bool
  /// Instruments in one group cut each other off.
  var muteGroup: Int?
  /// What it has besides, and has no meaning here.
  var traits: Set<InstrumentTrait>
}

extension HydrogenInstrument {
  /// `index` stands in for an id that is missing.
  init(_ element: XMLElement, index: Int) throws(HydrogenError) {
    id = try element.whole("id", in: -1...100_000) ?? index
    name = element.text("name") ?? ""
    type = element.text("type")
    midiNote = try element.whole("midiOutNote", in: -1...127)
    isMuted = element.flag("isMuted") ?? false
    isSoloed = element.flag("isSoloed") ?? false
    let group = try element.whole("muteGroup", in: -1...100_000) ?? -1
    muteGroup = group < 0 ? nil : group
    hasSamples =
      element.text("filename") != nil || element["layer"] != nil
      || element.all("instrumentComponent").contains { $0["layer"] != nil }
    traits = try InstrumentTrait.all(in: element)
  }
}
