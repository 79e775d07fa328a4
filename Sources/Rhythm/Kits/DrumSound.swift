/// How one drum of a kit sounds, apart from its samples. Real-time: yes.
public struct DrumSound: BitwiseCopyable, Sendable, Hashable {
  /// Level in dB, −60 to +12; 0 is as the SoundFont has it.
  public var level: Float = 0
  /// −1 left … +1 right, added to the SoundFont's own place.
  public var pan: Float = 0
  /// Tuning in cents, −2400 to +2400.
  public var tuning: Float = 0
  /// Seconds until the hit has fallen by 60 dB, 0.01 to 20; 0 leaves it as the SoundFont has it.
  public var decay: Float = 0
  /// Output pair 1 to 26 under `--separate-outs`; 0 is the drum's own.
  public var output: UInt8 = 0

  /// As the SoundFont has it.
  public init() {}
}
