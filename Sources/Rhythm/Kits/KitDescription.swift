/// A patch's kit settings; `FluidSynthesizer.Kit` is the loaded kit.
public struct KitDescription: Sendable, Hashable {
  /// A path or a name to search for, or nil for the first SoundFont found.
  public var soundFont: String?
  /// The bank that the drum kit is in: 128 for drums, or any of a SoundFont that has them elsewhere
  /// (`Knob.bank`).
  public var bank: UInt16 = 128
  /// The keys that the drums are on.
  public var keyMap = KeyMap.generalMIDI
  /// The drum kit's program, 0 to 127 (`Knob.program`).
  public var program: UInt8
  /// Master level in dB (`Knob.masterLevel`).
  public var level: Float
  /// The reverb and the delay that drums are sent to.
  public var effects = KitEffects()

  private var settings: [DrumSettings]

  /// A kit whose drums all have `DrumSettings.standard`.
  public init(soundFont: String? = nil, program: UInt8 = 0, level: Float = 0) {
    self.soundFont = soundFont
    self.program = program
    self.level = level
    settings = Drum.all.map(DrumSettings.standard)
  }

  /// The settings of `drum`.
  public subscript(drum: Drum) -> DrumSettings {
    get { settings[Int(drum.index)] }
    set { settings[Int(drum.index)] = newValue }
  }

  /// The sounds of other SoundFonts, by drum.
  public var sources: [Drum: DrumSource] {
    var sources: [Drum: DrumSource] = [:]
    for drum in Drum.all { sources[drum] = self[drum].source }
    return sources
  }

  /// Whether a drum is filtered or sent to an effect, so that drums must be sounded apart.
  public var hasEffects: Bool { settings.contains { $0.sound.hasEffects } }
}

/// The kit settings of one drum.
public struct DrumSettings: Sendable, Hashable {
  /// Level, pan, tuning, decay and output.
  public var sound: DrumSound
  /// Drums in one group cut each other off, as a closed hi-hat does an open one; nil for no group.
  public var chokeGroup: String?
  /// Maps the velocity of a hit to the velocity that sounds.
  public var velocityCurve: VelocityCurve
  /// The sound of another SoundFont; nil for the kit's own.
  public var source: DrumSource?

  /// Settings that equal the SoundFont's own unless given.
  public init(
    sound: DrumSound = DrumSound(), chokeGroup: String? = nil,
    velocityCurve: VelocityCurve = .linear, source: DrumSource? = nil
  ) {
    self.source = source
    self.sound = sound
    self.chokeGroup = chokeGroup
    self.velocityCurve = velocityCurve
  }

  /// The SoundFont's own sound; the three hi-hats choke each other.
  public static func standard(for drum: Drum) -> DrumSettings {
    DrumSettings(chokeGroup: DrumSet.hats.contains(drum) ? "hats" : nil)
  }
}

extension DrumSet {
  /// The closed, the pedal and the open hi-hat.
  public static var hats: DrumSet { @_noLocks get { DrumSet(bits: 1 << 7 | 1 << 9 | 1 << 11) } }
}
