public import MusicalTime

extension Groove {
  /// The beat and velocity of a played hit.
  public struct Sample: BitwiseCopyable, Sendable, Hashable {
    /// Counted from the beginning of the bar or pattern.
    public var beat: Beats
    /// The velocity.
    public var velocity: Velocity

    /// A hit at a beat.
    public init(_ beat: Beats, _ velocity: Velocity) {
      self.beat = beat
      self.velocity = velocity
    }
  }

  /// Extracts a groove from bars of one length: for each sixteenth of the bar, the median time
  /// deviation of the nearest hits, and the ratio of their median velocity to that of all hits.
  ///
  /// Time is relative to the average first sixteenth, because a warp keeps beat 0 fixed.
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
        // Just before the bar line a hit belongs to the first sixteenth of the next bar.
        nearest = 0
        beat = beat - barLength
      }
      guard (0..<count).contains(nearest) else { continue }
      strokes[Int(nearest)].append(Sample(beat, sample.velocity))
    }
    let places = (0..<count).map { (written: Beats.sixteenth * $0, straight: Beats.sixteenth * $0) }
    try self.init(name: name, strokes, places, period: barLength)
  }

  /// Extracts the groove of a pattern's first loop: for each marker, the median time deviation of
  /// its hits, and the ratio of their median velocity to that of all hits; an uneven grid is
  /// compared with an even one of the same count.
  ///
  /// Lanes with a grid or speed of their own are left out. Time is relative to the first marker's
  /// hits.
  public init(name: String, of pattern: Pattern) throws(GrooveError) {
    let grid = pattern.grid
    var strokes: [[Sample]] = Array(repeating: [], count: grid.count)
    for lane in pattern.audibleLanes where lane.grid == nil && lane.ratio == .one {
      // Only the first hit of a ratchet lies on a marker.
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

  /// From the hits at each position, where these were written, and where they would be without
  /// groove.
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

  /// Merges equal neighbouring levels, each of which applies until the next; returns none if all
  /// are equal.
  private static func thinned(_ levels: [Level]) -> [Level] {
    var kept: [Level] = []
    if let first = levels.first, first.beat > .zero { kept.append(Level(.zero, factor: 1)) }
    for level in levels where kept.last?.factor != level.factor { kept.append(level) }
    return kept.allSatisfy { $0.factor == 1 } ? [] : kept
  }
}

extension [Double] {
  /// The median, of an even count the mean of the middle two; nil for none.
  fileprivate var median: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
  }
}
