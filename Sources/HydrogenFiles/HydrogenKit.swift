/// A drum kit of Hydrogen as it was written, in any of its three layouts.
struct HydrogenKit: Sendable {
  var name: String
  /// Who may do what with it, often said in the description.
  var rights: HydrogenRights
  var instruments: [Instrument]
  /// What has no meaning here, apart from the instruments.
  var leftOut: [String]
  /// Elements that no known version writes.
  var unknown: [String]

  /// The numbers that a file can have for components; -1 is none.
  fileprivate static let componentIDs = -1...100_000

  /// One drum.
  struct Instrument: Sendable {
    var name: String
    var type: String?
    var midiNote: Int?
    /// The factor for its level: volume and gain together.
    var level: Double
    var pan: Double
    var muteGroup: Int?
    var appliesVelocity: Bool
    /// Whether layers take turns or come by chance, instead of by velocity alone.
    var takesTurns: Bool
    /// In frames at 44.1 kHz; sustain 0 to 1.
    var (attack, decay, sustain) = (0.0, 0.0, 1.0)
    /// Its low-pass filter, where that is on and changes anything.
    var filter: HydrogenFilter?
    var tuning: Double
    /// Whether a new note of it ends the one before.
    var stopsItself: Bool
    var isMuted: Bool
    var isSoloed: Bool
    /// Whether its sounds that end early fade in another time than the standard.
    var hasOwnRelease: Bool
    /// Whether its pitch differs from note to note.
    var hasRandomPitch: Bool
    /// What it has besides, and has no meaning here.
    var traits: Set<InstrumentTrait>
    /// Layers that are muted, or silent because others are soloed.
    var silencedLayers = 0
    /// Lists of layers that sound together; one but for kits with several microphones.
    var components: [[Layer]]
  }

  /// A recording for a range of velocities.
  struct Layer: Sendable {
    var file: String
    /// 0 to 1.
    var velocities: ClosedRange<Double>
    var gain: Double
    /// In semitones.
    var tuning: Double
    /// Whether it was cut, looped or stretched in Hydrogen's editor.
    var isEdited: Bool
  }
}

extension HydrogenKit {
  /// Reads `drumkit.xml`.
  init(xml bytes: [UInt8]) throws(HydrogenError) {
    let root = try XMLElement(xml: bytes)
    guard root.name == "drumkit_info" else {
      throw .root(root.name, expected: "a drum kit of Hydrogen")
    }
    name = root.text("name") ?? ""
    rights = HydrogenRights(root)
    instruments = []
    leftOut = root.text("image") == nil ? [] : ["the picture"]
    unknown = KnownElements.kit.unknown(in: root)
    let volumes = try Self.volumes(root)
    for element in root["instrumentList"]?.all("instrument") ?? [] {
      instruments.append(try Instrument(element, volumes: volumes))
    }
  }

  /// The volumes of components by their number, up to 1.2.
  private static func volumes(_ root: XMLElement) throws(HydrogenError) -> [Int: Double] {
    var volumes: [Int: Double] = [:]
    for element in root["componentList"]?.all("drumkitComponent") ?? [] {
      guard let id = try element.whole("id", in: componentIDs) else { continue }
      volumes[id] = min(max(try element.number("volume") ?? 1, 0), 10)
    }
    return volumes
  }
}

extension HydrogenKit.Instrument {
  fileprivate init(
    _ element: XMLElement, volumes: [Int: Double]
  ) throws(HydrogenError) {
    name = element.text("name") ?? ""
    type = element.text("type")
    midiNote = try element.whole("midiOutNote", in: HydrogenInstrument.midiNotes)
    level =
      min(max(try element.number("volume") ?? 1, 0), 10)
      * min(max(try element.number("gain") ?? 1, 0), 10)
    pan = try HydrogenNote.pan(element)
    let group = try element.whole("muteGroup", in: HydrogenInstrument.muteGroups) ?? -1
    muteGroup = group < 0 ? nil : group
    appliesVelocity = element.flag("applyVelocity") ?? true
    attack = min(max(try element.number("Attack") ?? 0, 0), 1e6)
    decay = min(max(try element.number("Decay") ?? 0, 0), 1e6)
    sustain = min(max(try element.number("Sustain") ?? 1, 0), 1)
    let releases = InstrumentTrait.standardReleases
    hasOwnRelease = !releases.contains(try element.number("Release") ?? releases.upperBound)
    traits = try InstrumentTrait.all(in: element)
    filter = try HydrogenFilter(element)
    stopsItself = element.flag("isStopNote") ?? false
    isMuted = element.flag("isMuted") ?? false
    isSoloed = element.flag("isSoloed") ?? false
    hasRandomPitch = (try element.number("randomPitchFactor") ?? 0) != 0
    tuning = min(max(try element.number("pitchOffset") ?? 0, -48), 48)
    components = []
    let parts = element.all("instrumentComponent")
    let algorithm = ([element] + parts).lazy.compactMap { $0.text("sampleSelectionAlgo") }.first
    takesTurns = ["ROUND_ROBIN", "RANDOM"].contains(algorithm ?? "")
    let heard = parts.sounding
    for part in heard {
      let id = try part.whole("component_id", in: HydrogenKit.componentIDs) ?? 0
      let gain = try part.number("gain") ?? 1
      components.append(try Self.layers(part, gain: gain * (volumes[id] ?? 1)))
    }
    let own = try Self.layers(element, gain: 1)
    if !own.isEmpty { components.append(own) }
    components.removeAll(where: \.isEmpty)
    silencedLayers =
      (parts + [element]).reduce(0) { $0 + $1.all("layer").count }
      - (heard + [element]).reduce(0) { $0 + $1.all("layer").sounding.count }
  }

  /// The layers inside an element; up to 0.9.0 a file name alone.
  private static func layers(
    _ element: XMLElement, gain: Double
  ) throws(HydrogenError) -> [HydrogenKit.Layer] {
    var layers: [HydrogenKit.Layer] = []
    for layer in element.all("layer").sounding {
      guard let file = layer.text("filename") else { continue }
      let low = min(max(try layer.number("min") ?? 0, 0), 1)
      let high = min(max(try layer.number("max") ?? 1, 0), 1)
      layers.append(
        HydrogenKit.Layer(
          file: file, velocities: min(low, high)...max(low, high),
          gain: min(max(try layer.number("gain") ?? 1, 0), 10) * min(max(gain, 0), 10),
          tuning: min(max(try layer.number("pitch") ?? 0, -48), 48),
          isEdited: layer.flag("ismodified") ?? false))
    }
    if layers.isEmpty, let file = element.text("filename") {
      layers.append(
        HydrogenKit.Layer(file: file, velocities: 0...1, gain: gain, tuning: 0, isEdited: false))
    }
    return layers
  }
}

extension [XMLElement] {
  /// The components or layers that sound: from 2.0 on they can be muted, or silent because others are
  /// soloed.
  fileprivate var sounding: [XMLElement] {
    let isAnySoloed = contains { $0.flag("isSoloed") ?? false }
    return filter {
      !($0.flag("isMuted") ?? false) && (!isAnySoloed || $0.flag("isSoloed") ?? false)
    }
  }
}
