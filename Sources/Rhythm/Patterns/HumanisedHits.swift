public import MusicalTime

/// The humanised timing and velocity of each hit of a pattern, as played by a drummer model.
public struct HumanisedHits: Sendable {
  /// The change of one hit.
  public struct Move: Sendable, Hashable {
    /// The delay in pattern beats; negative for earlier.
    public var later: Beats
    /// The change in velocity.
    public var harder: Int

    /// A change of timing and velocity.
    public init(later: Beats, harder: Int) {
      self.later = later
      self.harder = harder
    }
  }

  /// The number of loops of each lane after which the changes repeat.
  public let loopCounts: [Voice: Int]
  private let moves: [StrokeNumber: Move]

  /// The changes from the hits of `pattern` to those in `played`, one for each.
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

  /// The change of a hit in any loop; nil for none.
  public func move(of number: StrokeNumber) -> Move? {
    var known = number
    known.loop = number.loop % max(loopCounts[number.voice] ?? 1, 1)
    return moves[known]
  }

  /// `pattern` with the humanised velocities and offsets of its steps in their last loop;
  /// nothing else changes. Steps without a change stay as they are.
  public func applied(to pattern: Pattern) throws(PatternError) -> Pattern {
    try pattern.with(
      lanes: pattern.lanes.map { lane in
        guard let count = loopCounts[lane.voice] else { return lane }
        var played = lane
        for stroke in pattern.strokes(of: lane, inLoop: count - 1) where stroke.ratchet == 0 {
          let number = StrokeNumber(
            voice: lane.voice, loop: count - 1, step: stroke.step, ratchet: 0)
          guard let move = self.move(of: number) else { continue }
          let (accent, ratio) = (pattern.accent, lane.ratio)
          played.steps[stroke.step]?.take(move, of: stroke, accent: accent, at: ratio)
        }
        return played
      })
  }
}

extension Step {
  /// Changes the step's own velocity and offset so that its first hit moves accordingly.
  fileprivate mutating func take(
    _ move: HumanisedHits.Move, of stroke: LaneHit, accent: Int, at ratio: SpeedRatio
  ) {
    let added = isAccented ? accent : 0
    if move.harder != 0 {
      // Undoes the effect of the marker's amplitude, then of the accent.
      let written = Velocity.clamped(Double(Int(velocity.value) + added))
      let amplitude = Double(stroke.velocity.value) / written
      let wanted = (Double(Int(stroke.velocity.value) + move.harder) / amplitude).rounded()
      velocity = Velocity(clamping: Int(wanted) - added)
    }
    let later = (Double(move.later.units) * ratio.value).rounded()
    offset = min(
      max(offset + Beats(units: Int64(later)), Self.offsets.lowerBound), Self.offsets.upperBound)
  }
}
