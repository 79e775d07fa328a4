extension DrumSoundFont {
  /// The README beside the file: contents, method, a table of all drums, and how they compare with real kits.
  public func readme() -> String {
    """
    # Ghostnote Kit

    `Ghostnote-Kit.sf2` is the drum kit that comes with Ghostnote: all 26 General MIDI drums, keys
    35 to 60, in bank 128, preset 0. Any SoundFont 2 player can load it. It is \(bytes.count) bytes.

    ## How it was made

    Every sound is computed by the code in `Sources/DrumSynthesis`; nothing was recorded and nothing
    was taken from other sample sets. Heads are struck membranes with gliding modes; shells, wires,
    sticks and bronze are uneven partials and noise whose levels, decays and build-up are given band
    by band, set after what was measured on recorded kits. The arithmetic avoids everything that
    differs between machines, so `ghostnote soundfont make` writes the same bytes everywhere.
    Samples are 16-bit at 44.1 kHz, one-shot: a note-off lets them ring. The hi-hats (42, 44, 46)
    are one pair of cymbals and share exclusive class 1; ride and bell are one cymbal.

    Each drum has two to six recordings of rising force. A velocity plays from three neighbours of
    them, a stereo drum two of the three, left and right; the next velocity plays another choice. So
    repeated strokes differ in any player once their velocities vary by one. Harder recordings
    differ in shape, not in level: loudness follows velocity through the player's own curve.

    ## Licence

    The same licence as the project.

    ## What is in it

    Peak and loudness are those at velocity 127, over a drum's recordings. Loudness is the loudest
    400 ms, K-weighted (EBU momentary maximum of ITU-R BS.1770).

    | key | drum | recordings | length | peak | loudness |
    |---:|---|---|---:|---:|---:|
    \(rows.joined(separator: "\n"))

    \(Self.comparison)
    """
  }
}

extension DrumSoundFont {
  /// One row for each drum.
  private var rows: [String] {
    var rows: [String] = []
    for first in measurements where first.recording == 1 {
      let own = measurements.filter { $0.note == first.note }
      let sides = first.isStereo ? "stereo" : "mono"
      let peak = own.map(\.peakDBFS).max() ?? first.peakDBFS
      let loudness = own.map(\.loudnessLUFS).reduce(0, +) / Double(own.count)
      rows.append(
        "| \(first.note) | \(first.name) | \(own.count), \(sides) | "
          + "\(Self.decimal(first.seconds, places: 2)) s | "
          + "\(Self.decimal(peak, places: 1)) dBFS | \(Self.decimal(loudness, places: 1)) LUFS |")
    }
    return rows
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    let scale = places == 1 ? 10 : 100
    let whole = Int((abs(value) * Double(scale)).rounded())
    let fraction = String(whole % scale + scale).dropFirst()
    return "\(value < 0 && whole > 0 ? "-" : "")\(whole / scale).\(fraction)"
  }
}
