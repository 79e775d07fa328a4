/// Beats a minute, kept in whole millionths so that 123.45 bpm is exact. Real-time: yes.
public struct Tempo: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// Millionths of a beat a minute.
  public let microbpm: Int64

  /// The slowest and the fastest tempo the transport takes, in beats a minute.
  public static let range = 20.0...300.0

  @_noLocks private init(uncheckedMicrobpm: Int64) { microbpm = uncheckedMicrobpm }

  /// A tempo of 20 to 300 beats a minute, or nil outside.
  public init?(bpm: Double) {
    guard Self.range.contains(bpm) else { return nil }
    microbpm = Int64((bpm * 1_000_000).rounded())
  }

  /// The nearest tempo that lies within 20 to 300 beats a minute; not-a-number becomes 120.
  public init(clampingBPM bpm: Double) {
    let finite = bpm.isNaN ? 120 : bpm
    let clamped = min(max(finite, Self.range.lowerBound), Self.range.upperBound)
    microbpm = Int64((clamped * 1_000_000).rounded())
  }

  /// A tempo that another's clock implies, which may lie outside our own range: 1 to 999 beats a
  /// minute, the nearest where it is beyond.
  @_noLocks public init(measuredMicrobpm: Int64) {
    microbpm = min(max(measuredMicrobpm, 1_000_000), 999_000_000)
  }

  /// 120 beats a minute, the tempo of a Standard MIDI File that names none.
  public static var standard: Tempo {
    @_noLocks get { Tempo(uncheckedMicrobpm: 120_000_000) }
  }

  /// Beats a minute, for people and files.
  public var bpm: Double { Double(microbpm) / 1_000_000 }

  /// Exact, as is equality: the slower tempo is the lesser.
  @_noLocks public static func < (a: Tempo, b: Tempo) -> Bool { a.microbpm < b.microbpm }
  @_noLocks public static func == (a: Tempo, b: Tempo) -> Bool { a.microbpm == b.microbpm }
}
