extension CommandVerb {
  /// What edits the document.
  static let editing: [CommandVerb] = [
    CommandVerb(
      name: "undo", arguments: "[COUNT|list]",
      meaning: "take back the last changes, or list them"),
    CommandVerb(name: "redo", arguments: "[COUNT]", meaning: "make undone changes again"),
  ]
}
