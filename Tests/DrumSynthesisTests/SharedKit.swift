import DrumSynthesis

/// The kit every test looks at: made once, since a debug build takes seconds over it.
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
