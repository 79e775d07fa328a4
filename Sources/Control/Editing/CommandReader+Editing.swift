extension CommandReader {
  /// Reads a command that edits; nil where it is another.
  static func readEditing(_ arguments: inout Arguments) throws(CommandError) -> Command? {
    switch arguments.verb {
    case "undo" where arguments.takes("list"): .editing(.history)
    case "undo": .editing(.undo(try arguments.changeCount()))
    case "redo": .editing(.redo(try arguments.changeCount()))
    default: nil
    }
  }
}

extension CommandReader.Arguments {
  /// How many changes to undo or redo, one where nothing is said.
  fileprivate mutating func changeCount() throws(CommandError) -> Int {
    guard count > 0 else { return 1 }
    let range = 1...Double(UndoHistory<Document>.depth)
    return Int(try number("a number of changes", in: range, whole: true))
  }
}
