extension Knob {
  /// The `pattern` that a control plays, by number.
  public static let patternNumber = Knob(
    key: "pattern", unit: "", range: 1...Double(Patch.mostPatterns), standard: 1, isWhole: true,
    meaning: "a pattern's number, the first is 1")
  /// The `channel` on which Program Change selects patterns.
  public static let channel = Knob(
    key: "channel", unit: "", range: 1...16, standard: 10, isWhole: true,
    meaning: "a MIDI channel")
}
