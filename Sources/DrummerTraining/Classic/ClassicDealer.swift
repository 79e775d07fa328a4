/// A truncated sequence of events for each row of a batch.
struct ClassicChunk {
  /// The events to predict in each row, possibly none.
  var rows: [Range<Int>]
  /// Which rows start from the initial state, and which of these at the first hit of a piece.
  var resets: [Bool]
  var opens: [Bool]
}

/// A batch sampler: each row plays a stretch of a piece to its end and then takes the next.
struct ClassicDealer {
  private struct Stretch {
    var events: Range<Int>
    var opens: Bool
  }

  private var queue: [Stretch]
  private var rows: [Stretch?]
  private let times: Int

  /// All pieces in full, longest first, for evaluation.
  init(inOrder set: ClassicSet, rows: Int, times: Int) {
    let order = set.pieces.sorted { ($0.count, $1.lowerBound) < ($1.count, $0.lowerBound) }
    // Stretches are taken from the end of the queue.
    queue = order.map { Stretch(events: $0, opens: true) }
    self.rows = Array(repeating: nil, count: rows)
    self.times = times
  }

  /// Shuffled; pieces are split into stretches of `chunks` times `times` events.
  init(
    shuffled set: ClassicSet, rows: Int, times: Int, chunks: Int, chance: inout SplitMix
  ) {
    self.init(inOrder: set, rows: rows, times: times)
    let longest = chunks * times
    queue = []
    for piece in set.pieces {
      let cut = piece.count > longest ? Int.random(in: 0..<longest, using: &chance) : 0
      var begin = piece.lowerBound
      var end = min(piece.lowerBound + (cut == 0 ? longest : cut), piece.upperBound)
      while begin < end {
        queue.append(Stretch(events: begin..<end, opens: begin == piece.lowerBound))
        (begin, end) = (end, min(end + longest, piece.upperBound))
      }
    }
    queue.shuffle(using: &chance)
  }

  /// The next chunk, or nil at the end of the epoch.
  mutating func next() -> ClassicChunk? {
    var chunk = ClassicChunk(rows: [], resets: [], opens: [])
    for row in rows.indices {
      let takes = rows[row] == nil
      if takes { rows[row] = queue.popLast() }
      chunk.resets.append(takes)
      guard let stretch = rows[row] else {
        chunk.rows.append(0..<0)
        chunk.opens.append(false)
        continue
      }
      let end = min(stretch.events.lowerBound + times, stretch.events.upperBound)
      chunk.rows.append(stretch.events.lowerBound..<end)
      chunk.opens.append(takes && stretch.opens)
      let rest = end..<stretch.events.upperBound
      rows[row] = rest.isEmpty ? nil : Stretch(events: rest, opens: false)
    }
    return chunk.rows.contains { !$0.isEmpty } ? chunk : nil
  }
}
