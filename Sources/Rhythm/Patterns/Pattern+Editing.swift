extension Pattern {
  /// Writes or (nil) clears the hit of `voice` at `step`, counted from 0; adds its lane if missing. Throws
  /// where the lanes would then need more memory, or more time to prepare, than the limits allow.
  public mutating func set(
    step: Int, of voice: Voice, to written: Step?
  ) throws(PatternError) {
    let stepCount = lane(of: voice)?.steps.count ?? stepCount
    guard (0..<stepCount).contains(step) else { throw .step(step, stepCount: stepCount) }
    guard written != nil || lane(of: voice) != nil else { return }
    guard lane(of: voice) != nil || lanes.count < Self.mostLanes else {
      throw .laneCount(lanes.count + 1)
    }
    let before = lanes
    update(voice) { $0.steps[step] = written }
    // A rest costs nothing.
    guard written != nil else { return }
    do throws(PatternError) { try PatternCost(of: self).check() } catch {
      replaceLanes(with: before)
      throw error
    }
  }

  /// Writes a plain hit of `drum` or (nil) clears the step.
  public mutating func set(
    step: Int, of drum: Drum, to velocity: Velocity?
  ) throws(PatternError) {
    try set(step: step, of: Voice(drum), to: velocity.map { Step($0) })
  }

  /// Mutes or unmutes a lane.
  public mutating func setMuted(_ isMuted: Bool, of voice: Voice) throws(PatternError) {
    guard lane(of: voice) != nil else { throw .noLane(voice) }
    update(voice) { $0.isMuted = isMuted }
  }

  /// Solos or unsolos a lane.
  public mutating func setSoloed(_ isSoloed: Bool, of voice: Voice) throws(PatternError) {
    guard lane(of: voice) != nil else { throw .noLane(voice) }
    update(voice) { $0.isSoloed = isSoloed }
  }

  /// Removes a voice's lane, if it has one.
  public mutating func removeLane(of voice: Voice) {
    let kept = lanes.filter { $0.voice != voice }
    replaceLanes(with: kept)
  }

  private mutating func update(_ voice: Voice, _ change: (inout Lane) -> Void) {
    var changed = lanes
    let known = changed.firstIndex { $0.voice == voice }
    if known == nil { changed.append(Lane(voice, restingFor: stepCount)) }
    change(&changed[known ?? changed.count - 1])
    replaceLanes(with: changed)
  }
}
