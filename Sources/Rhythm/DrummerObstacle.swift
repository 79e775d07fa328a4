import MusicalTime

extension Patch {
  /// Why the drummer cannot play along, nil where it can: it knows bars of 4/4 only.
  public var drummerObstacle: String? {
    for pattern in patterns {
      guard let meter = pattern.meter, meter != .fourFour else { continue }
      return "the drummer plays 4/4 only, and pattern “\(pattern.name)” is in \(meter): "
        + "`drummer off`, or play patterns in 4/4"
    }
    return nil
  }

  /// The drummer's settings as it can play them: off where there is an obstacle.
  public var playableDrummer: DrummerSettings {
    var settings = drummer
    if drummerObstacle != nil { settings.isOn = false }
    return settings
  }

  /// Why the drummer is silent although it is on; nil where it plays or is off.
  public var drummerSilence: String? {
    drummer.isOn ? drummerObstacle.map { "the drummer is silent: \($0)" } : nil
  }
}
