import Glibc

/// The tables of instruments and their zones.
struct ZoneTables {
  private(set) var instruments = RIFF()
  private(set) var bags = RIFF()
  private(set) var generators = RIFF()
  private(set) var modulators = RIFF()

  init(_ fonts: [SoundFont.Instrument]) {
    for instrument in fonts {
      instruments.append(name: instrument.name)
      instruments.append(UInt16(truncatingIfNeeded: bags.bytes.count / 4))
      for zone in instrument.zones {
        appendBag()
        append(zone, key: instrument.key)
      }
    }
    instruments.append(name: "EOI")
    instruments.append(UInt16(truncatingIfNeeded: bags.bytes.count / 4))
    appendBag()
  }

  /// How many records there are, for the check of limits.
  var counts: [(String, Int)] {
    [
      ("zones", bags.bytes.count / 4), ("generators", generators.bytes.count / 4),
      ("modulators", modulators.bytes.count / 10),
    ]
  }

  /// A zone that starts at the tables' next generator and modulator.
  private mutating func appendBag() {
    bags.append(
      bag: UInt16(truncatingIfNeeded: generators.bytes.count / 4),
      UInt16(truncatingIfNeeded: modulators.bytes.count / 10))
  }

  private mutating func append(_ zone: SoundFont.Zone, key: UInt8) {
    generators.put(.keyRange, range: key...key)
    generators.put(.velocityRange, range: zone.velocities)
    generators.put(.pan, signed: (min(max(zone.pan, -1), 1) * 500).rounded())
    if zone.attack > 0 { generators.put(.attackVolumeEnvelope, signed: timecents(zone.attack)) }
    if let decay = zone.decay {
      generators.put(.decayVolumeEnvelope, signed: timecents(decay.seconds))
      generators.put(.sustainVolumeEnvelope, signed: min(max(decay.to * 10, 0), 1_440).rounded())
    }
    generators.put(.releaseVolumeEnvelope, signed: timecents(zone.release))
    if zone.tuning != 0 {
      let coarse = zone.tuning.rounded()
      generators.put(.coarseTune, signed: min(max(coarse, -120), 120))
      generators.put(.fineTune, signed: ((zone.tuning - coarse) * 100).rounded())
    }
    if zone.loops { generators.put(.sampleModes, 1) }
    if zone.exclusiveClass > 0 { generators.put(.exclusiveClass, zone.exclusiveClass) }
    generators.put(.overridingRootKey, UInt16(key))
    generators.put(.sampleID, UInt16(zone.sample))
    if let law = zone.velocityLaw { append(law) }
  }

  /// A modulator in place of the standard one from velocity to attenuation, whose amount is 960 cB and
  /// gives amplitude in proportion to the square of velocity (section 8.4.1).
  private mutating func append(_ law: SoundFont.Zone.VelocityLaw) {
    let velocityConcaveNegative: UInt16 = 0x0502
    modulators.append(velocityConcaveNegative)
    modulators.append(Generator.initialAttenuation.rawValue)
    modulators.append(law == .linear ? UInt16(480) : 0)
    modulators.append(UInt16(0))
    modulators.append(UInt16(0))
  }

  /// 1200 a doubling of a second, from 1 ms to 100 s.
  private func timecents(_ seconds: Double) -> Double {
    (1_200 * log2(min(max(seconds, 0.001), 100))).rounded()
  }
}

/// The generators used, numbered as in section 8.1.2 of the specification.
enum Generator: UInt16 {
  case pan = 17
  case attackVolumeEnvelope = 34
  case decayVolumeEnvelope = 36
  case sustainVolumeEnvelope = 37
  case releaseVolumeEnvelope = 38
  case instrument = 41
  case keyRange = 43
  case velocityRange = 44
  case initialAttenuation = 48
  case coarseTune = 51
  case fineTune = 52
  case sampleID = 53
  case sampleModes = 54
  case exclusiveClass = 57
  case overridingRootKey = 58
}

extension RIFF {
  mutating func append(bag generators: UInt16, _ modulators: UInt16) {
    append(generators)
    append(modulators)
  }

  mutating func put(_ generator: Generator, _ amount: UInt16) {
    append(generator.rawValue)
    append(amount)
  }

  mutating func put(_ generator: Generator, signed amount: Double) {
    put(generator, UInt16(bitPattern: Int16(amount)))
  }

  mutating func put(_ generator: Generator, range: ClosedRange<UInt8>) {
    put(generator, UInt16(range.upperBound) << 8 | UInt16(range.lowerBound))
  }
}
