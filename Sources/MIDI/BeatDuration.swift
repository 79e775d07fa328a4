public import MusicalTime

/// The length of a beat in whole microseconds, the unit of a file's tempo events.
public struct BeatDuration: BitwiseCopyable, Sendable, Hashable {
  /// Three bytes in the file.
  public let microseconds: UInt32

  /// The range of `microseconds`.
  public static let range = 1...0xFF_FFFF

  /// A beat of `microseconds`, or nil if it does not fit in three bytes.
  public init?(microseconds: Int) {
    guard Self.range.contains(microseconds) else { return nil }
    self.microseconds = UInt32(microseconds)
  }

  /// The whole number of microseconds nearest to a beat at `tempo`; the maximum below 3.58 bpm.
  public init(_ tempo: Tempo) {
    let nearest = (60_000_000_000_000 + tempo.microbpm / 2) / tempo.microbpm
    microseconds = UInt32(min(nearest, Int64(Self.range.upperBound)))
  }

  /// 500 000 µs (120 bpm), the default of a file without a tempo event.
  public static let standard = BeatDuration(.standard)

  /// The nearest tempo within `Tempo.measuredRange`.
  public var tempo: Tempo {
    let beat = Int64(microseconds)
    return Tempo(measuredMicrobpm: (60_000_000_000_000 + beat / 2) / beat)
  }
}
