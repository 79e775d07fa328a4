extension DrumSoundFont {
  /// The README beside the file: contents, method, and a table of all layers.
  public func readme() -> String {
    """
    # Ghostnote Kit

    `Ghostnote-Kit.sf2` is the drum kit that comes with Ghostnote: all 26 General MIDI drums, keys
    35 to 60, in bank 128, preset 0. Any SoundFont 2 player can load it. It is \(bytes.count) bytes.

    ## How it was made

    Every sound is computed by the code in `Sources/DrumSynthesis`; nothing was recorded and nothing
    was taken from other sample sets. Drums are struck membranes with gliding modes, cymbals are
    some hundreds of inharmonic partials with a wash of noise. The arithmetic avoids everything that
    differs between machines, so `ghostnote soundfont make` writes the same bytes everywhere.
    Samples are 16-bit mono at 44.1 kHz, one-shot: a note-off lets them ring. The hi-hats (42, 44,
    46) share exclusive class 1. Harder layers are brighter, not louder: loudness follows velocity
    through the player's own curve.

    ## Licence

    The same licence as the project.

    ## What is in it

    Peak and loudness are those of the samples, which is what velocity 127 plays. Loudness is the
    loudest 400 ms, K-weighted (EBU momentary maximum of ITU-R BS.1770).

    | key | drum | velocities | length | peak | loudness |
    |---:|---|---|---:|---:|---:|
    \(measurements.map(\.row).joined(separator: "\n"))

    """
  }
}

extension DrumMeasurement {
  fileprivate var row: String {
    let range = "\(velocities.lowerBound)–\(velocities.upperBound)"
    let length = Self.decimal(seconds, places: 2)
    let peak = Self.decimal(peakDBFS, places: 1)
    let loudness = Self.decimal(loudnessLUFS, places: 1)
    return "| \(note) | \(name) | \(range) | \(length) s | \(peak) dBFS | \(loudness) LUFS |"
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    let scale = places == 1 ? 10 : 100
    let whole = Int((abs(value) * Double(scale)).rounded())
    let fraction = String(whole % scale + scale).dropFirst()
    return "\(value < 0 && whole > 0 ? "-" : "")\(whole / scale).\(fraction)"
  }
}
