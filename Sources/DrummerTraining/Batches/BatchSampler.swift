import Drummer
import MusicalTime

/// A batch sampler: each row of a batch plays a stretch of a piece to its end and then takes the
/// next.
struct BatchSampler: Sendable, Hashable, Codable {
  private var queue: [Stretch] = []
  private var rows: [Row?]
  private let times: Int
  private let variation: TrainingSettings.Variation?

  private struct Stretch: Hashable, Codable {
    var piece: Int
    var tokens: Range<Int>
    var opens: Bool
  }

  private struct Row: Hashable, Codable {
    var stretch: Stretch
    var style: Int?
    var feel: FeelVariation
  }

  /// All pieces in full, longest first, for evaluation.
  init(inOrder set: some BatchedPieces, rows: Int, times: Int) {
    self.times = times
    self.rows = Array(repeating: nil, count: rows)
    variation = nil
    // Stretches are taken from the end of the queue.
    queue = set.pieces.enumerated().map { Stretch(piece: $0, tokens: $1, opens: true) }
      .sorted { ($0.tokens.count, $1.piece) < ($1.tokens.count, $0.piece) }
  }

  /// Shuffled; long pieces are split into stretches of `sequences` times `times` tokens, so that an
  /// epoch does not end with a few long pieces. The length of a first stretch is random.
  init(
    shuffled set: some BatchedPieces, rows: Int, times: Int, sequences: Int,
    variation: TrainingSettings.Variation?, chance: inout SplitMix
  ) {
    self.times = times
    self.rows = Array(repeating: nil, count: rows)
    self.variation = variation
    let longest = sequences * times
    for (piece, tokens) in set.pieces.enumerated() {
      var begin = tokens.lowerBound
      var end = begin + (tokens.count > longest ? Int.random(in: 0..<longest, using: &chance) : 0)
      if end == begin { end = min(tokens.upperBound, begin + longest) }
      while begin < tokens.upperBound {
        queue.append(
          Stretch(piece: piece, tokens: begin..<end, opens: begin == tokens.lowerBound))
        (begin, end) = (end, min(tokens.upperBound, end + longest))
      }
    }
    queue.shuffle(using: &chance)
  }

  /// The number of tokens left in this epoch.
  var tokensLeft: Int {
    queue.reduce(0) { $0 + $1.tokens.count }
      + rows.reduce(0) { $0 + ($1?.stretch.tokens.count ?? 0) }
  }

  /// Whether the remaining stretches are valid for `set` and `settings`: every position, style and
  /// varied value in them is used as an index.
  func fits(_ set: TrainingSet, _ settings: TrainingSettings) -> Bool {
    let begun = rows.compactMap { $0 }
    return rows.count == settings.rows && times == settings.times
      && variation == settings.variation
      && queue.allSatisfy { stretch in
        // A stretch that opens a piece has no previous token; any other one needs it.
        Self.lies(stretch, within: set)
          && stretch.opens == (stretch.tokens.lowerBound == set.pieces[stretch.piece].lowerBound)
      }
      && begun.allSatisfy { row in
        Self.lies(row.stretch, within: set)
          && row.stretch.tokens.lowerBound > set.pieces[row.stretch.piece].lowerBound
          && (row.style == nil || row.style == set.conditions[row.stretch.piece].style)
          && row.feel.isSound
      }
  }

  private static func lies(_ stretch: Stretch, within set: TrainingSet) -> Bool {
    guard set.pieces.indices.contains(stretch.piece), !stretch.tokens.isEmpty else { return false }
    let piece = set.pieces[stretch.piece]
    return piece.contains(stretch.tokens.lowerBound)
      && stretch.tokens.upperBound <= piece.upperBound
  }

  /// The next batch, or nil at the end of the epoch.
  mutating func next(_ set: some BatchedPieces, chance: inout SplitMix) -> TruncatedBatch? {
    var batch = TruncatedBatch(rows: [], resets: [])
    for row in rows.indices {
      let takes = rows[row] == nil
      if takes, let stretch = queue.popLast() {
        let style = set.conditions[stretch.piece].style
        let hides = variation.map { chance.fraction() < $0.styleDropout } ?? false
        let feel = variation.map { FeelVariation($0, chance: &chance) } ?? .asRecorded
        rows[row] = Row(stretch: stretch, style: hides ? nil : style, feel: feel)
      }
      batch.resets.append(takes)
      batch.rows.append(nextSequence(row, set, takes: takes, &chance))
    }
    return batch.count > 0 ? batch : nil
  }

  private mutating func nextSequence(
    _ index: Int, _ set: some BatchedPieces, takes: Bool, _ chance: inout SplitMix
  ) -> TruncatedSequence? {
    guard var row = rows[index] else { return nil }
    let begin = row.stretch.tokens.lowerBound
    let end = min(begin + times, row.stretch.tokens.upperBound)
    var bpm = set.conditions[row.stretch.piece].tempo.bpm.rounded()
    if let variation {
      bpm = Conditions.trainedTempo((bpm * (1 + variation.tempoJitter * chance.normal())).rounded())
    }
    let sequence = TruncatedSequence(
      piece: row.stretch.piece, tokens: begin..<end, opens: takes && row.stretch.opens,
      style: row.style, bpm: Int(bpm), feel: row.feel)
    row.stretch.tokens = end..<row.stretch.tokens.upperBound
    rows[index] = row.stretch.tokens.isEmpty ? nil : row
    return sequence
  }
}
