/// Everything a patch says about its kit; `FluidSynthesizer.Kit` is the loaded thing made from it,
/// hence the longer name here.
public struct KitDescription: Sendable, Hashable {
  /// A path or a name to search for, or nil for the first SoundFont found.
  public var soundFont: String?
  /// The drum kit's program, 0 to 127 (`Knob.program`).
  public var program: UInt8
  /// Master level in dB (`Knob.masterLevel`).
  public var level: Float

  private var settings: [DrumSettings]

  /// Every drum begins as `DrumSettings.standard` has it.
  public init(soundFont: String? = nil, program: UInt8 = 0, level: Float = 0) {
    self.soundFont = soundFont
    self.program = program
    self.level = level
    settings = Drum.all.map(DrumSettings.standard)
  }

  /// A drum's own settings.
  public subscript(drum: Drum) -> DrumSettings {
    get { settings[Int(drum.index)] }
    set { settings[Int(drum.index)] = newValue }
  }

  /// The drums that a hit of `drum` cuts off: the others of its choke group.
  public func choked(by drum: Drum) -> DrumSet {
    guard let group = self[drum].chokeGroup else { return DrumSet() }
    return DrumSet(Drum.all.filter { $0 != drum && self[$0].chokeGroup == group })
  }
}

/// What a kit says about one drum.
public struct DrumSettings: Sendable, Hashable {
  /// Level, pan, tuning, decay and output.
  public var sound: DrumSound
  /// Drums of one group cut each other off, as a closed hat does an open one; nil is no group.
  public var chokeGroup: String?
  /// From how hard the drum was struck to how hard it sounds.
  public var velocityCurve: VelocityCurve

  public init(
    sound: DrumSound = DrumSound(), chokeGroup: String? = nil,
    velocityCurve: VelocityCurve = .linear
  ) {
    self.sound = sound
    self.chokeGroup = chokeGroup
    self.velocityCurve = velocityCurve
  }

  /// As the SoundFont has it; the three hats choke each other.
  public static func standard(for drum: Drum) -> DrumSettings {
    DrumSettings(chokeGroup: DrumSet.hats.contains(drum) ? "hats" : nil)
  }
}

extension DrumSet {
  /// The closed, the pedal and the open hat.
  public static var hats: DrumSet { @_noLocks get { DrumSet(bits: 1 << 7 | 1 << 9 | 1 << 11) } }
}
