/// Beats per minute, kept in whole millionths so that 123.45 bpm is exact. Real-time: yes.
public struct Tempo: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// Millionths of a beat per minute.
  public let microbpm: Int64

  /// The tempo range of the transport, in beats per minute.
  public static let range = 20.0...fastest.bpm
  /// The fastest tempo of the transport.
  public static var fastest: Tempo { @_noLocks get { Tempo(uncheckedMicrobpm: 300_000_000) } }
  /// What the tempo of an external clock may be, in beats per minute.
  public static var measuredRange: ClosedRange<Int> { @_noLocks get { 1...999 } }

  @_noLocks private init(uncheckedMicrobpm: Int64) { microbpm = uncheckedMicrobpm }

  /// A tempo within `range`, or nil outside.
  public init?(bpm: Double) {
    guard Self.range.contains(bpm) else { return nil }
    microbpm = Int64((bpm * 1_000_000).rounded())
  }

  /// The nearest tempo within `range`; NaN becomes 120.
  public init(clampingBPM bpm: Double) {
    let finite = bpm.isNaN ? 120 : bpm
    let clamped = min(max(finite, Self.range.lowerBound), Self.range.upperBound)
    microbpm = Int64((clamped * 1_000_000).rounded())
  }

  /// The tempo of an external clock, which may lie outside our own range; clamped to `measuredRange`.
  @_noLocks public init(measuredMicrobpm: Int64) {
    let (slowest, fastest) = (Self.measuredRange.lowerBound, Self.measuredRange.upperBound)
    microbpm = min(max(measuredMicrobpm, Int64(slowest) * 1_000_000), Int64(fastest) * 1_000_000)
  }

  /// 120 beats per minute, the tempo of a Standard MIDI File without a tempo event.
  public static var standard: Tempo {
    @_noLocks get { Tempo(uncheckedMicrobpm: 120_000_000) }
  }

  /// Beats per minute, for display and files.
  public var bpm: Double { Double(microbpm) / 1_000_000 }

  /// Exact: the slower tempo is the lesser.
  @_noLocks public static func < (a: Tempo, b: Tempo) -> Bool { a.microbpm < b.microbpm }
  /// Exact: compares millionths.
  @_noLocks public static func == (a: Tempo, b: Tempo) -> Bool { a.microbpm == b.microbpm }
}
