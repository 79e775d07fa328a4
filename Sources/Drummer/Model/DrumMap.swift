public import Rhythm

/// Maps the notes of MIDI files to drums; other notes are ignored.
public struct DrumMap: Sendable, Hashable {
  /// Notes 0 to 127.
  public var drums: [UInt8: Drum]

  /// A map of these notes only.
  public init(_ drums: [UInt8: Drum]) { self.drums = drums }

  /// The drum of `note`, or nil.
  public func drum(forNote note: UInt8) -> Drum? { drums[note] }

  /// The notes of a Roland TD-11's pads; rims and edges of snare, toms, hi-hat and cymbals count as
  /// the drum itself.
  public static let rolandTD11 = DrumMap([
    22: .closedHat, 26: .openHat, 36: .kick, 37: .sideStick, 38: .snare, 39: .clap, 40: .snare,
    42: .closedHat, 43: .tom5, 44: .pedalHat, 45: .tom4, 46: .openHat, 47: .tom4, 48: .tom2,
    49: .crash, 50: .tom2, 51: .ride, 52: .crash2, 53: .rideBell, 54: .tambourine, 55: .crash,
    56: .cowbell, 57: .crash2, 58: .tom5, 59: .ride,
  ])

  /// The notes outside General MIDI that the 2017 model was trained with.
  public static let classic = DrumMap([
    21: .pedalHat, 22: .closedHat, 24: .openHat, 25: .openHat, 26: .openHat, 60: .openHat,
    62: .pedalHat, 63: .closedHat, 75: .tom6, 80: .tom3, 82: .tom2,
  ])

  /// The TD-11's notes, then the classic ones, then General MIDI's 35 to 60.
  public static let standard: DrumMap = {
    var drums = rolandTD11.drums.merging(classic.drums) { first, _ in first }
    for drum in Drum.all where drums[drum.note] == nil { drums[drum.note] = drum }
    return DrumMap(drums)
  }()
}
