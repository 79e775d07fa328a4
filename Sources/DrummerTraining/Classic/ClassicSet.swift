import Drummer

/// All pieces in the classic model's representation: a sequence of hits ordered by time, each a
/// wait and a drum.
struct ClassicSet: BatchedPieces {
  /// A hit.
  struct Event: BitwiseCopyable, Hashable {
    /// Ticks of 1/96 beat since the previous hit, at most `longestWait`.
    var wait: Int32
    /// Index in the vocabulary's 13 drums.
    var drum: Int32
    /// Index of the velocity bin, 0 to 31; not an input of the network.
    var velocity: Int32
  }

  /// Longer waits are clamped to this: five beats.
  static let longestWait = 480

  private(set) var events: [Event] = []
  /// The range of events of each piece.
  private(set) var pieces: [Range<Int>] = []
  private(set) var conditions: [Conditions] = []

  /// Pieces without hits are dropped; drums and waits are those of every trained design.
  init(_ recordings: [TrainingPiece], design: ClassicDesign) { self.init(recordings) }

  /// Pieces without hits are dropped.
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
      conditions.append(piece.conditions)
    }
  }

  /// Sorted by tick, then drum (the vocabulary sorts by sixteenth, then drum).
  private static func inTime(_ tokens: [PlacedToken]) -> [(tick: Int, token: Token)] {
    tokens.map { placed in
      let onStep = placed.step * Vocabulary.ticksPerStep
      return (onStep + Int(placed.token.offset) - Vocabulary.ticksPerStep / 2, placed.token)
    }.sorted { ($0.tick, $0.token.drum) < ($1.tick, $1.token.drum) }
  }

  /// The velocity distribution of each drum from counts plus 0.5 (additive smoothing): a row of 32
  /// per drum.
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
  /// The design that is trained here: the vocabulary's drums, and all waits from 0 to 480 ticks of
  /// 1/96 beat.
  static func trained(hiddenSize: Int) throws(ClassicDesignError) -> ClassicDesign {
    try ClassicDesign(
      drums: Vocabulary.drums, waits: Array(0...ClassicSet.longestWait), ticksPerBeat: 96,
      hiddenSize: hiddenSize)
  }
}
