/// Writes the SoundFont 2.01 file: one instrument per drum, one zone per layer.
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

  /// Adds a drum: an instrument with one zone per layer, on the drum's key.
  mutating func add(_ drum: KitDrum, _ layers: [Recording]) {
    keys.append(drum.key)
    instruments.append(name: drum.name)
    instruments.append(instrumentZones)
    for layer in layers {
      instrumentBags.append(bag(instrumentGenerators))
      addZone(drum, layer)
      instrumentZones += 1
      addSample(layer)
    }
  }

  /// The whole file.
  func bytes() -> [UInt8] {
    RIFF.list("sfbk", as: "RIFF", [information, .list("sdta", [.chunk("smpl", samples)]), hydra])
      .bytes
  }

  private mutating func addZone(_ drum: KitDrum, _ layer: Recording) {
    put(.keyRange, range: drum.key...drum.key, in: &instrumentGenerators)
    put(.velocityRange, range: layer.velocities, in: &instrumentGenerators)
    let pan = Int16((drum.pan * 500).rounded())
    put(.pan, UInt16(bitPattern: pan), in: &instrumentGenerators)
    // 20 s (5186 timecents): a note-off does not cut off a one-shot sound.
    put(.releaseVolumeEnvelope, 5_186, in: &instrumentGenerators)
    if drum.chokeGroup > 0 { put(.exclusiveClass, drum.chokeGroup, in: &instrumentGenerators) }
    put(.overridingRootKey, UInt16(drum.key), in: &instrumentGenerators)
    put(.sampleID, sampleCount, in: &instrumentGenerators)
  }

  private mutating func addSample(_ layer: Recording) {
    let start = UInt32(samples.bytes.count / 2)
    samples.append(layer.samples)
    let end = start + UInt32(layer.samples.count)
    samples.append([Int16](repeating: 0, count: Self.guardSamples))

    sampleHeaders.append(name: layer.name)
    // Loop points are not used but must be inside the sample, eight samples from the ends.
    for position in [start, end, start + 8, end - 8, UInt32(Signal.rate)] {
      sampleHeaders.append(position)
    }
    sampleHeaders.append(layer.drum.key)
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
