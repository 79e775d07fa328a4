import MusicalTime
import Rhythm

extension HydrogenPatterns {
  /// Humanising as looseness.
  var looseness: Looseness {
    Looseness(hydrogenTiming: file.humanisedTiming, velocity: file.humanisedVelocity)
  }

  /// Swing as a groove: off-beat sixteenths move by up to half a sixteenth.
  var groove: GrooveUse? {
    guard swingsByGroove else { return nil }
    let percent = ((50 + 25 * file.swing) * 1_000).rounded() / 1_000
    guard let share = SwingShare(percent: percent) else { return nil }
    return (try? Groove.swing(name: "swing16 \(share)", pair: Beats(1, over: 2), share)).map {
      GrooveUse($0)
    }
  }

  /// The choke group that a mute group becomes.
  private static func name(ofMuteGroup number: Int) -> String { "group \(number)" }

  /// Whether a choke group has the name of a mute group.
  static func isMuteGroup(_ name: String) -> Bool {
    name.split(separator: " ").last.flatMap { Int($0) }.map(self.name(ofMuteGroup:)) == name
  }

  /// Drums of one mute group, where there are several; a drum of two groups is in the first.
  var chokeGroups: [Drum: String] {
    var groups: [Int: Set<Drum>] = [:]
    for voice in Set(patterns.flatMap { $0.lanes.map(\.voice) }) {
      guard let drum = voice.drum else { continue }
      for instrument in voices.instruments(of: voice) {
        if let group = instrument.muteGroup { groups[group, default: []].insert(drum) }
      }
    }
    var found: [Drum: String] = [:]
    for (group, drums) in groups.sorted(by: { $0.key < $1.key }) where drums.count > 1 {
      for drum in drums where found[drum] == nil { found[drum] = Self.name(ofMuteGroup: group) }
    }
    return found
  }

  /// The cents by which all notes of a voice are tuned; nil if they differ or cannot be.
  func tuning(of voice: Voice) -> Float? {
    guard voice.drum != nil, let found = pitches[voice], found.count == 1,
      let semitones = found.first,
      abs(semitones) <= 24
    else { return nil }
    return Float(semitones * 100)
  }

  /// The drums that are tuned.
  var tunings: [Drum: Float] {
    var tunings: [Drum: Float] = [:]
    for voice in pitches.keys {
      if let drum = voice.drum, let cents = tuning(of: voice), cents != 0 { tunings[drum] = cents }
    }
    return tunings
  }
}
