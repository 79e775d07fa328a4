/// A drum kit of Hydrogen as it was written, in any of its three layouts.
struct HydrogenKit: Sendable {
  var name: String
  var author: String
  /// Who may do what with it; empty where the file does not say.
  var license: String
  /// What its author says of it, often the licence too; empty where there is nothing.
  var info: String
  var instruments: [Instrument]

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
    /// Lists of layers that sound together; one but for kits with several microphones.
    var components: [[Layer]]
  }

  /// The release that Hydrogen gives to new instruments, in frames.
  static let standardRelease = 1_000.0

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
    author = root.text("author") ?? ""
    license = root.text("license") ?? ""
    info = RichText.plain(root.text("info") ?? "")
    instruments = []
    for element in root["instrumentList"]?.all("instrument") ?? [] {
      instruments.append(try Instrument(element))
    }
  }
}

extension HydrogenKit.Instrument {
  fileprivate init(_ element: XMLElement) throws(HydrogenError) {
    name = element.text("name") ?? ""
    type = element.text("type")
    midiNote = try element.whole("midiOutNote", in: HydrogenInstrument.midiNotes)
    level =
      min(max(try element.number("volume") ?? 1, 0), 10)
      * min(max(try element.number("gain") ?? 1, 0), 10)
    pan = try HydrogenNote.pan(element)
    let group = try element.whole("muteGroup", in: -1...100_000) ?? -1
    muteGroup = group < 0 ? nil : group
    appliesVelocity = element.flag("applyVelocity") ?? true
    attack = min(max(try element.number("Attack") ?? 0, 0), 1e6)
    decay = min(max(try element.number("Decay") ?? 0, 0), 1e6)
    sustain = min(max(try element.number("Sustain") ?? 1, 0), 1)
    hasOwnRelease =
      (try element.number("Release") ?? HydrogenKit.standardRelease) != HydrogenKit.standardRelease
    filter = try HydrogenFilter(element)
    stopsItself = element.flag("isStopNote") ?? false
    isMuted = element.flag("isMuted") ?? false
    isSoloed = element.flag("isSoloed") ?? false
    hasRandomPitch = (try element.number("randomPitchFactor") ?? 0) != 0
    tuning = min(max(try element.number("pitchOffset") ?? 0, -48), 48)
    var algorithm = element.text("sampleSelectionAlgo")
    components = []
    for part in element.all("instrumentComponent") {
      algorithm = algorithm ?? part.text("sampleSelectionAlgo")
      components.append(try Self.layers(part, gain: part.number("gain") ?? 1))
    }
    let own = try Self.layers(element, gain: 1)
    if !own.isEmpty { components.append(own) }
    takesTurns = ["ROUND_ROBIN", "RANDOM"].contains(algorithm ?? "")
    components.removeAll(where: \.isEmpty)
  }

  /// The layers inside an element; up to 0.9.0 a file name alone.
  private static func layers(
    _ element: XMLElement, gain: Double
  ) throws(HydrogenError) -> [HydrogenKit.Layer] {
    var layers: [HydrogenKit.Layer] = []
    for layer in element.all("layer") {
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
