extension Knob {
  /// The number of the `pattern` that a control selects.
  public static let patternNumber = Knob(
    key: "pattern", unit: "", range: 1...Double(Patch.mostPatterns), standard: 1, isWhole: true,
    meaning: "number of a pattern, counted from 1")
  /// The `channel` on which Program Change selects patterns.
  public static let channel = Knob(
    key: "channel", whole: Voice.channels, standard: 10,
    meaning: "a MIDI channel")
}
