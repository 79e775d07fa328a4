import DrumSynthesis
import Testing

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

extension SoundFontReader {
  /// Without a click, and without an offset (DC) over all of it.
  func expectSilenceAtTheEnd(of sample: Sample) {
    let values = frames[sample.start..<sample.end]
    #expect(values.suffix(64).allSatisfy { $0.magnitude <= 1 }, "\(sample.name)")
    let sum = values.reduce(into: 0) { $0 += Int($1) }
    #expect(abs(sum) < values.count * 4, "\(sample.name)")
  }
}
