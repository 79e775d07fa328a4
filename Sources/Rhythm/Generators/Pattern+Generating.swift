extension Pattern {
  /// Writes a Euclidean rhythm in place of a voice's steps; adds its lane when missing.
  ///
  /// Where its steps fit whole into the lane they are repeated; otherwise the lane gets a grid of
  /// its own with as many markers, spaced as they were.
  public mutating func generate(_ rhythm: Euclid, for voice: Voice) throws(PatternError) {
    var lane = lane(of: voice) ?? Lane(voice, restingFor: stepCount)
    let present = grid(of: lane)
    let written = rhythm.written
    if present.count.isMultiple(of: rhythm.steps) {
      lane.steps = (0..<present.count).map { written[$0 % rhythm.steps] }
    } else {
      do { lane.grid = try present.resized(to: rhythm.steps) } catch { throw .grid(error) }
      lane.steps = written
    }
    try put(lane)
  }

  /// Adds plain hits on the heaviest free markers of a voice, or takes its lightest hits away, until
  /// so large a part of its markers is struck, 0 to 1; adds its lane when missing.
  public mutating func setDensity(_ density: Density, of voice: Voice) throws(PatternError) {
    var lane = lane(of: voice) ?? Lane(voice, restingFor: stepCount)
    let byWeight = grid(of: lane).markersByWeight
    let wanted = density.count(of: byWeight.count)
    let struck = byWeight.filter { lane.steps[$0] != nil }
    for step in struck.dropFirst(wanted) { lane.steps[step] = nil }
    let free = byWeight.filter { lane.steps[$0] == nil }
    for step in free.prefix(max(wanted - struck.count, 0)) {
      lane.steps[step] = Step(StepNotation.hit)
    }
    try put(lane)
  }
}
