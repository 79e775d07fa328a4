/// Measurements of one recording of a drum in the bundled kit.
public struct DrumMeasurement: Sendable, Equatable {
  /// The General MIDI key, 35 to 60.
  public let note: UInt8
  /// The drum's General MIDI name.
  public let name: String
  /// The recording's number from 1, the softest.
  public let recording: Int
  /// Whether every stroke plays two recordings, left and right.
  public let isStereo: Bool
  /// The recording's length in seconds.
  public let seconds: Double
  /// The highest sample, in dB relative to full scale.
  public let peakDBFS: Double
  /// The loudest 400 ms of a stroke at velocity 127, K-weighted (EBU momentary maximum), in LUFS.
  public let loudnessLUFS: Double
}
