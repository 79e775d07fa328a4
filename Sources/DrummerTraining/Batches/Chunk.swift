/// What one row of a batch learns from before the weights change: some tokens of one piece.
struct ChunkRow: Sendable, Hashable, Codable {
  /// Index among the set's pieces.
  var piece: Int
  /// Which of the set's tokens.
  var tokens: Range<Int>
  /// The first of them is the first of its piece.
  var opens: Bool
  /// The style it is told, or nil for none in particular.
  var style: Int?
  /// Whole beats a minute it is told.
  var bpm: Int
}

/// So many tokens of every row.
struct Chunk: Sendable, Hashable {
  /// nil for a row that has nothing left.
  var rows: [ChunkRow?]
  /// Which rows begin from nothing.
  var resets: [Bool]

  /// Tokens of all rows.
  var count: Int { rows.reduce(0) { $0 + ($1?.tokens.count ?? 0) } }
}
