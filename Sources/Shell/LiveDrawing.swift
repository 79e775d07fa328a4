/// Lines at the bottom of a terminal that are redrawn in place, with other output above and the
/// user's input below.
struct LiveDrawing {
  private var lines: [String] = []
  /// Rows between the drawing and the cursor, added by the user's line ends.
  private var rowsBelow = 0

  /// The output that replaces the drawing by `next`; lines wider than `width` are cut.
  mutating func draw(_ next: [String], width: Int?) -> String {
    let next = next.map { $0.cut(to: width) }
    defer { (lines, rowsBelow) = (next, 0) }
    guard !lines.isEmpty, lines.count == next.count, rowsBelow == 0 else {
      return erasure + next.joined(separator: "\n") + "\n"
    }
    // Moves the cursor back to the user's input.
    return "\u{1B}7\u{1B}[\(lines.count)A\r"
      + next.map { "\u{1B}[2K\($0)\n" }.joined() + "\u{1B}8"
  }

  /// The output that prints `text` above the drawing.
  mutating func put(_ text: String) -> String {
    guard !lines.isEmpty else { return text }
    let before = erasure
    rowsBelow = 0
    return before + text + (text.hasSuffix("\n") ? "" : "\n") + lines.joined(separator: "\n") + "\n"
  }

  /// Records that the user ended a line.
  mutating func enter() { if !lines.isEmpty { rowsBelow += 1 } }

  /// Leaves the current drawing on the screen and starts a new one.
  mutating func leave() { (lines, rowsBelow) = ([], 0) }

  private var erasure: String {
    lines.isEmpty ? "" : "\r\u{1B}[\(lines.count + rowsBelow)A\u{1B}[J"
  }
}

extension String {
  /// Cut to `width` columns, ending in an ellipsis.
  fileprivate func cut(to width: Int?) -> String {
    guard let width, width > 1, count > width else { return self }
    return prefix(width - 1) + "›"
  }
}
