public import MusicalTime

/// How long a beat lasts, in whole microseconds, as files write the tempo.
public struct BeatDuration: BitwiseCopyable, Sendable, Hashable {
  /// 1 to 16 777 215, three bytes in the file.
  public let microseconds: UInt32

  /// A beat of `microseconds`, or nil where three bytes do not hold it.
  public init?(microseconds: Int) {
    guard (1...0xFF_FFFF).contains(microseconds) else { return nil }
    self.microseconds = UInt32(microseconds)
  }

  /// The nearest whole microsecond to a beat at `tempo`; below 3.58 bpm the longest there is.
  public init(_ tempo: Tempo) {
    let nearest = (60_000_000_000_000 + tempo.microbpm / 2) / tempo.microbpm
    microseconds = UInt32(min(nearest, 0xFF_FFFF))
  }

  /// 120 beats a minute, until a file says otherwise.
  public static let standard = BeatDuration(.standard)

  /// The nearest tempo within 1 to 999 beats a minute.
  public var tempo: Tempo {
    let beat = Int64(microseconds)
    return Tempo(measuredMicrobpm: (60_000_000_000_000 + beat / 2) / beat)
  }
}
