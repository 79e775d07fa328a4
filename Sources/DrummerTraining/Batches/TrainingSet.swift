import Drummer

/// All pieces' tokens one behind the other, with what the network is shown of those before each.
struct TrainingSet: Sendable {
  /// Which tokens each piece has.
  private(set) var pieces: [Range<Int>] = []
  private(set) var conditions: [Conditions] = []
  private(set) var tokens: [PlacedToken] = []
  /// Six for each token: what its drum remembers.
  private(set) var memories: [UInt8] = []
  /// Nine for each token where the design is told of them: how its drum was played at this place.
  private(set) var habits: [UInt8] = []
  /// For each token and each of `distances`: the first token of its piece that is at most so many
  /// steps before it.
  private(set) var lookups: [Int32] = []
  /// Steps back, of each bar that the design looks at.
  let distances: [Int]

  /// Pieces without tokens are left out.
  init(_ recordings: [TrainingPiece], design: DrummerDesign) {
    let bars = Set(design.barsHeard + design.barsRecalled)
    distances = bars.sorted().map { $0 * Vocabulary.stepsPerBar }
    for piece in recordings where !piece.tokens.isEmpty {
      append(piece)
      if design.remembersPlaces { appendHabits(of: piece) }
    }
  }

  /// Whether each piece's style has a row in a table of so many.
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

  private mutating func appendHabits(of piece: TrainingPiece) {
    var places = PlaceMemory()
    for placed in piece.tokens {
      let features = places.features(of: Int(placed.token.drum), at: placed.step)
      for index in features.indices { habits.append(UInt8(features[index])) }
      places.struck(placed)
    }
  }

  /// Calls `body` with each cell of `steps` steps that begin `distance` (one of `distances`) before
  /// the step of token `index`: its step counted from there, and the token in it. Of two strokes on
  /// one drum in one step, the later counts.
  func eachCell(
    before index: Int, distance: Int, steps: Int,
    _ body: (_ step: Int, _ token: PlacedToken) -> Void
  ) {
    guard let place = distances.firstIndex(of: distance) else { return }
    let begin = tokens[index].step - distance
    var at = Int(lookups[index * distances.count + place])
    // Only what was before the token itself can be looked at, whatever the design.
    while at < index, tokens[at].step < begin + steps {
      let (token, next) = (tokens[at], tokens[at + 1])
      if next.step != token.step || next.token.drum != token.token.drum {
        body(token.step - begin, token)
      }
      at += 1
    }
  }
}
