extension Pattern {
  /// Writes or (with nil) clears the hit of `drum` at `step`, counted from 0; adds its lane when missing.
  public mutating func set(
    step: Int, of drum: Drum, to velocity: Velocity?
  ) throws(PatternError) {
    guard (0..<stepCount).contains(step) else { throw .step(step, stepCount: stepCount) }
    guard velocity != nil || lane(of: drum) != nil else { return }
    update(drum) { $0.steps[step] = velocity }
  }

  /// Silences a lane or lets it sound again.
  public mutating func setMuted(_ isMuted: Bool, of drum: Drum) throws(PatternError) {
    guard lane(of: drum) != nil else { throw .noLane(drum) }
    update(drum) { $0.isMuted = isMuted }
  }

  /// Lets a lane sound alone, together with the other soloed ones.
  public mutating func setSoloed(_ isSoloed: Bool, of drum: Drum) throws(PatternError) {
    guard lane(of: drum) != nil else { throw .noLane(drum) }
    update(drum) { $0.isSoloed = isSoloed }
  }

  /// Takes a drum's lane out; without one, nothing changes.
  public mutating func removeLane(of drum: Drum) {
    let kept = lanes.filter { $0.drum != drum }
    replaceLanes(with: kept)
  }

  private mutating func update(_ drum: Drum, _ change: (inout Lane) -> Void) {
    var changed = lanes
    let known = changed.firstIndex { $0.drum == drum }
    if known == nil { changed.append(Lane(drum: drum, restingFor: stepCount)) }
    change(&changed[known ?? changed.count - 1])
    replaceLanes(with: changed)
  }
}
