/// Measurements of one velocity layer of a drum in the bundled kit.
public struct DrumMeasurement: Sendable, Equatable {
  /// The General MIDI key, 35 to 60.
  public let note: UInt8
  /// The drum's General MIDI name.
  public let name: String
  /// The velocities that play this layer.
  public let velocities: ClosedRange<UInt8>
  /// The layer's length in seconds.
  public let seconds: Double
  /// The highest sample, in dB relative to full scale.
  public let peakDBFS: Double
  /// The loudest 400 ms at velocity 127, K-weighted (EBU momentary maximum), in LUFS.
  public let loudnessLUFS: Double
}
