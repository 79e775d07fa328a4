/// One drum of the bundled kit: key, place, loudness, recordings and synthesis.
///
/// A drum has a few recordings of rising force. Every velocity plays from three neighbours of
/// them, and the next velocity plays another of the three (for a stereo drum: another pair), so
/// that repeated strokes differ in any SoundFont player; an electronic drum repeats itself.
struct KitDrum {
  var key: UInt8
  var name: String
  /// From -1 (left, where the drummer's hi-hat is) to 1.
  var pan: Double
  /// How far left and right of `pan` the two recordings of a stereo drum are; 0 is mono.
  var width = 0.0
  /// The momentary loudness to which every stroke is normalised, in LUFS.
  var loudness: Double
  /// How many recordings, softest first.
  var recordings: Int
  /// How many neighbouring recordings take turns from velocity to velocity.
  var turns = 3
  /// Drums that are struck on one instrument share its number, by default the key.
  var instrument: UInt8?
  /// The exclusive class: drums that share one cut each other off; 0 is none.
  var chokeGroup: UInt16 = 0
  var recipe: @Sendable (Strike) -> Signal

  /// The force of a recording, from nearly 0 to 1.
  func force(of recording: Int) -> Double {
    recordings == 1 ? 0.8 : Double(recording) / Double(recordings - 1)
  }

  /// The recordings that a velocity plays: one, or left and right.
  func recordings(at velocity: UInt8) -> [Int] {
    let neighbours = min(turns, recordings)
    let steps = recordings - neighbours + 1
    let softest = min(steps - 1, (Int(velocity) - 1) * steps / 127)
    let one = softest + Int(velocity) % neighbours
    let other = softest + (Int(velocity) + 1) % neighbours
    return width > 0 ? [one, other] : [one]
  }

  /// The finished sound of one recording: without DC, at the drum's loudness, faded to zero at its
  /// end.
  ///
  /// Odd keys are inverted: all drums start with a positive half-wave, and 26 of them at once would
  /// clip.
  func sound(recording: Int) -> Signal {
    let strike = Strike(
      force: force(of: recording), key: key, instrument: instrument ?? key, take: recording)
    let raw = recipe(strike).filtered(Filter(.high, hertz: 16))
    let faded = raw.fadedOut(over: raw.seconds * 0.3)
    // Two recordings at once are 3 dB louder than one.
    let target = loudness - (width > 0 ? 3 : 0)
    let wanted = ExactMath.amplitude(decibels: target - Loudness.momentary(of: faded))
    let gain = min(wanted, Self.ceiling / max(faded.peak, 1e-9))
    return faded.scaled(by: key.isMultiple(of: 2) ? gain : -gain)
  }

  /// No sample exceeds -1.2 dBFS.
  private static let ceiling = ExactMath.amplitude(decibels: -1.2)
}
