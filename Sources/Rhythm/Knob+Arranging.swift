extension Knob {
  /// The `pattern` that a control plays, by number.
  public static let patternNumber = Knob(
    key: "pattern", unit: "", range: 1...128, standard: 1, isWhole: true,
    meaning: "a pattern's number, the first is 1")
  /// The `group` that a lane belongs to, and that a control silences.
  public static let muteGroup = Knob(
    key: "group", unit: "", range: 1...8, standard: 1, isWhole: true,
    meaning: "a group of lanes that are silenced together")
  /// The `channel` on which Program Change selects patterns.
  public static let channel = Knob(
    key: "channel", unit: "", range: 1...16, standard: 10, isWhole: true,
    meaning: "a MIDI channel")
}
