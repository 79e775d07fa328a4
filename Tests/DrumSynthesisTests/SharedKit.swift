import DrumSynthesis

/// The kit shared by all tests: made once, because it takes seconds in a debug build.
enum SharedKit {
  static let kit = DrumSoundFont.make()
  static let reader = SoundFontReader(kit.bytes)

  /// The sound that a key plays at a velocity.
  static func sound(key: Int, velocity: Int = 127) -> [Double] {
    guard let zone = reader.zones(key: key).first(where: { $0.velocities.contains(velocity) }),
      let sample = zone.generators[53]
    else { return [] }
    return reader.sound(reader.samples[sample])
  }
}
