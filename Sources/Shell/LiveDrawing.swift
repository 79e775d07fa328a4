/// Lines at the bottom of a terminal that are drawn again and again in place, with other text above
/// them and what the user types below.
struct LiveDrawing {
  private var lines: [String] = []
  /// Rows that the user's line ends have put between the drawing and the cursor.
  private var rowsBelow = 0

  /// What to send so that `next` stands in place of what is drawn; lines wider than `width` are cut.
  mutating func draw(_ next: [String], width: Int?) -> String {
    let next = next.map { $0.cut(to: width) }
    defer { (lines, rowsBelow) = (next, 0) }
    guard !lines.isEmpty, lines.count == next.count, rowsBelow == 0 else {
      return erasure + next.joined(separator: "\n") + "\n"
    }
    // The cursor goes back to where the user types.
    return "\u{1B}7\u{1B}[\(lines.count)A\r"
      + next.map { "\u{1B}[2K\($0)\n" }.joined() + "\u{1B}8"
  }

  /// What to send so that `text` stands above the drawing.
  mutating func put(_ text: String) -> String {
    guard !lines.isEmpty else { return text }
    let before = erasure
    rowsBelow = 0
    return before + text + (text.hasSuffix("\n") ? "" : "\n") + lines.joined(separator: "\n") + "\n"
  }

  /// The user ended a line.
  mutating func enter() { if !lines.isEmpty { rowsBelow += 1 } }

  /// Leaves what is drawn where it is.
  mutating func leave() { (lines, rowsBelow) = ([], 0) }

  private var erasure: String {
    lines.isEmpty ? "" : "\r\u{1B}[\(lines.count + rowsBelow)A\u{1B}[J"
  }
}

extension String {
  /// Cut to `width` columns, with a sign that there is more.
  fileprivate func cut(to width: Int?) -> String {
    guard let width, width > 1, count > width else { return self }
    return prefix(width - 1) + "›"
  }
}
