extension Pattern {
  /// The lanes that sound: the soloed ones if there are any, without the muted ones.
  public var audibleLanes: [Lane] {
    let anySoloed = lanes.contains { $0.isSoloed }
    return lanes.filter { !$0.isMuted && (!anySoloed || $0.isSoloed) }
  }

  /// What one loop plays, by beat and then by drum; mute and solo are honoured.
  public var hits: [Hit] {
    audibleLanes.flatMap { lane in
      lane.steps.enumerated().compactMap { step, velocity in
        velocity.map { Hit(drum: lane.drum, velocity: $0, beat: beat(ofStep: step)) }
      }
    }.sorted()
  }
}
