import MusicalTime

extension Pattern {
  /// The drum hits of the first loop as written, by beat and then by drum. Mute and solo apply;
  /// groove, looseness, probability and conditions do not.
  public var hits: [Hit] {
    audibleLanes.flatMap { lane in
      guard let drum = lane.voice.drum else { return [Hit]() }
      return strokes(of: lane).compactMap { stroke in
        let beat = Beats(units: lane.ratio.patternUnits(ofLane: stroke.beat.units))
        guard beat >= .zero, beat < length else { return nil }
        return Hit(drum: drum, velocity: stroke.velocity, beat: beat)
      }
    }.sorted()
  }
}
