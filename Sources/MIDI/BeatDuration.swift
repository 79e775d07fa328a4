public import MusicalTime

/// The length of a beat in whole microseconds, the unit of a file's tempo events.
public struct BeatDuration: BitwiseCopyable, Sendable, Hashable {
  /// 1 to 16 777 215, three bytes in the file.
  public let microseconds: UInt32

  /// A beat of `microseconds`, or nil if it does not fit in three bytes.
  public init?(microseconds: Int) {
    guard (1...0xFF_FFFF).contains(microseconds) else { return nil }
    self.microseconds = UInt32(microseconds)
  }

  /// The whole number of microseconds nearest to a beat at `tempo`; the maximum below 3.58 bpm.
  public init(_ tempo: Tempo) {
    let nearest = (60_000_000_000_000 + tempo.microbpm / 2) / tempo.microbpm
    microseconds = UInt32(min(nearest, 0xFF_FFFF))
  }

  /// 500 000 µs (120 bpm), the default of a file without a tempo event.
  public static let standard = BeatDuration(.standard)

  /// The nearest tempo within 1 to 999 beats per minute.
  public var tempo: Tempo {
    let beat = Int64(microseconds)
    return Tempo(measuredMicrobpm: (60_000_000_000_000 + beat / 2) / beat)
  }
}
