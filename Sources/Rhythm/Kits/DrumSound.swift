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

  /// The SoundFont's own sound.
  public init() {}
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
