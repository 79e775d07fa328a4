import Rhythm

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

  /// The numbers that a file can have for instruments; -1 is none.
  static let ids = -1...100_000
  /// The groups that a file can name; -1 is none.
  static let muteGroups = -1...100_000
  /// The notes that a file can name; -1 is none.
  static let midiNotes = -1...Voice.notes.upperBound
}

extension HydrogenInstrument {
  /// `index` stands in for an id that is missing.
  init(_ element: XMLElement, index: Int) throws(HydrogenError) {
    id = try element.whole("id", in: Self.ids) ?? index
    name = element.text("name") ?? ""
    type = element.text("type")
    midiNote = try element.whole("midiOutNote", in: Self.midiNotes)
    isMuted = element.flag("isMuted") ?? false
    isSoloed = element.flag("isSoloed") ?? false
    let group = try element.whole("muteGroup", in: Self.muteGroups) ?? -1
    muteGroup = group < 0 ? nil : group
    hasSamples =
      element.text("filename") != nil || element["layer"] != nil
      || element.all("instrumentComponent").contains { $0["layer"] != nil }
    traits = try InstrumentTrait.all(in: element)
  }
}
