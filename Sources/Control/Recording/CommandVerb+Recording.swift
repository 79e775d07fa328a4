extension CommandVerb {
  /// What records, and what clicks.
  static let recording: [CommandVerb] = [
    CommandVerb(
      name: "record", arguments: "on|off|overdub|replace",
      meaning: "make steps of what is played; beside those that are there, or in their place"),
    CommandVerb(
      name: "record quantise", arguments: "0…1|50%|off",
      meaning: "how far strokes are moved to the pattern's own grid, in per cent"),
    CommandVerb(
      name: "record erase", arguments: "DRUM on|off",
      meaning: "take a drum's steps out as they come by, as long as it is on"),
    CommandVerb(
      name: "metronome", arguments: "on|off|record",
      meaning: "click, or click only while recording"),
    CommandVerb(name: "metronome level", arguments: "DB", meaning: "-60 to 12"),
    CommandVerb(
      name: "metronome sound", arguments: "DRUM DRUM",
      meaning: "what a bar's first beat sounds, and what the others do"),
    CommandVerb(
      name: "metronome output", arguments: "audio|midi|both", meaning: "where it is heard"),
    CommandVerb(
      name: "countin", arguments: "0…4", meaning: "bars that click before the song begins"),
  ]
}
