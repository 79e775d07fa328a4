public import MusicalTime

extension Groove {
  /// A stroke as it was played: where, and how hard.
  public struct Sample: BitwiseCopyable, Sendable, Hashable {
    /// From the beginning of the bar or of the pattern.
    public var beat: Beats
    public var velocity: Velocity

    public init(_ beat: Beats, _ velocity: Velocity) {
      self.beat = beat
      self.velocity = velocity
    }
  }

  /// The groove of strokes in bars of one length: for each sixteenth of the bar, the median of how far
  /// the strokes nearest to it lie off it, and of their velocity against that of all.
  ///
  /// Time is counted from where the bar's first sixteenth is played, which a warp keeps in its place.
  public init(name: String, of samples: [Sample], barLength: Beats) throws(GrooveError) {
    guard Warp.periods.contains(barLength) else { throw .period(barLength) }
    let count = max(barLength.dividedRoundingUp(by: .sixteenth), 1)
    guard count < Int64(Warp.mostPoints) else { throw .period(barLength) }
    let half = Beats(units: Beats.sixteenth.units / 2)
    var strokes: [[Sample]] = Array(repeating: [], count: Int(count))
    for sample in samples {
      var nearest = (sample.beat + half).dividedRoundingDown(by: .sixteenth)
      var beat = sample.beat
      if Beats.sixteenth * nearest >= barLength {
        // Just before the bar line it belongs to the next bar's first.
        nearest = 0
        beat = beat - barLength
      }
      guard (0..<count).contains(nearest) else { continue }
      strokes[Int(nearest)].append(Sample(beat, sample.velocity))
    }
    let places = (0..<count).map { (written: Beats.sixteenth * $0, straight: Beats.sixteenth * $0) }
    try self.init(name: name, strokes, places, period: barLength)
  }

  /// The groove of a pattern's first loop: for each marker, the median of how far its strokes lie off
  /// it, and of their velocity against that of all; where the grid is not even, against an even one
  /// of as many markers.
  ///
  /// Lanes on a grid or at a speed of their own are left out. Time is counted from where the first
  /// marker is played.
  public init(name: String, of pattern: Pattern) throws(GrooveError) {
    let grid = pattern.grid
    var strokes: [[Sample]] = Array(repeating: [], count: grid.count)
    for lane in pattern.audibleLanes where lane.grid == nil && lane.ratio == .one {
      // Those of a ratchet behind its first lie on no marker.
      for stroke in pattern.strokes(of: lane) where stroke.ratchet == 0 {
        strokes[grid.marker(at: stroke.place)].append(Sample(stroke.beat, stroke.velocity))
      }
    }
    let isEven = grid.stepsPerBeat != nil
    let count = Int64(grid.count)
    let places = grid.markers.enumerated().map { index, marker in
      let even = Beats(units: (2 * grid.length.units * Int64(index) + count) / (2 * count))
      return (written: marker.beat, straight: isEven ? marker.beat : even)
    }
    try self.init(name: name, strokes, places, period: grid.length)
  }

  /// From the strokes at each place, where that was written, and where it would be without groove.
  private init(
    name: String, _ strokes: [[Sample]], _ places: [(written: Beats, straight: Beats)],
    period: Beats
  ) throws(GrooveError) {
    let all = strokes.joined().map { Double($0.velocity.value) }
    guard let usual = all.median else { throw .silence }
    let late = zip(strokes, places).map { samples, place in
      samples.map { Double(($0.beat - place.written).units) }.median
    }
    let first =
      places[0].written - places[0].straight + Beats(units: Int64((late[0] ?? 0).rounded()))
    var points: [Warp.Point] = []
    var levels: [Level] = []
    for (index, place) in places.enumerated() {
      guard let late = late[index] else { continue }
      let velocity = strokes[index].map { Double($0.velocity.value) }.median ?? usual
      levels.append(Level(place.straight, factor: min(velocity / usual, 2)))
      guard index > 0 else { continue }
      let played = place.written + Beats(units: Int64(late.rounded())) - first
      guard played > points.last?.to ?? .zero, played < period else {
        throw .crossing(marker: index, played)
      }
      points.append(Warp.Point(place.straight, played))
    }
    guard let warp = Warp(period: period, points) else { throw .period(period) }
    self.init(name: name, warp: warp, levels: Self.thinned(levels))
  }

  /// Each level holds until the next: equal neighbours are one, and all alike are none.
  private static func thinned(_ levels: [Level]) -> [Level] {
    var kept: [Level] = []
    if let first = levels.first, first.beat > .zero { kept.append(Level(.zero, factor: 1)) }
    for level in levels where kept.last?.factor != level.factor { kept.append(level) }
    return kept.allSatisfy { $0.factor == 1 } ? [] : kept
  }
}

extension [Double] {
  /// The middle of the numbers, of two middles their mean; nil for none.
  fileprivate var median: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
  }
}
