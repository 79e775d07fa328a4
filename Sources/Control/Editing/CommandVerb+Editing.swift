extension CommandVerb {
  /// What edits the document.
  static let editing: [CommandVerb] = [
    CommandVerb(
      name: "undo", arguments: "[COUNT|list]",
      meaning: "take back the last changes, or list them"),
    CommandVerb(name: "redo", arguments: "[COUNT]", meaning: "make undone changes again"),
    CommandVerb(
      name: "select",
      arguments:
        "[add] [hits|markers [DRUM…]] MARKER…|FROM-TO|all|none|invert|left [N]|right [N]|code CODE|row x..",
      meaning:
        "what the next edits are of: code finds what fill wrote, row takes any; a drum with its own grid is selected on that"
    ),
    CommandVerb(
      name: "fill", arguments: "CODE [seed N]",
      meaning: "put clips on the selected markers: 1*2 -*1 3 + ? is clip, rest, hold, any clip"),
    CommandVerb(
      name: "draw", arguments: "MARKER CLIP|? [VELOCITY]", meaning: "one hit of a clip"),
    CommandVerb(
      name: "clip", arguments: "list|CLIP DRUM|NOTE@CHANNEL|none [attack S] [decay S]",
      meaning: "what a clip's number stands for"),
    CommandVerb(
      name: "shift", arguments: "BEATS [snap BEATS]|COUNT",
      meaning: "move the selected markers, or the selected hits by markers"),
    CommandVerb(
      name: "scale", arguments: "RATIO [from first|last|marker N]",
      meaning: "stretch the selected markers; an inner marker takes both sides along"),
    CommandVerb(
      name: "subdivide", arguments: "PARTS [AMPLITUDE]",
      meaning: "new markers between each selected one and the next"),
    CommandVerb(
      name: "merge", arguments: "PARTS", meaning: "take out what subdivide put in"),
    CommandVerb(
      name: "rotate", arguments: "COUNT", meaning: "move hits round the selected markers"),
    CommandVerb(
      name: "reverse", arguments: "", meaning: "selected hits, or the gaps of selected markers"),
    CommandVerb(
      name: "delete", arguments: "", meaning: "selected markers with their hits, or selected hits"),
    CommandVerb(
      name: "marker", arguments: "BEAT [AMPLITUDE]",
      meaning: "put in a marker; the grid begins at beat 0"),
    CommandVerb(
      name: "amplitude", arguments: "0…1", meaning: "how loud the selected markers' hits are"),
    CommandVerb(
      name: "group save", arguments: "GROUP [NAME]", meaning: "keep what is selected"),
    CommandVerb(
      name: "group place", arguments: "GROUP|NAME MARKER",
      meaning: "put a group's markers or hits from a marker on"),
    CommandVerb(name: "group clear", arguments: "GROUP", meaning: "forget a group"),
    CommandVerb(name: "group list", arguments: "", meaning: "list the groups"),
  ]
}
