extension KitDrum {
  /// The 26 drums of General MIDI's keys 35 to 60, in order of key.
  static let all: [KitDrum] = drumsAndSticks + tomsAndHats + cymbals + percussion

  private static let drumsAndSticks = [
    KitDrum(
      key: 35, name: "Acoustic Bass Drum", pan: 0, loudness: -22, layers: .three,
      recipe: Kick.acoustic.sound),
    KitDrum(
      key: 36, name: "Bass Drum 1", pan: 0, loudness: -22, layers: .three,
      recipe: Kick.tight.sound),
    KitDrum(
      key: 37, name: "Side Stick", pan: -0.08, loudness: -28, layers: .one,
      recipe: HandPercussion.sideStick),
    KitDrum(
      key: 38, name: "Acoustic Snare", pan: -0.06, loudness: -22, layers: .three,
      recipe: Snare.acoustic.sound),
    KitDrum(
      key: 39, name: "Hand Clap", pan: 0.1, loudness: -24, layers: .one,
      recipe: HandPercussion.clap),
    KitDrum(
      key: 40, name: "Electric Snare", pan: -0.06, loudness: -22, layers: .three,
      recipe: Snare.electric.sound),
  ]

  private static let tomsAndHats = [
    tom(41, "Low Floor Tom", pan: 0.42, Tom(hertz: 74, sixty: 1.4, seconds: 1.65)),
    hat(42, "Closed Hi-Hat", .closedHiHat, loudness: -31),
    tom(43, "High Floor Tom", pan: 0.34, Tom(hertz: 90, sixty: 1.3, seconds: 1.5)),
    hat(44, "Pedal Hi-Hat", .pedalHiHat, loudness: -32.5),
    tom(45, "Low Tom", pan: 0.2, Tom(hertz: 108, sixty: 1.2, seconds: 1.4)),
    hat(46, "Open Hi-Hat", .openHiHat, loudness: -30),
    tom(47, "Low-Mid Tom", pan: 0.06, Tom(hertz: 129, sixty: 1.1, seconds: 1.3)),
    tom(48, "Hi-Mid Tom", pan: -0.1, Tom(hertz: 154, sixty: 1.0, seconds: 1.2)),
  ]

  private static let cymbals = [
    cymbal(49, "Crash Cymbal 1", pan: -0.35, loudness: -26, .crash, layers: .two),
    tom(50, "High Tom", pan: -0.24, Tom(hertz: 184, sixty: 0.9, seconds: 1.1)),
    cymbal(51, "Ride Cymbal 1", pan: 0.36, loudness: -28.5, .ride, layers: .two),
    cymbal(52, "Chinese Cymbal", pan: 0.5, loudness: -27, .china, layers: .one),
    cymbal(53, "Ride Bell", pan: 0.36, loudness: -27, .bell, layers: .one),
  ]

  private static let percussion = [
    KitDrum(
      key: 54, name: "Tambourine", pan: 0.22, loudness: -29, layers: .one,
      recipe: Rattles.tambourine),
    cymbal(55, "Splash Cymbal", pan: -0.15, loudness: -27, .splash, layers: .one),
    KitDrum(
      key: 56, name: "Cowbell", pan: 0.14, loudness: -27, layers: .one,
      recipe: HandPercussion.cowbell),
    cymbal(57, "Crash Cymbal 2", pan: 0.4, loudness: -26, .secondCrash, layers: .one),
    KitDrum(
      key: 58, name: "Vibraslap", pan: -0.3, loudness: -29, layers: .one,
      recipe: Rattles.vibraslap),
    cymbal(59, "Ride Cymbal 2", pan: 0.44, loudness: -28, .secondRide, layers: .one),
    KitDrum(
      key: 60, name: "Hi Bongo", pan: -0.2, loudness: -26, layers: .two,
      recipe: Tom(hertz: 385, sixty: 0.3, clickHertz: 1_900, click: 0.4, seconds: 0.42).sound),
  ]

  private static func tom(_ key: UInt8, _ name: String, pan: Double, _ tom: Tom) -> KitDrum {
    KitDrum(key: key, name: name, pan: pan, loudness: -22.5, layers: .two, recipe: tom.sound)
  }

  private static func hat(
    _ key: UInt8, _ name: String, _ cymbal: Cymbal, loudness: Double
  ) -> KitDrum {
    KitDrum(
      key: key, name: name, pan: -0.3, loudness: loudness, layers: .three, chokeGroup: 1,
      recipe: cymbal.sound)
  }

  private static func cymbal(
    _ key: UInt8, _ name: String, pan: Double, loudness: Double, _ cymbal: Cymbal, layers: [Layer]
  ) -> KitDrum {
    KitDrum(
      key: key, name: name, pan: pan, loudness: loudness, layers: layers, recipe: cymbal.sound)
  }
}
