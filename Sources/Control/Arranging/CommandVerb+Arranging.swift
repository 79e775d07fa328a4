extension CommandVerb {
  static let arranging: [CommandVerb] =
    patterns + song + [
      CommandVerb(name: "fill", arguments: "on|off", meaning: "play the steps that are for fills"),
      CommandVerb(
        name: "mutegroup", arguments: "GROUP [on|off]",
        meaning: "silence the lanes of a group, 1 to 8"),
      CommandVerb(
        name: "programs", arguments: "kit|pattern [CHANNEL] [now|beat|bar|loop] [send]",
        meaning: "what MIDI Program Change selects, and whether it is sent"),
    ]

  private static let patterns: [CommandVerb] = [
    CommandVerb(
      name: "pattern", arguments: "NAME|N|next|previous [now|beat|bar|loop]",
      meaning: "play another pattern, at the loop's end or when told"),
    CommandVerb(name: "pattern list", arguments: "", meaning: "list the patterns"),
    CommandVerb(
      name: "pattern new", arguments: "NAME [now|beat|bar|loop]",
      meaning: "add an empty pattern and select it"),
    CommandVerb(
      name: "pattern copy", arguments: "NAME [now|beat|bar|loop]",
      meaning: "add a copy of the selected pattern and select it"),
    CommandVerb(
      name: "pattern rename", arguments: "[PATTERN] NAME", meaning: "give a pattern another name"),
    CommandVerb(
      name: "pattern delete", arguments: "PATTERN",
      meaning: "take out a pattern that the song does not play"),
    CommandVerb(name: "pattern move", arguments: "PATTERN N", meaning: "give it another number"),
  ]

  private static let song: [CommandVerb] = [
    CommandVerb(name: "song", arguments: "", meaning: "show the song"),
    CommandVerb(
      name: "song play", arguments: "[now|beat|bar|loop]", meaning: "play the song from its top"),
    CommandVerb(
      name: "song off", arguments: "[now|beat|bar|loop]", meaning: "play the pattern instead"),
    CommandVerb(
      name: "song add", arguments: "[PATTERN] [xN] [at BPM]",
      meaning: "add a section, of the pattern that is playing unless told"),
    CommandVerb(
      name: "song insert", arguments: "N [PATTERN] [xN] [at BPM]",
      meaning: "put a section before section N"),
    CommandVerb(name: "song delete", arguments: "N", meaning: "take a section out"),
    CommandVerb(name: "song move", arguments: "N TO", meaning: "give a section another number"),
    CommandVerb(
      name: "song repeat", arguments: "N TIMES", meaning: "1 to 999 times round the pattern"),
    CommandVerb(
      name: "song tempo", arguments: "N BPM|off", meaning: "from the section's beginning on"),
    CommandVerb(
      name: "song groove", arguments: "N NAME|off [TIMING] [VELOCITY]",
      meaning: "instead of the pattern's groove"),
    CommandVerb(
      name: "song loop", arguments: "N|off", meaning: "repeat a section, or go on with the song"),
    CommandVerb(
      name: "song again", arguments: "on|off", meaning: "begin the song again when it ends"),
    CommandVerb(name: "song clear", arguments: "", meaning: "take all sections out"),
  ]
}
