import DrumSynthesis

/// The kit shared by all tests: made once, because it takes seconds in a debug build.
enum SharedKit {
  static let kit = DrumSoundFont.make()
  static let reader = SoundFontReader(kit.bytes)
  static let electronic = DrumSoundFont.make(.electronic)
  static let electronicReader = SoundFontReader(electronic.bytes)

  /// The sound that a key plays at a velocity.
  static func sound(
    key: Int, velocity: Int = 127, in reader: SoundFontReader = reader
  ) -> [Double] {
    guard let zone = reader.zones(key: key).first(where: { $0.velocities.contains(velocity) }),
      let sample = zone.generators[53]
    else { return [] }
    return reader.sound(reader.samples[sample])
  }
}
