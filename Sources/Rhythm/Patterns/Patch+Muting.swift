extension Pattern {
  /// The lanes that sound: the soloed ones if there are any, without the muted ones.
  public var audibleLanes: [Lane] {
    let anySoloed = lanes.contains { $0.isSoloed }
    return lanes.filter { !$0.isMuted && (!anySoloed || $0.isSoloed) }
  }
}

extension Patch {
  /// The lanes of `pattern` that sound: not muted (alone or with their mute group) and not excluded by
  /// solo.
  public func audibleLanes(of pattern: Pattern) -> [Lane] {
    pattern.audibleLanes.filter { lane in
      !(lane.muteGroup.map { mutedGroups.contains($0) } ?? false)
    }
  }
}
