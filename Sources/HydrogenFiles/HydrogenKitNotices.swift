/// What is different from a kit of Hydrogen.
struct HydrogenKitNotices {
  /// Files that cannot be read, each with the reason.
  var missing: [String] = []
  /// Instruments without samples.
  var silent = 0
  /// Instruments for which no note is free.
  var noteless = 0
  /// Layers of silence.
  var silentLayers = 0
  /// Layers that no velocity chooses.
  var unchosenLayers = 0
  /// Layers that the kit has muted, or silent because others are soloed.
  var silencedLayers = 0
  /// Instruments whose layers take turns.
  var turns = 0
  /// Drums that the kit has muted.
  var muted = 0
  /// Layers that were cut, looped or stretched in Hydrogen.
  var edited = 0
  /// Layers at a rate for which the filter is not known.
  var unfiltered = 0
  /// Drums with a release of their own.
  var releases = 0
  /// Drums whose pitch differs from note to note.
  var randomPitches = 0
  /// Drums that the kit has soloed.
  var soloed = 0
  /// Drums that are to end their own notes and cannot.
  var unstopped = 0
  /// What else drums have that a kit here has not.
  private var traits: [InstrumentTrait: Int] = [:]
  /// What the kit itself has that has no meaning here.
  var leftOut: [String] = []
  /// Elements that no known version writes.
  var unknown: [String] = []

  /// Counts what a drum has that a kit here has not.
  mutating func add(_ instrument: HydrogenKit.Instrument) {
    turns += instrument.takesTurns ? 1 : 0
    muted += instrument.isMuted ? 1 : 0
    releases += instrument.hasOwnRelease ? 1 : 0
    randomPitches += instrument.hasRandomPitch ? 1 : 0
    soloed += instrument.isSoloed ? 1 : 0
    for trait in instrument.traits { traits[trait, default: 0] += 1 }
  }

  /// Each as a phrase.
  var phrases: [String] {
    var phrases: [String] = []
    func add(_ count: Int, _ phrase: String) {
      if count > 0 { phrases.append("\(phrase): \(count)") }
    }
    if !missing.isEmpty {
      let first = missing.prefix(3).joined(separator: ", ")
      phrases.append("samples that cannot be read, left out: \(missing.count) (\(first))")
    }
    add(silentLayers, "layers of silence, left out")
    add(silent, "instruments without samples, left out")
    add(noteless, "instruments for which no note is free, left out")
    add(unchosenLayers, "layers that no velocity chooses, left out")
    add(silencedLayers, "layers that the kit has muted, left out")
    add(turns, "layers by turns or chance as turns from velocity to velocity")
    add(muted, "instruments that the kit has muted, which sound here")
    if !left.isEmpty { phrases.append("left out: " + left.joined(separator: ", ")) }
    return phrases + KnownElements.notices(ofUnknown: unknown)
  }

  /// What has no meaning here.
  private var left: [String] {
    var counts = [
      (unfiltered, "filters of samples at rates other than \(HydrogenFilter.ratesInWords)"),
      (edited, "edits of samples"), (releases, "releases of sounds that end early"),
      (randomPitches, "random pitches"), (soloed, "solos"),
      (unstopped, "ends of a drum's own notes, for which no class is left"),
    ]
    counts += InstrumentTrait.foreignToKits.map { (traits[$0] ?? 0, $0.phrase) }
    return counts.filter { $0.0 > 0 }.map { "\($0.1) (\($0.0))" } + leftOut
  }
}
