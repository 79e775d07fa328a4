/// One General MIDI percussion sound, note 35 to 60. Real-time: yes.
public struct Drum: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// Position among the 26 drums: 0 is note 35.
  public let index: UInt8

  /// The range of supported MIDI notes.
  public static let notes: ClosedRange<UInt8> = 35...60

  /// The number of drums.
  public static let count = 26

  /// The drum at `index`, clamped to 0 to 25.
  @_noLocks public init(clampingIndex index: Int) {
    self.index = index < 0 ? 0 : index > 25 ? 25 : UInt8(truncatingIfNeeded: index)
  }

  /// The drum of a General MIDI note, or nil outside 35 to 60.
  @_noLocks public init?(note: UInt8) {
    guard note >= 35, note <= 60 else { return nil }
    index = note &- 35
  }

  /// The General MIDI note.
  public var note: UInt8 { @_noLocks get { index &+ 35 } }

  /// Ordered by note, lowest first.
  @_noLocks public static func < (a: Drum, b: Drum) -> Bool { a.index < b.index }
  /// Equal drums have equal indices.
  @_noLocks public static func == (a: Drum, b: Drum) -> Bool { a.index == b.index }

  /// All drums, lowest note first.
  public static let all: [Drum] = (0..<count).map { Drum(clampingIndex: $0) }
}
