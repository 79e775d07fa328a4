extension Pattern {
  /// Replaces a voice's steps by a Euclidean rhythm; adds its lane if missing.
  ///
  /// The rhythm is repeated if its steps divide those of the lane; otherwise the lane gets a grid
  /// of its own with this number of markers at the same spacing.
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

  /// Adds plain hits on the heaviest free markers of a voice, or removes its lightest hits, until
  /// the share of its markers with a hit is `density`; adds its lane if missing.
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
