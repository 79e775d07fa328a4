extension Pattern {
  /// The same over another grid, and the hits that fell off: they keep the numbers of their markers,
  /// and those past the last marker go. Lanes with a grid of their own stay as they are.
  public func refitted(to grid: Grid) throws(PatternError) -> (Pattern, fallen: [FallenHit]) {
    var fallen: [FallenHit] = []
    let fitted = lanes.map { lane in
      lane.grid == nil ? lane.fitted(to: grid.count, &fallen) : lane
    }
    return (try with(grid: grid, lanes: fitted), fallen)
  }

  /// Puts a voice's lane on a grid of its own, or (nil) on the pattern's, and answers with the hits
  /// that fell off, as when the pattern's grid changes; adds the lane when missing.
  public mutating func setGrid(
    _ grid: Grid?, of voice: Voice
  ) throws(PatternError) -> [FallenHit] {
    var lane = lane(of: voice) ?? Lane(voice, restingFor: stepCount)
    var fallen: [FallenHit] = []
    lane = lane.fitted(to: (grid ?? self.grid).count, &fallen)
    lane.grid = grid
    try put(lane)
    return fallen
  }

  /// How fast a lane plays beside the pattern; adds it when missing.
  public mutating func setRatio(_ ratio: SpeedRatio, of voice: Voice) throws(PatternError) {
    try changeLane(of: voice) { $0.ratio = ratio }
  }

  /// How many markers later a lane's hits are in each loop than before, −255 to 255, or the nearest
  /// of those; adds the lane when missing.
  public mutating func setTurn(_ turn: Int, of voice: Voice) throws(PatternError) {
    try changeLane(of: voice) { $0.turn = min(max(turn, -255), 255) }
  }

  /// How far chance moves a lane's strokes; adds it when missing.
  public mutating func setLooseness(
    _ looseness: Looseness, of voice: Voice
  ) throws(PatternError) {
    try changeLane(of: voice) { $0.looseness = looseness }
  }

  /// The group that a lane is muted with, 1 to 8; others and nil are none. Adds the lane when missing.
  public mutating func setMuteGroup(_ group: Int?, of voice: Voice) throws(PatternError) {
    let known = group.flatMap { Lane.muteGroups.contains($0) ? $0 : nil }
    try changeLane(of: voice) { $0.muteGroup = known }
  }

  private mutating func changeLane(
    of voice: Voice, _ change: (inout Lane) -> Void
  ) throws(PatternError) {
    var lane = lane(of: voice) ?? Lane(voice, restingFor: stepCount)
    change(&lane)
    try put(lane)
  }

  /// Puts a lane in the place of its voice's, or behind the others; refuses what `init` does.
  mutating func put(_ lane: Lane) throws(PatternError) {
    var changed = lanes
    if let place = changed.firstIndex(where: { $0.voice == lane.voice }) {
      changed[place] = lane
    } else {
      changed.append(lane)
    }
    self = try with(lanes: changed)
  }

  /// Puts a copy of `lane`, of this pattern or of `origin`, in the place of the lane of `voice`. Where
  /// the grids differ it keeps that of `origin` as its own.
  public mutating func copy(
    _ lane: Lane, of origin: Pattern, to voice: Voice
  ) throws(PatternError) {
    var copy = lane
    copy.voice = voice
    if copy.grid == nil, origin.grid != grid { copy.grid = origin.grid }
    if copy.grid == grid { copy.grid = nil }
    // Clips are numbered by pattern, and an envelope belongs to its clip's own voice.
    if origin.clips != clips || voice != lane.voice {
      for step in copy.steps.indices { copy.steps[step]?.clip = nil }
    }
    try put(copy)
  }
}

extension Pattern {
  /// How a hit of a lane swells and fades: as its clip says, or the first clip of its voice.
  public func envelope(of step: Step, in voice: Voice) -> Envelope {
    let own = step.clip.flatMap { clips.indices.contains($0) ? clips[$0] : nil }
    if let own, own.voice == voice { return own.envelope }
    let first = clips.first { $0?.voice == voice } ?? nil
    return first?.envelope ?? .natural
  }
}

extension Lane {
  /// With so many steps: the first ones, or rests behind the last; adds what fell off to `fallen`.
  fileprivate func fitted(to count: Int, _ fallen: inout [FallenHit]) -> Lane {
    var fitted = self
    for (step, hit) in steps.enumerated().dropFirst(count) where hit != nil {
      fallen.append(FallenHit(voice: voice, step: step))
    }
    let rests = max(count - steps.count, 0)
    fitted.steps = Array(steps.prefix(count)) + Array(repeating: nil, count: rests)
    return fitted
  }
}

/// A hit that a shorter grid has no marker for.
public struct FallenHit: Sendable, Hashable {
  public let voice: Voice
  /// The step that it was on, counted from 0.
  public let step: Int

  public init(voice: Voice, step: Int) {
    self.voice = voice
    self.step = step
  }
}
