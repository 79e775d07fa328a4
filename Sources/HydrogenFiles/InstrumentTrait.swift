/// What an instrument can have that has no meaning in a patch.
enum InstrumentTrait: CaseIterable, Sendable {
  case mixed, filtered, tuned, enveloped, stopping, even, sending, channelled, pedalled
  case excluding, edited, layerMuted

  /// As the reply names it.
  var phrase: String {
    switch self {
    case .mixed: "volumes and pans of instruments, which belong to the kit"
    case .filtered: "filters"
    case .tuned: "pitch shifts of instruments"
    case .enveloped: "envelopes of instruments"
    case .stopping: "instruments whose notes end the one before"
    case .even: "instruments that velocity makes no louder"
    case .sending: "levels of effects"
    case .channelled: "MIDI channels of instruments"
    case .pedalled: "hi-hats by pedal pressure"
    case .excluding: "exclusions of instruments"
    case .edited: "instruments with edited samples"
    case .layerMuted: "mutes and solos of layers"
    }
  }

  /// Those that a kit here has no place for either.
  static let foreignToKits: [InstrumentTrait] = [.sending, .channelled, .pedalled, .excluding]
}

extension InstrumentTrait {
  /// The releases that Hydrogen gives to new instruments, in frames; 2.0 writes one less.
  static let standardReleases = 999.0...1_000.0

  /// Those in which an `<instrument>` differs from a new one.
  static func all(in element: XMLElement) throws(HydrogenError) -> Set<InstrumentTrait> {
    let parts = element.all("instrumentComponent")
    let layers = (parts + [element]).flatMap { $0.all("layer") }
    var traits = try numbers(in: element)
    func add(_ trait: InstrumentTrait, if isThere: Bool) {
      if isThere { traits.insert(trait) }
    }
    add(.filtered, if: element.flag("filterActive") ?? false)
    add(.stopping, if: element.flag("isStopNote") ?? false)
    add(.even, if: element.flag("applyVelocity") == false)
    add(.excluding, if: element["exclude"].map { !$0.children.isEmpty } ?? false)
    add(.edited, if: layers.contains { $0.flag("ismodified") ?? false })
    let mutes = (parts + layers).flatMap { [$0.flag("isMuted"), $0.flag("isSoloed")] }
    add(.layerMuted, if: mutes.contains(true))
    return traits
  }

  /// Those that numbers say.
  private static func numbers(in element: XMLElement) throws(HydrogenError) -> Set<InstrumentTrait>
  {
    func differs(_ standards: [(name: String, value: Double)]) throws(HydrogenError) -> Bool {
      for standard in standards {
        if try element.number(standard.name) ?? standard.value != standard.value { return true }
      }
      return false
    }
    var traits: Set<InstrumentTrait> = []
    let pan = try HydrogenNote.pan(element)
    if try differs([("volume", 1), ("gain", 1)]) || pan != 0 { traits.insert(.mixed) }
    if try differs([("pitchOffset", 0), ("randomPitchFactor", 0)]) { traits.insert(.tuned) }
    let release = try element.number("Release") ?? standardReleases.upperBound
    let isShaped = try differs([("Attack", 0), ("Decay", 0), ("Sustain", 1)])
    if isShaped || !standardReleases.contains(release) { traits.insert(.enveloped) }
    if try differs((1...4).map { ("FX\($0)Level", 0) }) { traits.insert(.sending) }
    if try element.number("midiOutChannel") ?? -1 >= 0 { traits.insert(.channelled) }
    if try element.number("isHihat") ?? -1 >= 0 { traits.insert(.pedalled) }
    return traits
  }
}
