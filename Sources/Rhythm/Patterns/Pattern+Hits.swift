import MusicalTime

extension Pattern {
  /// The lanes that sound: the soloed ones if there are any, without the muted ones.
  public var audibleLanes: [Lane] {
    let anySoloed = lanes.contains { $0.isSoloed }
    return lanes.filter { !$0.isMuted && (!anySoloed || $0.isSoloed) }
  }

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

extension Patch {
  /// The lanes of `pattern` that sound: not muted (alone or with their group) and not excluded by
  /// solo.
  public func audibleLanes(of pattern: Pattern) -> [Lane] {
    pattern.audibleLanes.filter { lane in
      !(lane.muteGroup.map { mutedGroups.contains($0) } ?? false)
    }
  }
}
