public import MusicalTime

/// The recordings in a folder, and the files that were skipped.
public struct Corpus: Sendable {
  /// The folder, as it was given.
  public let folder: String
  /// Sorted by path.
  public let pieces: [Piece]
  /// Skipped files and index rows, sorted by path.
  public let skipped: [Skipped]
  /// The number of notes per MIDI note that the map has no drum for.
  public let unheard: [UInt8: Int]
  /// Whether an `info.csv` described the files.
  public let isIndexed: Bool

  /// A skipped file.
  public struct Skipped: Sendable, Hashable {
    /// Relative to the corpus folder.
    public var path: String
    /// A short phrase.
    public var reason: String
  }

  /// The pieces of a split in a meter; only 4/4 is used for training.
  public func pieces(in split: Piece.Split, meter: Meter = .fourFour) -> [Piece] {
    pieces.filter { $0.split == split && $0.meter == meter }
  }

  /// The same; throws if there are none.
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
