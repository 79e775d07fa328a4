import Files
import Foundation
import MusicalTime
import Rhythm
public import SampleKits
import SoundFonts

/// A drum kit of Hydrogen as a SoundFont.
public struct HydrogenKitImport: Sendable {
  /// The drums with their recordings.
  public private(set) var kit: SampledKit
  /// The name of the kit.
  public let name: String
  /// Who made it and under which licence, as the kit says.
  public let rights: String
  /// One line for each drum.
  public private(set) var rows: [String] = []
  /// What is different from the kit, each as a phrase.
  public private(set) var notices: [String] = []
  /// The number of layers that were kept.
  public private(set) var layerCount = 0
  /// Control lines that choke as the kit's mute groups do.
  public private(set) var chokes: [String] = []

  /// Layers of silence, which some kits have as placeholders; left out.
  public var silentLayerCount: Int { counts.silentLayers }
  /// Layers that no velocity chooses, because others come first; left out.
  public var unchosenLayerCount: Int { counts.unchosenLayers }

  private var counts = HydrogenKitNotices()
  /// Recordings by the name of their file, which several layers may have.
  private var known: [String: (sound: SampledSound, isSilent: Bool)] = [:]
  /// What the layers so far take in a SoundFont.
  private var sampleBytes = 0
  private let files: @Sendable (String) throws(SampleKitError) -> [UInt8]

  /// Reads a `.h2drumkit` archive, or a folder with a `drumkit.xml`.
  public init(at path: String) throws(HydrogenFileError) {
    let source = try HydrogenKitSource(path)
    let kit: HydrogenKit
    do throws(HydrogenError) { kit = try HydrogenKit(xml: source.description) } catch {
      throw HydrogenFileError("\(path): drumkit.xml: \(error)")
    }
    files = source.bytes
    name = kit.name.isEmpty ? HydrogenFile.name(of: path) : kit.name
    let author = kit.rights.author.isEmpty ? "an unknown author" : kit.rights.author
    rights = "by \(author); licence: \(Self.licence(of: kit))"
    self.kit = SampledKit(Self.information(of: kit, name: name))
    counts.leftOut = kit.leftOut
    counts.unknown = kit.unknown
    read(kit)
    guard sampleBytes <= SoundFont.largestSamples else {
      throw HydrogenFileError(
        "\(path): its layers have more than \(SoundFont.largestSamples >> 20) MiB of samples: use fewer "
          + "or shorter ones")
    }
    known = [:]
    guard !self.kit.drums.isEmpty else {
      throw HydrogenFileError(
        "\(path): none of its samples can be read: \(counts.missing.first ?? "it has none")")
    }
    notices = counts.phrases
  }

  /// The licence, or what the kit's description says in its place.
  private static func licence(of kit: HydrogenKit) -> String {
    guard kit.rights.license.isEmpty else { return kit.rights.license }
    let info = HydrogenRights.line(kit.rights.info)
    return info.isEmpty ? "not said" : "not said but in its description, “\(info)”"
  }

  private static func information(of kit: HydrogenKit, name: String) -> SoundFont.Information {
    var information = SoundFont.Information(name: name)
    let rights = kit.rights
    information.author = rights.author.isEmpty ? "unknown" : rights.author
    let unsaid =
      "The kit does not say its licence" + (rights.info.isEmpty ? "" : "; see the comment")
    information.copyright = rights.license.isEmpty ? unsaid : rights.license
    information.comment = "Hydrogen's drum kit \(name), converted by Ghostnote."
    if !rights.tags.isEmpty {
      information.comment? += "\n\nIts tags: \(rights.tags.joined(separator: ", "))"
    }
    if !rights.info.isEmpty { information.comment? += "\n\nIts description:\n\(rights.info)" }
    return information
  }

  private mutating func read(_ source: HydrogenKit) {
    let playable = source.instruments.filter { !$0.components.isEmpty }
    counts.silent = source.instruments.count - playable.count
    counts.silencedLayers = source.instruments.reduce(0) { $0 + $1.silencedLayers }
    let assignment = DrumAssignment(
      playable.map {
        DrumAssignment.Candidate(name: $0.name, type: $0.type, midiNote: $0.midiNote)
      })
    var members: [HydrogenChoking.Member] = []
    counts.noteless = assignment.sources.count { $0 == .unassigned }
    for (index, instrument) in playable.enumerated() where assignment.sources[index] != .unassigned
    {
      let key = assignment.notes[index]
      guard let drum = drum(instrument, key: key) else { continue }
      members.append(
        HydrogenChoking.Member(
          key: key, group: instrument.muteGroup, stopsItself: instrument.stopsItself))
      rows.append(row(instrument, drum, assignment.sources[index]))
      kit.drums.append(drum)
    }
    let choking = HydrogenChoking(members)
    for (index, number) in choking.classes.enumerated() {
      kit.drums[index].zone.exclusiveClass = number
    }
    chokes = choking.lines
    counts.unstopped = choking.unstoppedCount
    kit.drums.sort { $0.key < $1.key }
  }

  private func row(
    _ instrument: HydrogenKit.Instrument, _ drum: SampledDrum, _ source: DrumAssignment.Source
  ) -> String {
    let voice = Drum(note: drum.key)?.name ?? "note \(drum.key)"
    let how =
      switch source {
      case .midiNote, .name: ""
      case .position: " (by its place)"
      case .free, .unassigned: " (a free note)"
      }
    let layers = drum.usedSounds.count.counted("layer")
    return "\(drum.key) \(voice): \(instrument.name), \(layers)\(how)"
  }

  private mutating func drum(_ instrument: HydrogenKit.Instrument, key: UInt8) -> SampledDrum? {
    var sounds: [SampledSound] = []
    var choices = [[Int]](repeating: [], count: 127)
    for component in instrument.components {
      var layers: [(layer: HydrogenKit.Layer, sound: Int)] = []
      for layer in component {
        guard let sound = sound(of: layer, instrument) else { continue }
        layers.append((layer, sounds.count))
        sounds.append(sound)
      }
      for velocity in 1...127 {
        let chosen = Self.choice(
          layers.map(\.layer), velocity: velocity, takesTurns: instrument.takesTurns)
        if let chosen { choices[velocity - 1].append(layers[chosen].sound) }
      }
    }
    guard !sounds.isEmpty else { return nil }
    counts.add(instrument)
    var drum = SampledDrum(name: instrument.name, key: key, sounds: sounds, choices: choices)
    layerCount += drum.usedSounds.count
    counts.unchosenLayers += sounds.count - drum.usedSounds.count
    drum.pan = instrument.pan
    drum.zone.tuning = instrument.tuning
    drum.zone.velocityLaw = instrument.appliesVelocity ? .linear : SoundFont.Zone.VelocityLaw.none
    // Hydrogen's frames are those of its output, which is 44.1 or 48 kHz.
    drum.zone.attack = instrument.attack / 44_100
    if instrument.sustain < 1 {
      let floor = instrument.sustain > 0 ? -20 * log10(instrument.sustain) : 144
      // A SoundFont's decay time is that of 100 dB.
      drum.zone.decay = (instrument.decay / 44_100 * 100 / min(floor, 100), floor)
    }
    return drum
  }

  /// The index of the layer that sounds: the first that has the velocity, or the nearest; of a round
  /// robin, another from velocity to velocity.
  static func choice(
    _ layers: [HydrogenKit.Layer], velocity: Int, takesTurns: Bool
  ) -> Int? {
    let value = Double(velocity) / 127
    let fitting = layers.indices.filter { layers[$0].velocities.contains(value) }
    if takesTurns, !fitting.isEmpty { return fitting[velocity % fitting.count] }
    func distance(_ index: Int) -> Double {
      let range = layers[index].velocities
      return max(range.lowerBound - value, value - range.upperBound)
    }
    return fitting.first ?? layers.indices.min { distance($0) < distance($1) }
  }

  private mutating func sound(
    of layer: HydrogenKit.Layer, _ instrument: HydrogenKit.Instrument
  ) -> SampledSound? {
    // The kit is refused: nothing more is read.
    guard sampleBytes <= SoundFont.largestSamples else { return nil }
    do {
      let found = try recording(layer.file)
      var sound = found.sound
      sampleBytes += SoundFont.size(frames: sound.frameCount) * sound.channels.count
      guard !found.isSilent else {
        counts.silentLayers += 1
        return nil
      }
      // Hydrogen plays one-shots: their loops have no meaning.
      sound.loop = nil
      sound.gain = layer.gain * instrument.level
      sound.tuning = layer.tuning
      if let filter = instrument.filter {
        if HydrogenFilter.rates.contains(sound.rate) {
          sound.channels = sound.channels.map(filter.filtered)
        } else {
          counts.unfiltered += 1
        }
      }
      counts.edited += layer.isEdited ? 1 : 0
      return sound
    } catch {
      counts.missing.append("\(layer.file): \(error)")
      return nil
    }
  }

  private mutating func recording(
    _ file: String
  ) throws -> (sound: SampledSound, isSilent: Bool) {
    if let found = known[file] { return found }
    let stem = file[..<(file.lastIndex(of: ".") ?? file.endIndex)]
    let sound = try SampledSound(name: String(stem), bytes: try files(file))
    let found = (sound, isSilent: sound.peak == 0)
    known[file] = found
    return found
  }
}

extension HydrogenKitImport {
  /// The result of the import, in one line.
  public var summary: String {
    let drums = kit.drums.count.counted("drum")
    return (["\(name), \(rights): \(drums), \(layerCount.counted("layer"))"] + notices)
      .joined(separator: "; ")
  }
}
