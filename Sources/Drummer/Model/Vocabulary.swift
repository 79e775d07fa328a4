public import MusicalTime
public import Rhythm

/// The drums, grid and bins of the model: 13 drums, 16 steps per 4/4 bar, 24 ticks per step, 32
/// velocity bins.
public enum Vocabulary {
  /// The drums, in the order in which those on one step are sampled.
  public static let drums: [Drum] = [
    .kick, .snare, .sideStick, .closedHat, .pedalHat, .openHat, .tom5, .tom4, .tom2, .crash,
    .crash2, .ride, .rideBell,
  ]
  /// 13.
  public static let drumCount = 13
  /// Sixteenths in a bar of 4/4.
  public static let stepsPerBar = 16
  /// Ticks of 1/96 beat in a sixteenth.
  public static let ticksPerStep = 24
  /// Bins of four velocities.
  public static let velocityCount = 32
  /// The styles of the Groove MIDI Dataset, in the order of its models' tensors.
  public static let grooveStyles = [
    "rock", "funk", "jazz", "latin", "hiphop", "soul", "afrocuban", "punk", "neworleans", "country",
    "pop", "reggae", "gospel", "afrobeat", "dance", "blues", "highlife", "middleeastern",
  ]

  /// The length of a 4/4 bar.
  public static var bar: Beats { Beats(4) }
  /// 1/96 of a beat.
  public static var tick: Beats { Beats(1, over: 96) }

  /// The index of the drum that `drum` maps to, or nil if none of the 13 is similar.
  public static func index(of drum: Drum) -> Int? { indices[Int(drum.index)] }

  private static let indices: [Int?] = {
    // Drums mapped to a similar one of the 13.
    let likes: [(Drum, Drum)] = [
      (.kick2, .kick), (.snare2, .snare), (.tom6, .tom5), (.tom3, .tom4), (.tom1, .tom2),
      (.splash, .crash), (.china, .crash2), (.ride2, .ride),
    ]
    var indices = [Int?](repeating: nil, count: Drum.count)
    for (index, drum) in drums.enumerated() { indices[Int(drum.index)] = index }
    for (drum, like) in likes { indices[Int(drum.index)] = indices[Int(like.index)] }
    return indices
  }()

  /// The velocity of a bin: its centre, and 127 for the last.
  public static func velocity(ofBin bin: Int) -> Velocity {
    Velocity(clamping: bin == velocityCount - 1 ? 127 : 4 * bin + 2)
  }
}
