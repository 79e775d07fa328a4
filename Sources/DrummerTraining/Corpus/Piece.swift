public import MusicalTime
public import Rhythm

/// One recording of a corpus.
public struct Piece: Sendable, Hashable {
  /// An identifier such as "drummer1/session1/145"; without an index, the path without its
  /// extension.
  public var id: String
  /// Relative to the corpus folder.
  public var path: String
  /// Whether it is for training or for testing.
  public var split: Split
  /// The primary style, such as "jazz" of "jazz/funk"; empty if unknown.
  public var style: String
  /// From the index, or from the file at the first hit.
  public var tempo: Tempo
  /// From the index, or from the file at the first hit.
  public var meter: Meter
  /// Whether all of it is a fill.
  public var isFill: Bool
  /// The player; empty if unknown.
  public var performer: String
  /// Sorted; exact beats, not quantised, counted from where the piece's meter begins.
  public var hits: [Hit]
  /// Where the file ends.
  public var length: Beats

  /// A piece of `hits` in any order; `length` is extended to the last hit.
  public init(
    id: String, path: String, split: Split, style: String, tempo: Tempo, meter: Meter = .fourFour,
    isFill: Bool = false, performer: String = "", hits: [Hit], length: Beats
  ) {
    self.id = id
    self.path = path
    self.split = split
    self.style = style
    self.tempo = tempo
    self.meter = meter
    self.isFill = isFill
    self.performer = performer
    self.hits = hits.sorted()
    self.length = max(length, self.hits.last?.beat ?? .zero)
  }

  /// What a piece is used for.
  public enum Split: String, Sendable, CaseIterable {
    case train, validation, test
  }

  /// The length at its tempo.
  public var minutes: Double { length.inBeats / tempo.bpm }
}
