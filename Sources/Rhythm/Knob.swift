import MusicalTime

/// A parameter: its key, unit, range, default and meaning for files, commands and help.
public struct Knob: Sendable, Hashable {
  /// The key in a patch.
  public let key: String
  /// The unit, empty for a bare number.
  public let unit: String
  /// Lowest and highest value, in `unit`.
  public let range: ClosedRange<Double>
  /// The default value.
  public let standard: Double
  /// Whether only whole numbers are accepted.
  public let isWhole: Bool
  /// A one-line description.
  public let meaning: String

  /// The range in whole numbers.
  public var wholeRange: ClosedRange<Int> { Int(range.lowerBound)...Int(range.upperBound) }

  /// The range as text: `-60 – 12 dB`.
  public var rangeInWords: String { range.words(unit: unit) }

  /// What an error says of a number outside: `expected 0–64 bars, found 65`.
  public func expected(found: Double) -> String { range.expected(unit: unit, found: found) }
}

extension Knob {
  /// A parameter of whole numbers.
  init(
    key: String, unit: String = "", whole range: ClosedRange<Int>, standard: Double, meaning: String
  ) {
    self.init(
      key: key, unit: unit, range: ClosedRange(range), standard: standard, isWhole: true,
      meaning: meaning)
  }

  /// The levels of everything, of a drum and of the metronome, in dB.
  static let levels = Double(DrumSound.silence)...Double(DrumSound.loudest)
  /// A patch's `tempo`, and either end of a fader that controls it.
  public static let tempo = Knob(
    key: "tempo", unit: "bpm", range: Tempo.range, standard: 120, isWhole: false,
    meaning: "beats per minute")
  /// The `steps` of a pattern.
  public static let steps = Knob(
    key: "steps", whole: Grid.counts, standard: 16, meaning: "steps in one loop of the pattern")
  /// A pattern's `stepsPerBeat`.
  public static let stepsPerBeat = Knob(
    key: "stepsPerBeat", whole: Grid.stepsPerBeatRange, standard: 4,
    meaning: "steps in one beat: 4 is sixteenths, 3 is triplets")
  /// One step of a lane written as a list, and the `fixed` velocity curve.
  public static let velocity = Knob(
    key: "velocity", whole: Velocity.range, standard: 96,
    meaning: "how hard a drum is hit")
  /// A kit's `program`.
  public static let program = Knob(
    key: "program", unit: "", range: 0...127, standard: 0, isWhole: true,
    meaning: "the drum kit within the SoundFont")
  /// A kit's `bank`.
  public static let bank = Knob(
    key: "bank", unit: "", range: 0...16_383, standard: 128, isWhole: true,
    meaning: "the bank of the drum kit within the SoundFont")
  /// A kit's `level`: everything together.
  public static let masterLevel = Knob(
    key: "level", unit: "dB", range: levels, standard: 0, isWhole: false,
    meaning: "level of everything")
  /// A drum's `level` within the kit.
  public static let level = Knob(
    key: "level", unit: "dB", range: levels, standard: 0, isWhole: false,
    meaning: "level of the drum")
  /// A drum's `pan` within the kit.
  public static let pan = Knob(
    key: "pan", unit: "", range: -1...1, standard: 0, isWhole: false,
    meaning: "position from left (-1) to right (1), added to the SoundFont's own")
  /// A drum's `tuning` within the kit.
  public static let tuning = Knob(
    key: "tuning", unit: "cents", range: -2400...2400, standard: 0, isWhole: false,
    meaning: "tuning relative to the recording")
  /// A drum's `decay` within the kit.
  public static let decay = Knob(
    key: "decay", unit: "s", range: 0...Double(Envelope.longestDecay), standard: 0,
    isWhole: false,
    meaning: "seconds for the sound to decay by 60 dB; 0 is as recorded")
  /// A drum's `output` within the kit.
  public static let output = Knob(
    key: "output", whole: 0...Drum.count, standard: 0,
    meaning: "output pair with --separate-outs; 0 is the drum's own")
  /// A drum's `reverb` within the kit.
  public static let reverb = Knob(
    key: "reverb", unit: "", range: Amount.range, standard: 0, isWhole: false,
    meaning: "share sent to the reverb")
  /// A drum's `delay` within the kit.
  public static let delay = Knob(
    key: "delay", unit: "", range: Amount.range, standard: 0, isWhole: false,
    meaning: "share sent to the delay")
  /// A drum's `cutoff` within the kit.
  public static let cutoff = Knob(
    key: "cutoff", unit: "Hz", range: 20...20_000, standard: 1000, isWhole: false,
    meaning: "cutoff frequency of the drum's filter")
  /// A drum's `resonance` within the kit.
  public static let resonance = Knob(
    key: "resonance", unit: "dB", range: 0...24, standard: 0, isWhole: false,
    meaning: "how much the drum's filter stresses the cutoff")
  /// The `reverbDecay` of a kit's effects.
  public static let reverbDecay = Knob(
    key: "reverbDecay", unit: "s", range: 0.2...10, standard: 1.3, isWhole: false,
    meaning: "seconds for the reverb to decay by 60 dB")
  /// The `delayFeedback` of a kit's effects.
  public static let delayFeedback = Knob(
    key: "delayFeedback", unit: "", range: 0...0.95, standard: 0.35, isWhole: false,
    meaning: "share of an echo that is heard in the next one")
  /// The `delayTone` of a kit's effects.
  public static let delayTone = Knob(
    key: "delayTone", unit: "Hz", range: 200...Double(KitEffects.openTone), standard: 6000,
    isWhole: false,
    meaning: "cutoff of the low-pass filter that each echo passes once more; "
      + "\(Double(KitEffects.openTone).written) leaves it out")
  /// The `cc` of a control; its `note` has the same range.
  public static let midiNumber = Knob(
    key: "cc", whole: Voice.notes, standard: 0,
    meaning: "MIDI number of a note or controller")
}
