extension CommandVerb {
  /// The rows of grooves and MIDI files.
  static let groove: [CommandVerb] = [
    CommandVerb(
      name: "groove", arguments: "[pattern] NAME|swing8 66|off [TIMING] [VELOCITY]",
      meaning: "play in a groove, the pattern's own or that of all without one"),
    CommandVerb(name: "groove list", arguments: "", meaning: "name the grooves there are"),
    CommandVerb(
      name: "groove extract", arguments: "pattern|FILE.mid [NAME]",
      meaning: "take the groove of the pattern, or of a MIDI file's drums"),
    CommandVerb(
      name: "import", arguments: "FILE.mid [drums|all|CHANNEL]",
      meaning: "make a MIDI file's bars the patterns and the song"),
    CommandVerb(
      name: "export", arguments: "FILE.mid [loops N] [type 0|1]",
      meaning: "write the pattern or the song as it is heard"),
  ]
}
