extension DrumSoundFont {
  /// The README beside the files: contents, method, a table of all drums, how they compare with real
  /// kits, and the electronic kit beside this one.
  public func readme(beside electronic: DrumSoundFont) -> String {
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
    # Ghostnote Machine

    `\(BundledKit.electronic.file)` is a second, electronic kit on the same keys: \(electronic.bytes.count)
    bytes, the same licence, made in the same way (`ghostnote soundfont make --kit electronic`).
    `kit Ghostnote-Machine` plays it. Drums are sines whose pitch falls, the pulse that starts them,
    and filtered noise; metal is six square waves whose pitches have no common measure, as in the
    analogue machines of about 1980: 35 is long and deep, 36 short and hard, 38 full and 40 dry. A harder
    stroke is an accent: a higher sweep, a louder pulse, brighter noise. Every drum is mono and has two
    or three recordings, one for each range of velocities; a stroke is repeated exactly. Loudness is the
    acoustic drum's (the column `beside`, in LU), so that one kit can take the other's place.

    | drum | recordings | length | peak | loudness | beside |
    |---|---|---:|---:|---:|---:|
    \(electronic.rows(beside: self).joined(separator: "\n"))

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

  /// One row for each drum, with its loudness relative to the same drum of `other`.
  private func rows(beside other: DrumSoundFont) -> [String] {
    measurements.filter { $0.recording == 1 }.map { first in
      let peak = measurements.filter { $0.note == first.note }.map(\.peakDBFS).max() ?? 0
      let apart = loudness(of: first.note) - other.loudness(of: first.note)
      let count = measurements.count { $0.note == first.note }
      return "| \(first.name) (\(first.note)) | \(count) | "
        + "\(Self.decimal(first.seconds, places: 2)) s | \(Self.decimal(peak, places: 1)) dBFS | "
        + "\(Self.decimal(loudness(of: first.note), places: 1)) LUFS | "
        + "\(Self.decimal(apart, places: 1)) |"
    }
  }

  /// The mean loudness of a key's recordings, in LUFS.
  private func loudness(of note: UInt8) -> Double {
    let own = measurements.filter { $0.note == note }.map(\.loudnessLUFS)
    return own.reduce(0, +) / Double(max(own.count, 1))
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    let scale = places == 1 ? 10 : 100
    let whole = Int((abs(value) * Double(scale)).rounded())
    let fraction = String(whole % scale + scale).dropFirst()
    return "\(value < 0 && whole > 0 ? "-" : "")\(whole / scale).\(fraction)"
  }
}
