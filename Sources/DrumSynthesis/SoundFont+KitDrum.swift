import SoundFonts

extension SoundFont {
  /// A bundled kit's file without its sounds.
  static func bundled(_ kit: BundledKit) -> SoundFont {
    var information = Information(name: kit.name)
    information.date = "January 1, 2026"
    information.copyright = "Same licence as the Ghostnote project"
    information.comment = "Synthesised by DrumSynthesis; no recorded material."
    return SoundFont(information)
  }

  /// Adds a drum: an instrument on the drum's key whose velocities play its recordings in turn.
  mutating func add(_ drum: KitDrum, _ recordings: [Recording]) {
    let samples = recordings.map { recording in
      add(
        Sample(
          name: recording.name, frames: recording.samples, rate: UInt32(Signal.rate),
          key: drum.key))
    }
    add(
      Instrument(
        name: drum.name, key: drum.key,
        zones: Self.runs(drum).flatMap { Self.zones(drum, $0, samples) }))
  }

  /// The velocities in runs that play the same recordings.
  private static func runs(_ drum: KitDrum) -> [ClosedRange<UInt8>] {
    var runs: [ClosedRange<UInt8>] = []
    for velocity in SoundFont.Zone.allVelocities {
      if let last = runs.last,
        drum.recordings(at: last.lowerBound) == drum.recordings(at: velocity)
      {
        runs[runs.count - 1] = last.lowerBound...velocity
      } else {
        runs.append(velocity...velocity)
      }
    }
    return runs
  }

  /// One zone for a mono drum, a left and a right one for a stereo drum.
  private static func zones(
    _ drum: KitDrum, _ velocities: ClosedRange<UInt8>, _ samples: [Int]
  ) -> [Zone] {
    let recordings = drum.recordings(at: velocities.lowerBound)
    return zip(recordings, recordings.count > 1 ? [-1.0, 1] : [0]).map { recording, side in
      var zone = Zone(
        velocities: velocities, sample: samples[recording],
        pan: min(max(drum.pan + side * drum.width, -1), 1))
      zone.exclusiveClass = drum.chokeGroup
      return zone
    }
  }
}
