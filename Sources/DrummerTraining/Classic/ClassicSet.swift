import Drummer

/// All pieces as the classic drummer learns them: one hit after the other in time, each a wait and a
/// drum.
struct ClassicSet: Sendable {
  /// One hit.
  struct Event: BitwiseCopyable, Hashable {
    /// Ticks of 1/96 beat since the hit before, at most `longestWait`.
    var wait: Int32
    /// Among the vocabulary's 13.
    var drum: Int32
    /// Among the vocabulary's 32 bins; the network does not hear it.
    var velocity: Int32
  }

  /// Longer waits count as this: five beats.
  static let longestWait = 480

  private(set) var events: [Event] = []
  /// Which events each piece has.
  private(set) var pieces: [Range<Int>] = []

  /// Pieces without hits are left out.
  init(_ recordings: [TrainingPiece]) {
    for piece in recordings where !piece.tokens.isEmpty {
      let first = events.count
      var last = 0
      for (tick, token) in Self.inTime(piece.tokens) {
        events.append(
          Event(
            wait: Int32(min(max(tick - last, 0), Self.longestWait)), drum: Int32(token.drum),
            velocity: Int32(token.velocity)))
        last = tick
      }
      pieces.append(first..<events.count)
    }
  }

  /// By tick and then by drum, where the vocabulary goes by sixteenth and then by drum.
  private static func inTime(_ tokens: [PlacedToken]) -> [(tick: Int, token: Token)] {
    tokens.map { placed in
      let onStep = placed.step * Vocabulary.ticksPerStep
      return (onStep + Int(placed.token.offset) - Vocabulary.ticksPerStep / 2, placed.token)
    }.sorted { ($0.tick, $0.token.drum) < ($1.tick, $1.token.drum) }
  }

  /// How likely each velocity of each drum is, as often as it came and half a time more: a row of 32
  /// for each drum.
  var velocities: [Float] {
    let width = Vocabulary.velocityCount
    var counts = [Float](repeating: 0.5, count: Vocabulary.drumCount * width)
    for event in events { counts[Int(event.drum) * width + Int(event.velocity)] += 1 }
    for drum in 0..<Vocabulary.drumCount {
      let row = drum * width..<(drum + 1) * width
      let sum = counts[row].reduce(0, +)
      for place in row { counts[place] /= sum }
    }
    return counts
  }
}

extension ClassicDesign {
  /// The design as it is trained here: the vocabulary's drums, and every wait of 0 to 480 ticks of
  /// 1/96 beat.
  static func trained(hiddenSize: Int) throws(ClassicDesignError) -> ClassicDesign {
    try ClassicDesign(
      drums: Vocabulary.drums, waits: Array(0...ClassicSet.longestWait), ticksPerBeat: 96,
      hiddenSize: hiddenSize)
  }
}
