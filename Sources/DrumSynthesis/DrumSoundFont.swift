/// The bundled drum kit: a SoundFont of all 26 General MIDI drums, synthesised entirely in code.
///
/// The bytes are the same on every run and every machine.
public struct DrumSoundFont: Sendable {
  /// The complete SoundFont 2.01 file: bank 128, preset 0, keys 35 to 60.
  public let bytes: [UInt8]
  /// Every layer of every drum, in order of key and velocity.
  public let measurements: [DrumMeasurement]

  /// Synthesises the kit and assembles the file, which takes about a second.
  public static func make() -> DrumSoundFont {
    var file = SoundFontFile()
    var measurements: [DrumMeasurement] = []
    for drum in KitDrum.all {
      let layers = drum.layers.indices.map { Recording(drum: drum, layer: $0) }
      file.add(drum, layers)
      measurements += layers.map(\.measurement)
    }
    return DrumSoundFont(bytes: file.bytes(), measurements: measurements)
  }
}
