/// Writes the SoundFont 2.01 file: one instrument per drum, one zone for each velocity and side.
struct SoundFontFile {
  /// The generators used, numbered as in section 8.1.2 of the specification.
  private enum Generator: UInt16 {
    case pan = 17
    case releaseVolumeEnvelope = 38
    case instrument = 41
    case keyRange = 43
    case velocityRange = 44
    case sampleID = 53
    case exclusiveClass = 57
    case overridingRootKey = 58
  }

  /// Drums are in bank 128. Bank 0 has them too, because FluidSynth's player warns of every channel
  /// whose default preset, 0 of bank 0, is missing.
  private static let banks: [UInt16] = [0, 128]

  /// Zero samples after each recording, for the interpolation.
  private static let guardSamples = 46

  private var samples = RIFF()
  private var sampleHeaders = RIFF()
  private var sampleCount: UInt16 = 0
  /// The key of each drum, in the order of the instruments.
  private var keys: [UInt8] = []
  private var instruments = RIFF()
  private var instrumentBags = RIFF()
  private var instrumentGenerators = RIFF()
  private var instrumentZones: UInt16 = 0

  /// Adds a drum: an instrument on the drum's key whose velocities play its recordings in turn.
  mutating func add(_ drum: KitDrum, _ recordings: [Recording]) {
    keys.append(drum.key)
    instruments.append(name: drum.name)
    instruments.append(instrumentZones)
    for velocities in Self.runs(drum) { addZones(drum, velocities) }
    for recording in recordings { addSample(recording) }
  }

  /// The velocities in runs that play the same recordings.
  private static func runs(_ drum: KitDrum) -> [ClosedRange<UInt8>] {
    var runs: [ClosedRange<UInt8>] = []
    for velocity: UInt8 in 1...127 {
      if let last = runs.last,
        drum.recordings(at: last.lowerBound) == drum.recordings(at: velocity)
      {
        runs[runs.count - 1] = last.lowerBound...velocity
      } else {
        runs.append(velocity...velocity)
      }
    }
    return runs
  }

  /// The whole file.
  func bytes() -> [UInt8] {
    RIFF.list("sfbk", as: "RIFF", [information, .list("sdta", [.chunk("smpl", samples)]), hydra])
      .bytes
  }

  /// One zone for a mono drum, a left and a right one for a stereo drum.
  private mutating func addZones(_ drum: KitDrum, _ velocities: ClosedRange<UInt8>) {
    let recordings = drum.recordings(at: velocities.lowerBound)
    for (recording, side) in zip(recordings, recordings.count > 1 ? [-1.0, 1] : [0]) {
      instrumentBags.append(bag(instrumentGenerators))
      instrumentZones += 1
      let pan = min(max(drum.pan + side * drum.width, -1), 1)
      addZone(drum, velocities, pan: pan, sample: sampleCount + UInt16(recording))
    }
  }

  private mutating func addZone(
    _ drum: KitDrum, _ velocities: ClosedRange<UInt8>, pan: Double, sample: UInt16
  ) {
    put(.keyRange, range: drum.key...drum.key, in: &instrumentGenerators)
    put(.velocityRange, range: velocities, in: &instrumentGenerators)
    let tenths = Int16((pan * 500).rounded())
    put(.pan, UInt16(bitPattern: tenths), in: &instrumentGenerators)
    // 20 s (5186 timecents): a note-off does not cut off a one-shot sound.
    put(.releaseVolumeEnvelope, 5_186, in: &instrumentGenerators)
    if drum.chokeGroup > 0 { put(.exclusiveClass, drum.chokeGroup, in: &instrumentGenerators) }
    put(.overridingRootKey, UInt16(drum.key), in: &instrumentGenerators)
    put(.sampleID, sample, in: &instrumentGenerators)
  }

  private mutating func addSample(_ recording: Recording) {
    let start = UInt32(samples.bytes.count / 2)
    samples.append(recording.samples)
    let end = start + UInt32(recording.samples.count)
    samples.append([Int16](repeating: 0, count: Self.guardSamples))

    sampleHeaders.append(name: recording.name)
    // Loop points are not used but must be inside the sample, eight samples from the ends.
    for position in [start, end, start + 8, end - 8, UInt32(Signal.rate)] {
      sampleHeaders.append(position)
    }
    sampleHeaders.append(recording.drum.key)
    sampleHeaders.append(UInt8(0))
    sampleHeaders.append(UInt16(0))
    sampleHeaders.append(UInt16(1))
    sampleCount += 1
  }

  private var information: RIFF {
    var version = RIFF()
    version.append(UInt16(2))
    version.append(UInt16(1))
    return .list(
      "INFO",
      [
        .chunk("ifil", version),
        .text("isng", "EMU8000"),
        .text("INAM", "Ghostnote Kit"),
        .text("ICRD", "January 1, 2026"),
        .text("IENG", "Ghostnote"),
        .text("ICOP", "Same licence as the Ghostnote project"),
        .text("ICMT", "Synthesised by DrumSynthesis; no recorded material."),
        .text("ISFT", "Ghostnote:Ghostnote"),
      ])
  }

  /// The nine tables of section 7, each ended by its terminal record.
  private var hydra: RIFF {
    var presetBags = RIFF()
    var presetGenerators = RIFF()
    for _ in Self.banks { addPresetZones(&presetBags, &presetGenerators) }
    var presets = RIFF()
    let zones = UInt16(keys.count)
    for (index, bank) in Self.banks.enumerated() {
      presets.append(preset: "Ghostnote Kit", bank: bank, firstZone: UInt16(index) * zones)
    }
    presets.append(preset: "EOP", bank: 0, firstZone: UInt16(Self.banks.count) * zones)
    var lastInstrument = RIFF()
    lastInstrument.append(name: "EOI")
    lastInstrument.append(instrumentZones)
    var lastSample = RIFF()
    lastSample.append(name: "EOS")
    let tables: [(String, RIFF, RIFF)] = [
      ("phdr", presets, RIFF()),
      ("pbag", presetBags, bag(presetGenerators)),
      ("pmod", RIFF(), .zeros(10)),
      ("pgen", presetGenerators, .zeros(4)),
      ("inst", instruments, lastInstrument),
      ("ibag", instrumentBags, bag(instrumentGenerators)),
      ("imod", RIFF(), .zeros(10)),
      ("igen", instrumentGenerators, .zeros(4)),
      ("shdr", sampleHeaders, lastSample.padded(to: 46)),
    ]
    return .list("pdta", tables.map { name, table, end in .chunk(name, table.followed(by: end)) })
  }

  /// A preset's zone for the key of every drum.
  private func addPresetZones(_ bags: inout RIFF, _ generators: inout RIFF) {
    for (instrument, key) in keys.enumerated() {
      bags.append(bag(generators))
      put(.keyRange, range: key...key, in: &generators)
      put(.instrument, UInt16(instrument), in: &generators)
    }
  }

  /// A zone that starts at the table's next generator and has no modulators.
  private func bag(_ generators: RIFF) -> RIFF {
    var bag = RIFF()
    bag.append(UInt16(generators.bytes.count / 4))
    bag.append(UInt16(0))
    return bag
  }

  private func put(_ generator: Generator, _ amount: UInt16, in table: inout RIFF) {
    table.append(generator.rawValue)
    table.append(amount)
  }

  private func put(_ generator: Generator, range: ClosedRange<UInt8>, in table: inout RIFF) {
    put(generator, UInt16(range.upperBound) << 8 | UInt16(range.lowerBound), in: &table)
  }
}

extension RIFF {
  /// A record of the preset header table (section 7.2).
  fileprivate mutating func append(preset name: String, bank: UInt16, firstZone: UInt16) {
    append(name: name)
    for value in [0, bank, firstZone] { append(value) }
    for _ in 0..<3 { append(UInt32(0)) }
  }
}
