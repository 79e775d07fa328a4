public import Rhythm

/// Which drum a note of a MIDI file means; notes that are not in it are not heard.
public struct DrumMap: Sendable, Hashable {
  /// Notes 0 to 127.
  public var drums: [UInt8: Drum]

  /// The drums of these notes, and of no others.
  public init(_ drums: [UInt8: Drum]) { self.drums = drums }

  /// The drum of `note`, or nil for none.
  public func drum(forNote note: UInt8) -> Drum? { drums[note] }

  /// What the pads of a Roland TD-11 send, each as the drum that is struck: rims and edges of snare,
  /// toms, hat and cymbals count as the drum itself.
  public static let rolandTD11 = DrumMap([
    22: .closedHat, 26: .openHat, 36: .kick, 37: .sideStick, 38: .snare, 39: .clap, 40: .snare,
    42: .closedHat, 43: .tom5, 44: .pedalHat, 45: .tom4, 46: .openHat, 47: .tom4, 48: .tom2,
    49: .crash, 50: .tom2, 51: .ride, 52: .crash2, 53: .rideBell, 54: .tambourine, 55: .crash,
    56: .cowbell, 57: .crash2, 58: .tom5, 59: .ride,
  ])

  /// The notes outside General MIDI that the drummer of 2017 was taught with.
  public static let classic = DrumMap([
    21: .pedalHat, 22: .closedHat, 24: .openHat, 25: .openHat, 26: .openHat, 60: .openHat,
    62: .pedalHat, 63: .closedHat, 75: .tom6, 80: .tom3, 82: .tom2,
  ])

  /// The TD-11's notes, then the classic ones, then General MIDI's own drums 35 to 60.
  public static let standard: DrumMap = {
    var drums = rolandTD11.drums.merging(classic.drums) { first, _ in first }
    for drum in Drum.all where drums[drum.note] == nil { drums[drum.note] = drum }
    return DrumMap(drums)
  }()
}
