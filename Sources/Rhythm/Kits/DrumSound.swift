/// How a drum of a kit sounds, apart from its samples. Real-time: yes.
public struct DrumSound: BitwiseCopyable, Sendable, Hashable {
  /// Level in dB, −60 to +12; 0 is the SoundFont's own.
  public var level: Float = 0
  /// −1 left … +1 right, added to the SoundFont's own position.
  public var pan: Float = 0
  /// Tuning in cents, −2400 to +2400.
  public var tuning: Float = 0
  /// Seconds for the sound to decay by 60 dB, 0.01 to 20; 0 is the SoundFont's own.
  public var decay: Float = 0
  /// Output pair 1 to 26 with `--separate-outs`; 0 is the drum's own.
  public var output: UInt8 = 0

  /// The SoundFont's own sound.
  public init() {}
}
