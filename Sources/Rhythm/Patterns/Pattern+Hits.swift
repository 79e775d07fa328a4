import MusicalTime

extension Pattern {
  /// The lanes that sound: the soloed ones if there are any, without the muted ones.
  public var audibleLanes: [Lane] {
    let anySoloed = lanes.contains { $0.isSoloed }
    return lanes.filter { !$0.isMuted && (!anySoloed || $0.isSoloed) }
  }

  /// What the drums of the first loop play as written, by beat and then by drum: mute and solo are
  /// honoured, groove, looseness, chance and conditions are left out.
  public var hits: [Hit] { strokesOfHits.map(\.hit) }

  /// The same with the step, among those of its drum's lane, that each hit is a stroke of.
  public var strokesOfHits: [(hit: Hit, stroke: Stroke)] {
    audibleLanes.flatMap { lane in
      guard let drum = lane.voice.drum else { return [(hit: Hit, stroke: Stroke)]() }
      return strokes(of: lane).compactMap { stroke in
        let beat = Beats(units: lane.ratio.patternUnits(ofLane: stroke.beat.units))
        guard beat >= .zero, beat < length else { return nil }
        return (Hit(drum: drum, velocity: stroke.velocity, beat: beat), stroke)
      }
    }.sorted { $0.hit < $1.hit }
  }
}
