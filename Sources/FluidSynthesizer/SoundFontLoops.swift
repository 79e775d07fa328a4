internal import Foundation

/// Finds loops that would hold FluidSynth up: to play a loop it goes back by one lap at a time, so a short
/// loop that is played millions of times too high, as in a damaged file, takes seconds for a block.
///
/// Generators, modulators and sample headers as in sections 7 and 8 of the SoundFont 2.04 specification; the
/// pitch as FluidSynth 2.3 computes it.
struct SoundFontLoops {
  /// What a zone says about pitch and loops; nil or 0 where it says nothing.
  struct Zone {
    /// The generators that count, by number.
    var generators: [Int: Int] = [:]
    /// What modulators add to the pitch at most, in cents.
    var modulation = 0.0
    /// What modulators add to the cents a key at most.
    var scaleModulation = 0.0
    /// The instrument or the sample that it plays.
    var plays: Int?

    /// A value of this zone, or of the first zone, which is for all.
    func value(_ number: Generator, or shared: Zone?) -> Int? {
      generators[number.rawValue] ?? shared?.generators[number.rawValue]
    }
  }

  /// The generators that change pitch or loop.
  enum Generator: Int, CaseIterable {
    case loopStart = 2
    case loopEnd = 3
    case modulationLFO = 5
    case vibratoLFO = 6
    case modulationEnvelope = 7
    case loopStartCoarse = 45
    case keyRange = 43
    case key = 46
    case loopEndCoarse = 50
    case coarseTune = 51
    case fineTune = 52
    case sampleModes = 54
    case scaleTuning = 56
    case rootKey = 58
    /// FluidSynth's own, which a modulator may name.
    case pitch = 59
  }

  /// A sample's header, of 46 bytes.
  struct Sample {
    let frames: Int
    let loopFrames: Int
    let hertz: Double
    let root: Int
    let correction: Int
  }

  /// The most laps a frame, at the lowest rate that FluidSynth renders; of the SoundFonts that Debian has,
  /// OPL-3 FM comes highest, with 144.
  static let mostLaps = 4_096.0
  /// FluidSynth's shortest loop, in frames.
  private static let leastLoop = 2
  /// Steps before the file is taken for damaged: a font with all of General MIDI takes some 100,000.
  private static let mostSteps = 1 << 22

  let presets: SoundFontZones.Table
  let instruments: SoundFontZones.Table
  let samples: [UInt8]
  private var steps = 0
  private var known: [Int: [(zone: Zone, shared: Zone?)]] = [:]

  init(
    presets: SoundFontZones.Table, instruments: SoundFontZones.Table, samples: [UInt8]
  ) {
    self.presets = presets
    self.instruments = instruments
    self.samples = samples
  }

  /// The most laps a frame that any sound of any preset makes of its loop; infinite where the tables refer
  /// to each other without end.
  mutating func laps() -> Double {
    var most = 0.0
    for preset in 0..<max(0, presets.count - 1) {
      for (zone, shared) in zones(of: preset, in: presets) {
        guard let instrument = zone.plays else { continue }
        if known[instrument] == nil { known[instrument] = zones(of: instrument, in: instruments) }
        for sound in known[instrument] ?? [] {
          steps += 1
          guard steps < Self.mostSteps else { return .infinity }
          most = max(most, laps(of: sound.zone, sound.shared, in: zone, shared))
        }
      }
    }
    return steps < Self.mostSteps ? most : .infinity
  }

  /// The zones of an owner that play something, each with the one for all.
  private mutating func zones(
    of owner: Int, in table: SoundFontZones.Table
  ) -> [(zone: Zone, shared: Zone?)] {
    var shared: Zone?
    var found: [(zone: Zone, shared: Zone?)] = []
    let numbers = table.zoneNumbers(of: owner)
    for number in numbers {
      let zone = zone(number, in: table)
      if zone.plays != nil {
        found.append((zone, shared))
      } else if number == numbers.lowerBound {
        shared = zone
      }
      guard steps < Self.mostSteps else { break }
    }
    return found
  }

  private mutating func zone(_ number: Int, in table: SoundFontZones.Table) -> Zone {
    var zone = Zone()
    for (kind, amount) in table.generators(ofZone: number) {
      steps += 1
      if kind == table.player { zone.plays = amount & 0xFFFF }
      if Generator(rawValue: kind) != nil { zone.generators[kind] = amount }
      if zone.plays != nil || steps >= Self.mostSteps { break }
    }
    for (target, amount) in table.modulators(ofZone: number) {
      steps += 1
      zone.modulate(target, by: Double(abs(amount)))
      guard steps < Self.mostSteps else { break }
    }
    return zone
  }
}

extension SoundFontLoops.Zone {
  fileprivate mutating func modulate(_ target: Int, by amount: Double) {
    switch SoundFontLoops.Generator(rawValue: target) {
    case .modulationLFO, .vibratoLFO, .modulationEnvelope, .fineTune, .pitch: modulation += amount
    case .coarseTune: modulation += 100 * amount
    case .scaleTuning: scaleModulation += amount
    case .loopStart, .loopEnd, .loopStartCoarse, .loopEndCoarse:
      generators[target] = generators[target] ?? 1
    default: break
    }
  }
}

extension SoundFontLoops {
  /// The laps a frame of a sound of an instrument, with what its preset adds.
  private func laps(
    of zone: Zone, _ shared: Zone?, in preset: Zone, _ presetShared: Zone?
  ) -> Double {
    let modes = zone.value(.sampleModes, or: shared) ?? 0
    guard modes != 0, modes != 2, let sample = sample(zone.plays ?? 0) else { return 0 }
    let moved: [Generator] = [.loopStart, .loopEnd, .loopStartCoarse, .loopEndCoarse]
    let isMoved = moved.contains { zone.value($0, or: shared) ?? 0 != 0 }
    let loop = isMoved ? Self.leastLoop : max(Self.leastLoop, min(sample.loopFrames, sample.frames))

    func added(_ number: Generator) -> Double {
      Double((zone.value(number, or: shared) ?? 0) + (preset.value(number, or: presetShared) ?? 0))
    }
    func modulated(_ path: KeyPath<Zone, Double>) -> Double {
      [zone, shared, preset, presetShared].reduce(0) { $0 + ($1?[keyPath: path] ?? 0) }
    }
    let root = zone.value(.rootKey, or: shared).flatMap { $0 >= 0 ? $0 : nil } ?? sample.root
    let rootCents = Double(100 * root - sample.correction)
    let ownScale = Double(zone.value(.scaleTuning, or: shared) ?? 100)
    let scale = ownScale + Double(preset.value(.scaleTuning, or: presetShared) ?? 0)
    let play = modulated(\.scaleModulation)
    let highest = keys(zone, shared, preset, presetShared).flatMap { key in
      [scale - play, scale + play].map { $0 * (Double(key) - rootCents / 100) }
    }.max()
    guard let highest else { return 0 }
    let moves = [.modulationLFO, .vibratoLFO, .modulationEnvelope].reduce(0) { $0 + abs(added($1)) }
    let cents =
      highest + rootCents + 100 * added(.coarseTune) + added(.fineTune) + moves
      + modulated(\.modulation) - min(max(rootCents, 1_500), 13_500)
    return exp2(cents / 1_200) * sample.hertz / Double(Kit.rates.lowerBound) / Double(loop)
  }

  /// The lowest and the highest key that a sound is played with, or the one that it says.
  private func keys(
    _ zone: Zone, _ shared: Zone?, _ preset: Zone, _ presetShared: Zone?
  ) -> [Int] {
    if let key = zone.value(.key, or: shared), key >= 0 { return [key] }
    let range = { (zone: Zone, shared: Zone?) in
      let both = zone.value(.keyRange, or: shared) ?? 127 << 8
      return (low: both & 255, high: both >> 8 & 255)
    }
    let (own, outer) = (range(zone, shared), range(preset, presetShared))
    let (low, high) = (max(own.low, outer.low), min(own.high, outer.high, 127))
    return low <= high ? [low, high] : []
  }

  private func sample(_ number: Int) -> Sample? {
    let place = 46 * number
    guard place + 46 <= samples.count else { return nil }
    func long(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(samples[place + offset + $1]) << (8 * $1) }
    }
    let root = Int(samples[place + 40])
    return Sample(
      frames: abs(long(24) - long(20)), loopFrames: abs(long(32) - long(28)),
      hertz: Double(long(36)), root: root > 127 ? 60 : root,
      correction: Int(Int8(bitPattern: samples[place + 41])))
  }
}
