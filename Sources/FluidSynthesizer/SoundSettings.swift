public import Rhythm

/// The sound of a kit's 26 drums and of their sum; independent of the SoundFont. Real-time: yes.
public struct SoundSettings: BitwiseCopyable, Sendable {
  /// The master level in dB, −60 to +12.
  public var masterLevel: Float = 0
  /// The reverb and the delay that drums are sent to.
  public var effects = KitEffects()

  private var drums = InlineArray<26, DrumSound>(repeating: DrumSound())

  /// The SoundFont's own sound.
  public init() {}

  /// The sound of `drum`. Real-time: yes.
  public subscript(drum: Drum) -> DrumSound {
    @_noLocks get { drums[Int(drum.index)] }
    @_noLocks set { drums[Int(drum.index)] = newValue }
  }

  /// The settings with every value clamped to its range, and NaN replaced by 0.
  public var clamped: SoundSettings {
    var result = self
    result.masterLevel = Self.clamp(masterLevel, -60, 12)
    result.effects.reverbDecay = min(max(effects.reverbDecay, 0.2), 10)
    result.effects.delayFeedback = Self.clamp(effects.delayFeedback, 0, 0.95)
    result.effects.delayTone = min(max(effects.delayTone, 200), 20_000)
    for drum in Drum.all {
      var sound = self[drum]
      sound.level = Self.clamp(sound.level, -60, 12)
      sound.pan = Self.clamp(sound.pan, -1, 1)
      sound.tuning = Self.clamp(sound.tuning, -2400, 2400)
      sound.decay = sound.decay > 0 ? Self.clamp(sound.decay, 0.01, 20) : 0
      sound.reverb = Self.clamp(sound.reverb, 0, 1)
      sound.delay = Self.clamp(sound.delay, 0, 1)
      sound.cutoff = sound.cutoff.isNaN ? 1000 : Self.clamp(sound.cutoff, 20, 20_000)
      sound.resonance = Self.clamp(sound.resonance, 0, 24)
      sound.output = min(sound.output, UInt8(Drum.count))
      result[drum] = sound
    }
    return result
  }

  private static func clamp(_ value: Float, _ low: Float, _ high: Float) -> Float {
    value.isNaN ? 0 : min(max(value, low), high)
  }
}
