public import Rhythm

/// The sound of a kit's 26 drums and of their sum; independent of the SoundFont. Real-time: yes.
public struct SoundSettings: BitwiseCopyable, Sendable {
  /// The master level in dB (`Knob.masterLevel`).
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

  /// The settings with every value clamped to its knob's range, and NaN replaced by the knob's standard.
  public var clamped: SoundSettings {
    var result = self
    result.masterLevel = Self.clamp(masterLevel, .masterLevel)
    for field in KitEffects.knobs { field.clamp(in: &result.effects) }
    for drum in Drum.all {
      var sound = self[drum]
      for field in DrumSound.knobs { field.clamp(in: &sound) }
      if sound.decay > 0 { sound.decay = max(sound.decay, Envelope.shortestDecay) }
      result[drum] = sound
    }
    return result
  }

  private static func clamp(_ value: Float, _ knob: Knob) -> Float {
    let (lowest, highest) = (Float(knob.range.lowerBound), Float(knob.range.upperBound))
    return value.isNaN ? Float(knob.standard) : min(max(value, lowest), highest)
  }
}
