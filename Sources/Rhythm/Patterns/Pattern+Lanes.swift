extension Pattern {
  /// The pattern on another grid, and the hits that no longer fit: hits keep their marker's index,
  /// and those past the last marker are removed. Lanes with a grid of their own do not change.
  public func refitted(to grid: Grid) throws(PatternError) -> (Pattern, fallen: [FallenHit]) {
    var fallen: [FallenHit] = []
    let fitted = lanes.map { lane in
      lane.grid == nil ? lane.fitted(to: grid.count, &fallen) : lane
    }
    return (try with(grid: grid, lanes: fitted), fallen)
  }

  /// Puts a voice's lane on a grid of its own, or (nil) on the pattern's, and returns the hits that
  /// no longer fit; adds the lane if missing.
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

  /// Sets the speed of a lane relative to the pattern; adds the lane if missing.
  public mutating func setRatio(_ ratio: SpeedRatio, of voice: Voice) throws(PatternError) {
    try changeLane(of: voice) { $0.ratio = ratio }
  }

  /// Sets the rotation per loop in markers, clamped to `Lane.turns`; adds the lane if missing.
  public mutating func setTurn(_ turn: Int, of voice: Voice) throws(PatternError) {
    try changeLane(of: voice) {
      $0.turn = min(max(turn, Lane.turns.lowerBound), Lane.turns.upperBound)
    }
  }

  /// Sets the random variation of a lane's hits; adds the lane if missing.
  public mutating func setLooseness(
    _ looseness: Looseness, of voice: Voice
  ) throws(PatternError) {
    try changeLane(of: voice) { $0.looseness = looseness }
  }

  /// Sets the mute group of a lane; nil and numbers outside `Lane.muteGroups` mean none. Adds the lane
  /// if missing.
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

  /// Replaces the lane of the same voice or appends it; throws as `init` does.
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
  /// The index of the clip of a hit: its own, or the first one of its voice; nil if its voice has none.
  public func clip(of step: Step, in voice: Voice) -> Int? {
    if let own = step.clip, clips.indices.contains(own), clips[own]?.voice == voice { return own }
    return clips.firstIndex { $0?.voice == voice }
  }

  /// The envelope of a hit: that of its clip.
  public func envelope(of step: Step, in voice: Voice) -> Envelope {
    clip(of: step, in: voice).flatMap { clips[$0]?.envelope } ?? .natural
  }
}

extension Lane {
  /// The lane with `count` steps: the first ones, or padded with rests; adds removed hits to
  /// `fallen`.
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

/// A hit that was removed because a shorter grid has no marker for it.
public struct FallenHit: Sendable, Hashable {
  /// The voice of the hit.
  public let voice: Voice
  /// The step it was on, counted from 0.
  public let step: Int

  /// A hit of `voice` on `step`.
  public init(voice: Voice, step: Int) {
    self.voice = voice
    self.step = step
  }
}
