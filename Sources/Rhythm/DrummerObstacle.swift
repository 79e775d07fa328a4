import MusicalTime

extension Patch {
  /// Why the drummer cannot play along, nil where it can: it knows bars of 4/4 only.
  public var drummerObstacle: String? {
    for pattern in patterns {
      guard let meter = pattern.meter, meter != .fourFour else { continue }
      return "the drummer plays 4/4 only, and pattern “\(pattern.name)” is in \(meter)"
    }
    return nil
  }
}
