extension KitDescription {
  /// The drums that a hit of `drum` cuts off: the others in its choke group.
  public func choked(by drum: Drum) -> DrumSet {
    guard let group = self[drum].chokeGroup else { return DrumSet() }
    return DrumSet(Drum.all.filter { $0 != drum && self[$0].chokeGroup == group })
  }
}
