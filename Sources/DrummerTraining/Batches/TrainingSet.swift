import Drummer

/// The tokens of all pieces in one array, with precomputed network inputs.
struct TrainingSet: BatchedPieces {
  /// The range of tokens of each piece.
  private(set) var pieces: [Range<Int>] = []
  private(set) var conditions: [Conditions] = []
  private(set) var tokens: [PlacedToken] = []
  /// Six per token: the drum's last two hits.
  private(set) var memories: [UInt8] = []
  /// Nine per token if the design uses them: the drum's history at this position in the bar.
  private(set) var positionFeatures: [UInt8] = []
  /// For each token and each of `distances`: the first token of its piece that is at most this
  /// number of steps earlier.
  private(set) var lookups: [Int32] = []
  /// The look-back distances of the design, in steps.
  let distances: [Int]

  /// Pieces without tokens are dropped.
  init(_ recordings: [TrainingPiece], design: DrummerDesign) {
    let bars = Set(design.barsHeard + design.barsRecalled)
    distances = bars.sorted().map { $0 * Vocabulary.stepsPerBar }
    for piece in recordings where !piece.tokens.isEmpty {
      append(piece)
      if design.usesPositionHistory { appendPositionFeatures(of: piece) }
    }
  }

  /// Whether all style indices are below `count`.
  func knowsOnlyStyles(below count: Int) -> Bool {
    conditions.allSatisfy { $0.style.map { (0..<count).contains($0) } ?? true }
  }

  private mutating func append(_ piece: TrainingPiece) {
    let first = tokens.count
    var drums = [DrumMemory](repeating: DrumMemory(), count: Vocabulary.drumCount)
    for placed in piece.tokens {
      let drum = Int(placed.token.drum)
      let features = drums[drum].features(at: placed.step)
      for index in features.indices { memories.append(UInt8(features[index])) }
      drums[drum].struck(placed.token, at: placed.step)
    }
    tokens += piece.tokens
    pieces.append(first..<tokens.count)
    conditions.append(piece.conditions)
    var firsts = [Int](repeating: first, count: distances.count)
    for index in first..<tokens.count {
      for (place, distance) in distances.enumerated() {
        while tokens[firsts[place]].step < tokens[index].step - distance { firsts[place] += 1 }
        lookups.append(Int32(firsts[place]))
      }
    }
  }

  private mutating func appendPositionFeatures(of piece: TrainingPiece) {
    var history = PositionHistory()
    for placed in piece.tokens {
      let features = history.features(of: Int(placed.token.drum), at: placed.step)
      for index in features.indices { positionFeatures.append(UInt8(features[index])) }
      history.struck(placed)
    }
  }

  /// Calls `body` for each drum hit in the `steps` steps that begin `distance` (one of `distances`)
  /// before the step of token `index`: with its step relative to the first, and the token. Of two
  /// hits of one drum on one step, the later counts.
  func eachCell(
    before index: Int, distance: Int, steps: Int,
    _ body: (_ step: Int, _ token: PlacedToken) -> Void
  ) {
    guard let place = distances.firstIndex(of: distance) else { return }
    let begin = tokens[index].step - distance
    var at = Int(lookups[index * distances.count + place])
    // Only tokens before this one may be used.
    while at < index, tokens[at].step < begin + steps {
      let (token, next) = (tokens[at], tokens[at + 1])
      if next.step != token.step || next.token.drum != token.token.drum {
        body(token.step - begin, token)
      }
      at += 1
    }
  }
}
