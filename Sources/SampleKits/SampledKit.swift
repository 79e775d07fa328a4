import Rhythm
public import SoundFonts

/// Drums made of recordings, ready to become a SoundFont.
public struct SampledKit: Sendable {
  /// The texts of the file.
  public var information: SoundFont.Information
  /// Each on a key of its own.
  public var drums: [SampledDrum] = []

  /// A kit without drums.
  public init(_ information: SoundFont.Information) { self.information = information }

  /// Peaks up to this, −180 dB, are silence: the factor to scale smaller ones up may be infinite.
  private static let silence = 1e-9

  /// The SoundFont; its samples are scaled together so that the loudest just reaches full scale.
  public var soundFont: SoundFont {
    var font = SoundFont(information)
    let loudest = drums.flatMap(\.sounds).map { Double($0.peak) * $0.gain }.max() ?? 0
    let scale = loudest > Self.silence ? 0.98 / loudest : 1
    for drum in drums { drum.add(to: &font, scale: scale) }
    return font
  }
}

/// A drum made of recordings.
public struct SampledDrum: Sendable {
  /// As displayed.
  public var name: String
  /// The key that plays it, 0 to 127.
  public var key: UInt8
  /// Its recordings.
  public var sounds: [SampledSound]
  /// The recordings that sound together at each velocity; 127 entries, the first for velocity 1.
  public var choices: [[Int]]
  /// −1 left … 1 right.
  public var pan = 0.0
  /// What its zones have in common; velocities, sample, pan and tuning are its own.
  public var zone = SoundFont.Zone(velocities: SoundFont.Zone.allVelocities, sample: 0)

  /// A drum that plays `choices` of `sounds`.
  public init(name: String, key: UInt8, sounds: [SampledSound], choices: [[Int]]) {
    self.name = name
    self.key = key
    self.sounds = sounds
    self.choices = choices
  }

  /// A drum whose layers share the velocities evenly, softest first. The variants of a layer take
  /// turns from velocity to velocity, so that repeated strokes differ in any player.
  public init(name: String, key: UInt8, layers: [[SampledSound]]) {
    var first = 0
    let numbers = layers.map { layer in
      defer { first += layer.count }
      return Array(first..<first + layer.count)
    }
    let choices = Velocity.range.map { velocity in
      let layer = numbers[(velocity - 1) * layers.count / Velocity.range.count]
      return [layer[velocity % layer.count]]
    }
    self.init(name: name, key: key, sounds: layers.flatMap { $0 }, choices: choices)
  }
}

extension SampledDrum {
  /// The recordings that any velocity chooses.
  public var usedSounds: Set<Int> { Set(choices.joined()) }

  /// Runs of velocities that play the same recordings.
  private var runs: [(velocities: ClosedRange<UInt8>, sounds: [Int])] {
    var runs: [(velocities: ClosedRange<UInt8>, sounds: [Int])] = []
    for (index, sounds) in choices.prefix(Velocity.range.count).enumerated() {
      let velocity = UInt8(index + 1)
      if let last = runs.last, last.sounds == sounds {
        runs[runs.count - 1].velocities = last.velocities.lowerBound...velocity
      } else {
        runs.append((velocity...velocity, sounds))
      }
    }
    return runs
  }

  fileprivate func add(to font: inout SoundFont, scale: Double) {
    let used = usedSounds
    var samples: [Int: [Int]] = [:]
    for number in sounds.indices where used.contains(number) {
      samples[number] = Self.add(sounds[number], key: key, scale: scale, to: &font)
    }
    let zones = runs.flatMap { run in
      run.sounds.flatMap { number in
        self.zones(of: number, samples[number] ?? [], run.velocities)
      }
    }
    font.add(SoundFont.Instrument(name: name, key: key, zones: zones))
  }

  /// One zone, or a left and a right one.
  private func zones(
    of sound: Int, _ samples: [Int], _ velocities: ClosedRange<UInt8>
  ) -> [SoundFont.Zone] {
    let pans = samples.count == 2 ? [max(pan, 0) - 1, 1 + min(pan, 0)] : [pan]
    return zip(samples, pans).map { sample, pan in
      var zone = zone
      (zone.velocities, zone.sample, zone.pan) = (velocities, sample, pan)
      zone.tuning += sounds[sound].tuning
      return zone
    }
  }

  /// Adds one sample for each channel; their numbers.
  private static func add(
    _ sound: SampledSound, key: UInt8, scale: Double, to font: inout SoundFont
  ) -> [Int] {
    let sides = sound.channels.count == 2 ? [" L", " R"] : [""]
    let first = font.sampleCount
    return zip(sound.channels, sides).enumerated().map { index, channel in
      var sample = SoundFont.Sample(
        name: sound.name.prefix(19 - channel.1.count) + channel.1,
        frames: quantised(channel.0, Float(scale * sound.gain)), rate: UInt32(sound.rate), key: key)
      sample.loop = sound.loop
      if sides.count == 2 {
        sample.side = index == 0 ? .left(other: first + 1) : .right(other: first)
      }
      return font.add(sample)
    }
  }

  /// 16-bit samples, at least 48 of them.
  private static func quantised(_ samples: [Float], _ scale: Float) -> [Int16] {
    let numbers = samples.map { Int16((min(max($0 * scale, -1), 1) * 32_767).rounded()) }
    return numbers + [Int16](repeating: 0, count: max(48 - numbers.count, 0))
  }
}
