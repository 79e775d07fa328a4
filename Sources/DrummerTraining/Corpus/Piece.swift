public import MusicalTime
public import Rhythm

/// One recording of a corpus.
public struct Piece: Sendable, Hashable {
  /// Such as "drummer1/session1/145"; where nothing names it, its path without the extension.
  public var id: String
  /// From the corpus' folder on.
  public var path: String
  /// Whether it is for training or for testing.
  public var split: Split
  /// The primary style, such as "jazz" of "jazz/funk"; empty where nobody says.
  public var style: String
  /// What the index says, or the file at the first hit.
  public var tempo: Tempo
  /// What the index says, or the file at the first hit.
  public var meter: Meter
  /// Whether all of it is a fill.
  public var isFill: Bool
  /// Who plays; empty where nobody says.
  public var performer: String
  /// Ordered; at the beats of the file, not rounded to any grid, from where its meter begins.
  public var hits: [Hit]
  /// Where the file ends.
  public var length: Beats

  /// A piece from values; `hits` in any order, and the end no earlier than the last of them.
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

  /// What it is used for.
  public enum Split: String, Sendable, CaseIterable {
    case train, validation, test
  }

  /// How long it lasts at its tempo.
  public var minutes: Double { length.inBeats / tempo.bpm }
}
