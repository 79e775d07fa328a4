extension KitDrum {
  /// The electronic kit on the same 26 keys, as loud as the acoustic one's drums.
  ///
  /// A machine repeats a stroke exactly; soft velocities and accents have recordings of their own.
  static let electronic: [KitDrum] = [
    drum(35, "Acoustic Bass Drum", .boom, loudness: -22),
    drum(36, "Bass Drum 1", .thump, loudness: -22, recordings: 3),
    other(37, "Side Stick", loudness: -26.5, ElectronicPercussion.rim),
    drum(38, "Acoustic Snare", .snap, loudness: -22, recordings: 3),
    other(39, "Hand Clap", loudness: -25, ElectronicPercussion.clap, recordings: 3),
    drum(40, "Electric Snare", .crack, loudness: -22, recordings: 3),
    tom(41, "Low Floor Tom", 82, pan: 0.42, sixty: 0.75),
    metal(42, "Closed Hi-Hat", .closedHat, loudness: -28.5, choke: 1, recordings: 3),
    tom(43, "High Floor Tom", 98, pan: 0.34, sixty: 0.7),
    metal(44, "Pedal Hi-Hat", .pedalHat, loudness: -30, choke: 1),
    tom(45, "Low Tom", 117, pan: 0.2, sixty: 0.65),
    metal(46, "Open Hi-Hat", .openHat, loudness: -24.5, choke: 1),
    tom(47, "Low-Mid Tom", 139, pan: 0.06, sixty: 0.6),
    tom(48, "Hi-Mid Tom", 165, pan: -0.1, sixty: 0.55),
    metal(49, "Crash Cymbal 1", .crash, pan: -0.35, loudness: -22.5),
    tom(50, "High Tom", 196, pan: -0.24, sixty: 0.5),
    metal(51, "Ride Cymbal 1", .ride, pan: 0.36, loudness: -29),
    metal(52, "Chinese Cymbal", .china, pan: 0.5, loudness: -22.5),
    metal(53, "Ride Bell", .rideBell, pan: 0.36, loudness: -26.5),
    other(54, "Tambourine", pan: 0.22, loudness: -24, ElectronicPercussion.tambourine),
    metal(55, "Splash Cymbal", .splash, pan: -0.15, loudness: -21.5),
    other(56, "Cowbell", pan: 0.14, loudness: -26, ElectronicPercussion.cowbell),
    metal(57, "Crash Cymbal 2", .secondCrash, pan: 0.4, loudness: -22.5),
    other(58, "Vibraslap", pan: -0.3, loudness: -26, ElectronicPercussion.vibraslap),
    metal(59, "Ride Cymbal 2", .secondRide, pan: 0.44, loudness: -28.5),
    drum(60, "Hi Bongo", .conga, pan: -0.2, loudness: -26.5),
  ]

  private static func drum(
    _ key: UInt8, _ name: String, _ drum: ElectronicDrum, pan: Double = 0, loudness: Double,
    recordings: Int = 2
  ) -> KitDrum {
    KitDrum(
      key: key, name: name, pan: pan, loudness: loudness, recordings: recordings, turns: 1,
      recipe: drum.sound)
  }

  private static func tom(
    _ key: UInt8, _ name: String, _ hertz: Double, pan: Double, sixty: Double
  ) -> KitDrum {
    drum(key, name, .tom(hertz, sixty: sixty, seconds: sixty * 0.9), pan: pan, loudness: -23)
  }

  private static func metal(
    _ key: UInt8, _ name: String, _ metal: ElectronicMetal, pan: Double = -0.3, loudness: Double,
    choke: UInt16 = 0, recordings: Int = 2
  ) -> KitDrum {
    KitDrum(
      key: key, name: name, pan: pan, loudness: loudness, recordings: recordings, turns: 1,
      chokeGroup: choke, recipe: metal.sound)
  }

  private static func other(
    _ key: UInt8, _ name: String, pan: Double = 0, loudness: Double,
    _ recipe: @escaping @Sendable (Strike) -> Signal, recordings: Int = 2
  ) -> KitDrum {
    KitDrum(
      key: key, name: name, pan: pan, loudness: loudness, recordings: recordings, turns: 1,
      recipe: recipe)
  }
}
