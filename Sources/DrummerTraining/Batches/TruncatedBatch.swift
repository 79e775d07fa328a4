/// The tokens of one row for one training step (truncated backpropagation through time).
struct TruncatedSequence: Sendable, Hashable {
  /// Index of the piece in the set.
  var piece: Int
  /// The range of tokens in the set.
  var tokens: Range<Int>
  /// Whether the first token is the first of its piece.
  var opens: Bool
  /// The style used as condition, or nil for none.
  var style: Int?
  /// The tempo used as condition, in whole beats per minute.
  var bpm: Int
  /// How the hits are varied.
  var feel: FeelVariation
}

/// A batch of truncated sequences: the next tokens of every row.
struct TruncatedBatch: Sendable, Hashable {
  /// Nil for a row without tokens.
  var rows: [TruncatedSequence?]
  /// Which rows start from the initial state.
  var resets: [Bool]

  /// The number of tokens in all rows.
  var count: Int { rows.reduce(0) { $0 + ($1?.tokens.count ?? 0) } }
}
