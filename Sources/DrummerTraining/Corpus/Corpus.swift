public import MusicalTime

/// The recordings of a folder, and what could not be used of it.
public struct Corpus: Sendable {
  /// The folder, as it was given.
  public let folder: String
  /// Ordered by path.
  public let pieces: [Piece]
  /// Files and rows left out, ordered by path.
  public let skipped: [Skipped]
  /// How often notes were met that the map has no drum for.
  public let unheard: [UInt8: Int]
  /// Whether an `info.csv` said what the files are.
  public let isIndexed: Bool

  /// A file that was left out.
  public struct Skipped: Sendable, Hashable {
    /// From the corpus' folder on.
    public var path: String
    /// In one phrase.
    public var reason: String
  }

  /// The pieces of a split in a meter; only 4/4 is trained on.
  public func pieces(in split: Piece.Split, meter: Meter = .fourFour) -> [Piece] {
    pieces.filter { $0.split == split && $0.meter == meter }
  }

  /// The same, refused where there are none.
  public func requiredPieces(
    in split: Piece.Split, meter: Meter = .fourFour
  ) throws(CorpusError) -> [Piece] {
    let found = pieces(in: split, meter: meter)
    guard found.isEmpty else { return found }
    guard let first = skipped.first, pieces.isEmpty else {
      throw CorpusError(
        path: folder, problem: .nonePlayable(split, meter: meter, read: pieces.count))
    }
    throw CorpusError(
      path: folder, problem: .noneReadable(skipped.count, first: "\(first.path): \(first.reason)"))
  }
}
