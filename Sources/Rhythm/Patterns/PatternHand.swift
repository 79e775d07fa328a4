public import MusicalTime

/// How a drummer's hand would play the strokes of a pattern: each a little early or late, and as hard
/// as it would.
public struct PatternHand: Sendable {
  /// What becomes of one stroke.
  public struct Move: Sendable, Hashable {
    /// How much later it is, in beats of the pattern.
    public var later: Beats
    /// How much harder it is, in velocity.
    public var harder: Int

    public init(later: Beats, harder: Int) {
      self.later = later
      self.harder = harder
    }
  }

  /// After how many loops the hand of a lane comes again.
  public let loopCounts: [Voice: Int]
  private let moves: [StrokeNumber: Move]

  /// The hand that played the strokes of `pattern` as `played`, one for each.
  public init(_ pattern: UnrolledPattern, played: [Hit]) {
    loopCounts = pattern.loopCounts
    var moves: [StrokeNumber: Move] = [:]
    for ((number, given), hit) in zip(pattern.strokes, played) {
      moves[number] = Move(
        later: hit.beat - given.beat,
        harder: Int(hit.velocity.value) - Int(given.velocity.value))
    }
    self.moves = moves
  }

  /// What becomes of a stroke, whatever its loop; nil for one that stays as it is.
  public func move(of number: StrokeNumber) -> Move? {
    var known = number
    known.loop = number.loop % max(loopCounts[number.voice] ?? 1, 1)
    return moves[known]
  }
}

extension Pattern {
  /// The pattern with the steps as `hand` plays them the last time in its loops: their velocities
  /// and offsets, and nothing else of them. Steps that the hand does not play stay.
  public func played(by hand: PatternHand) throws(PatternError) -> Pattern {
    try with(
      lanes: lanes.map { lane in
        guard let count = hand.loopCounts[lane.voice] else { return lane }
        var played = lane
        for stroke in strokes(of: lane, inLoop: count - 1) where stroke.ratchet == 0 {
          let number = StrokeNumber(
            voice: lane.voice, loop: count - 1, step: stroke.step, ratchet: 0)
          guard let move = hand.move(of: number) else { continue }
          played.steps[stroke.step]?.take(move, of: stroke, accent: accent, at: lane.ratio)
        }
        return played
      })
  }
}

extension Step {
  /// Changes the step's own velocity and offset so that its first stroke is moved.
  fileprivate mutating func take(
    _ move: PatternHand.Move, of stroke: Stroke, accent: Int, at ratio: SpeedRatio
  ) {
    let added = isAccented ? accent : 0
    if move.harder != 0 {
      // What the marker's amplitude makes of it is undone, and then the accent.
      let written = min(max(Double(Int(velocity.value) + added), 1), 127)
      let amplitude = Double(stroke.velocity.value) / written
      let wanted = (Double(Int(stroke.velocity.value) + move.harder) / amplitude).rounded()
      velocity = Velocity(clamping: Int(wanted) - added)
    }
    let later = (Double(move.later.units) * ratio.value).rounded()
    offset = min(
      max(offset + Beats(units: Int64(later)), Self.offsets.lowerBound), Self.offsets.upperBound)
  }
}
