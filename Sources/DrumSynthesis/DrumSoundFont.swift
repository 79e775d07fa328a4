import SoundFonts

/// A bundled drum kit: a SoundFont of all 26 General MIDI drums, synthesised entirely in code.
///
/// The bytes are the same on every run and every machine.
public struct DrumSoundFont: Sendable {
  /// The complete SoundFont 2.01 file: bank 128, preset 0, keys 35 to 60.
  public let bytes: [UInt8]
  /// Every recording of every drum, in order of key and force.
  public let measurements: [DrumMeasurement]

  /// Synthesises the kit and assembles the file, which takes a few seconds.
  public static func make(_ kit: BundledKit = .acoustic) -> DrumSoundFont {
    var file = SoundFont.bundled(kit)
    var measurements: [DrumMeasurement] = []
    for drum in kit.drums {
      let recordings = (0..<drum.recordings).map { Recording(drum: drum, index: $0) }
      file.add(drum, recordings)
      measurements += recordings.map(\.measurement)
    }
    do throws(SoundFontLimit) {
      return DrumSoundFont(bytes: try file.bytes(), measurements: measurements)
    } catch { preconditionFailure("the bundled kit is too large: \(error)") }
  }
}
