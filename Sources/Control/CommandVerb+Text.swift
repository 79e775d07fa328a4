extension CommandVerb {
  /// The rows about the pattern as text.
  static let text: [CommandVerb] = [
    CommandVerb(
      name: "text", arguments: "[line]",
      meaning: "write the pattern as text, or as one line that pastes it"),
    CommandVerb(
      name: "paste", arguments: "[pattern] DRUM: STEPS; …",
      meaning:
        "put in lanes such as kick: X...x?50..., or a whole pattern; alone, the lines that follow"),
  ]
}
