/// How a drum of a kit sounds, apart from its samples. Real-time: yes.
public struct DrumSound: BitwiseCopyable, Sendable, Hashable {
  /// Level in dB (`Knob.level`); 0 is the SoundFont's own.
  public var level: Float = 0
  /// Position from left to right (`Knob.pan`), added to the SoundFont's own position.
  public var pan: Float = 0
  /// Tuning in cents (`Knob.tuning`).
  public var tuning: Float = 0
  /// Seconds for the sound to decay by 60 dB (`Knob.decay`); 0 is the SoundFont's own.
  public var decay: Float = 0
  /// Output pair with `--separate-outs` (`Knob.output`); 0 is the drum's own.
  public var output: UInt8 = 0
  /// Share sent to the reverb (`Knob.reverb`).
  public var reverb: Float = 0
  /// Share sent to the delay (`Knob.delay`).
  public var delay: Float = 0
  /// What the filter lets through.
  public var filter = DrumFilterKind.off
  /// Cutoff frequency of the filter in Hz (`Knob.cutoff`).
  public var cutoff: Float = 1000
  /// Resonance in dB (`Knob.resonance`): the gain at the cutoff above that of a filter without a peak.
  public var resonance: Float = 0

  /// The lowest level in dB: the bottom of the fader, silence.
  public static var silence: Float { @_noLocks get { -60 } }
  /// The highest level in dB.
  public static var loudest: Float { @_noLocks get { 12 } }

  /// The SoundFont's own sound.
  public init() {}
}

extension DrumSound {
  /// Its numbers, in the order in which a patch writes them.
  public static let knobs: [KnobField<DrumSound>] = [
    KnobField(.level, get: { Double($0.level) }, set: { $0.level = Float($1) }),
    KnobField(.pan, get: { Double($0.pan) }, set: { $0.pan = Float($1) }),
    KnobField(.tuning, get: { Double($0.tuning) }, set: { $0.tuning = Float($1) }),
    KnobField(.decay, get: { Double($0.decay) }, set: { $0.decay = Float($1) }),
    KnobField(.output, get: { Double($0.output) }, set: { $0.output = UInt8($1) }),
    KnobField(.reverb, get: { Double($0.reverb) }, set: { $0.reverb = Float($1) }),
    KnobField(.delay, get: { Double($0.delay) }, set: { $0.delay = Float($1) }),
    KnobField(.cutoff, get: { Double($0.cutoff) }, set: { $0.cutoff = Float($1) }),
    KnobField(.resonance, get: { Double($0.resonance) }, set: { $0.resonance = Float($1) }),
  ]
}

/// What the filter of a drum lets through. Real-time: yes.
public enum DrumFilterKind: UInt8, BitwiseCopyable, Sendable, Hashable, CaseIterable {
  /// Everything.
  case off
  /// What is below the cutoff; it falls by 12 dB an octave above.
  case lowpass
  /// What is above the cutoff; it falls by 12 dB an octave below.
  case highpass

  /// The name in commands and patches.
  public var name: String {
    switch self {
    case .off: "off"
    case .lowpass: "lowpass"
    case .highpass: "highpass"
    }
  }
}

extension DrumSound {
  /// Whether the drum is filtered or sent to an effect, so that its sound is needed apart from the
  /// others'.
  public var hasEffects: Bool { reverb > 0 || delay > 0 || filter != .off }
}
