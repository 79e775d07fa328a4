extension KitDrum {
  /// The 26 drums of General MIDI's keys 35 to 60, in order of key.
  static let all: [KitDrum] = drumsAndSticks + tomsAndHats + cymbals + percussion

  private static let drumsAndSticks = [
    KitDrum(
      key: 35, name: "Acoustic Bass Drum", pan: 0, loudness: -22, recordings: 6,
      recipe: Kick.acoustic.sound),
    KitDrum(
      key: 36, name: "Bass Drum 1", pan: 0, loudness: -22, recordings: 6,
      recipe: Kick.tight.sound),
    KitDrum(
      key: 37, name: "Side Stick", pan: -0.08, loudness: -26.5, recordings: 4,
      recipe: HandPercussion.sideStick),
    KitDrum(
      key: 38, name: "Acoustic Snare", pan: -0.06, width: 0.3, loudness: -22, recordings: 6,
      recipe: Snare.acoustic.sound),
    KitDrum(
      key: 39, name: "Hand Clap", pan: 0.1, width: 0.4, loudness: -25, recordings: 3,
      recipe: HandPercussion.clap),
    KitDrum(
      key: 40, name: "Electric Snare", pan: -0.06, width: 0.3, loudness: -22, recordings: 6,
      recipe: Snare.electric.sound),
  ]

  private static let tomsAndHats = [
    tom(41, "Low Floor Tom", pan: 0.42, Tom(hertz: 74, sixty: 1.6, seconds: 1.4)),
    hat(42, "Closed Hi-Hat", .closedHiHat, loudness: -28.5, recordings: 6),
    tom(43, "High Floor Tom", pan: 0.34, Tom(hertz: 88, sixty: 1.5, seconds: 1.3)),
    hat(44, "Pedal Hi-Hat", .pedalHiHat, loudness: -30, recordings: 4),
    tom(45, "Low Tom", pan: 0.2, Tom(hertz: 106, sixty: 1.45, seconds: 1.2)),
    hat(46, "Open Hi-Hat", .openHiHat, loudness: -24.5, recordings: 5),
    tom(47, "Low-Mid Tom", pan: 0.06, Tom(hertz: 124, sixty: 1.4, seconds: 1.15)),
    tom(48, "Hi-Mid Tom", pan: -0.1, Tom(hertz: 148, sixty: 1.25, seconds: 1.05)),
  ]

  private static let cymbals = [
    cymbal(49, "Crash Cymbal 1", pan: -0.35, loudness: -22.5, .crash, recordings: 5),
    tom(50, "High Tom", pan: -0.24, Tom(hertz: 176, sixty: 1.15, seconds: 1.0)),
    cymbal(51, "Ride Cymbal 1", pan: 0.36, loudness: -29, .ride, recordings: 5),
    cymbal(52, "Chinese Cymbal", pan: 0.5, loudness: -22.5, .china, recordings: 4),
    cymbal(53, "Ride Bell", pan: 0.36, loudness: -26.5, .bell, recordings: 4, instrument: 51),
  ]

  private static let percussion = [
    KitDrum(
      key: 54, name: "Tambourine", pan: 0.22, width: 0.3, loudness: -24, recordings: 4,
      recipe: Rattles.tambourine),
    cymbal(55, "Splash Cymbal", pan: -0.15, loudness: -21.5, .splash, recordings: 4),
    KitDrum(
      key: 56, name: "Cowbell", pan: 0.14, loudness: -26, recordings: 4,
      recipe: HandPercussion.cowbell),
    cymbal(57, "Crash Cymbal 2", pan: 0.4, loudness: -22.5, .secondCrash, recordings: 4),
    KitDrum(
      key: 58, name: "Vibraslap", pan: -0.3, loudness: -26, recordings: 2,
      recipe: Rattles.vibraslap),
    cymbal(59, "Ride Cymbal 2", pan: 0.44, loudness: -28.5, .secondRide, recordings: 4),
    KitDrum(
      key: 60, name: "Hi Bongo", pan: -0.2, loudness: -26.5, recordings: 5,
      recipe: HandPercussion.bongo),
  ]

  private static func tom(_ key: UInt8, _ name: String, pan: Double, _ tom: Tom) -> KitDrum {
    KitDrum(
      key: key, name: name, pan: pan, width: 0.25, loudness: -23, recordings: 5,
      recipe: tom.sound)
  }

  private static func hat(
    _ key: UInt8, _ name: String, _ cymbal: Cymbal, loudness: Double, recordings: Int
  ) -> KitDrum {
    KitDrum(
      key: key, name: name, pan: -0.3, width: 0.45, loudness: loudness, recordings: recordings,
      instrument: 42, chokeGroup: 1, recipe: cymbal.sound)
  }

  private static func cymbal(
    _ key: UInt8, _ name: String, pan: Double, loudness: Double, _ cymbal: Cymbal,
    recordings: Int, instrument: UInt8? = nil
  ) -> KitDrum {
    KitDrum(
      key: key, name: name, pan: pan, width: 0.45, loudness: loudness, recordings: recordings,
      instrument: instrument, recipe: cymbal.sound)
  }
}
