/// One General MIDI percussion sound. Real-time: yes.
public struct Drum: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// Position among the 26 drums: 0 is note 35.
  public let index: UInt8

  /// The range of supported MIDI notes.
  public static var notes: ClosedRange<UInt8> { @_noLocks get { 35...60 } }

  /// The number of drums.
  public static var count: Int {
    @_noLocks get { Int(notes.upperBound &- notes.lowerBound) &+ 1 }
  }

  /// The drum at `index`, clamped to those there are.
  @_noLocks public init(clampingIndex index: Int) {
    self.index = UInt8(truncatingIfNeeded: min(max(index, 0), Self.count &- 1))
  }

  /// The drum of a General MIDI note, or nil outside `notes`.
  @_noLocks public init?(note: UInt8) {
    guard Self.notes.contains(note) else { return nil }
    index = note &- Self.notes.lowerBound
  }

  /// The General MIDI note.
  public var note: UInt8 { @_noLocks get { index &+ Self.notes.lowerBound } }

  /// Ordered by note, lowest first.
  @_noLocks public static func < (a: Drum, b: Drum) -> Bool { a.index < b.index }
  /// Equal drums have equal indices.
  @_noLocks public static func == (a: Drum, b: Drum) -> Bool { a.index == b.index }

  /// All drums, lowest note first.
  public static let all: [Drum] = (0..<count).map { Drum(clampingIndex: $0) }
}
