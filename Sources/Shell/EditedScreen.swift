/// What a terminal shows while a line is edited on it: text that scrolls by, below it a drawing that is
/// drawn again in place, and below that the line. The line itself is drawn by the line editor.
///
/// A value that makes the control sequences (ECMA-48) and sends nothing.
package struct EditedScreen {
  private var drawing: [String] = []
  /// The last lines of text, for a screen that has to be drawn again.
  private var recent: [String] = []
  private let mostRecent = 200

  package init() {}

  /// What to send, and whether the line has to be drawn again after it, from the first column.
  package struct Update {
    package var text: String
    package var redrawsLine: Bool
  }

  /// Puts `text` above the drawing; the cursor is `row` rows below the first row of the line.
  package mutating func put(_ text: String, row: Int, size: Terminal.Size) -> Update {
    let text = text.hasSuffix("\n") ? text : text + "\n"
    recent += text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    recent.removeFirst(max(0, recent.count - mostRecent))
    return Update(text: erasure(row) + text + drawn, redrawsLine: true)
  }

  /// Puts `lines` in place of the drawing, cut to the terminal.
  package mutating func draw(_ lines: [String], row: Int, size: Terminal.Size) -> Update {
    let next = lines.prefix(max(0, size.rows - 2)).map { $0.cut(to: size.columns) }
    guard next.count == drawing.count, !next.isEmpty else {
      let erasure = erasure(row)
      drawing = next
      return Update(text: erasure + drawn, redrawsLine: true)
    }
    let changed = zip(next.indices, zip(drawing, next)).filter { $1.0 != $1.1 }.map(\.0)
    let height = drawing.count
    drawing = next
    guard !changed.isEmpty else { return Update(text: "", redrawsLine: false) }
    let rows = changed.map { index in
      let up = height - index + row
      return "\u{1B}7\u{1B}[\(up)A\r\u{1B}[2K\(next[index])\u{1B}8"
    }
    return Update(text: rows.joined(), redrawsLine: false)
  }

  /// The user ended the line `typed`: it becomes text above the drawing. The cursor is on the row below it,
  /// `rows` rows below its first.
  package mutating func enter(_ typed: String, rows: Int, size: Terminal.Size) -> Update {
    put(typed + "\n", row: rows, size: size)
  }

  /// Draws all again on an empty screen: the window's size is another, and where lines stand is unknown.
  package mutating func resize(to size: Terminal.Size) -> Update {
    drawing = drawing.prefix(max(0, size.rows - 2)).map { $0.cut(to: size.columns) }
    var left = size.rows - 1 - drawing.count
    var shown: [String] = []
    for line in recent.reversed() {
      left -= max(1, (line.columns + size.columns - 1) / max(1, size.columns))
      guard left >= 0 else { break }
      shown.append(line)
    }
    let text = shown.reversed().map { $0 + "\n" }.joined()
    return Update(text: "\u{1B}[H\u{1B}[2J" + text + drawn, redrawsLine: true)
  }

  /// Leaves what is drawn where it is: others write to the terminal.
  package mutating func leave() { drawing = [] }

  private var drawn: String { drawing.map { $0 + "\n" }.joined() }

  private func erasure(_ row: Int) -> String {
    let up = row + drawing.count
    return "\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J"
  }
}

extension String {
  /// Columns that a terminal gives the text, by the widths of its characters (Unicode UAX 11).
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Cut to `width` columns, with a sign that there is more.
  fileprivate func cut(to width: Int) -> String {
    guard columns > width, width > 1 else { return self }
    var used = 1
    let kept = prefix { character in
      used += character.columns
      return used <= width
    }
    return kept + "›"
  }
}

extension Character {
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      switch first.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return 0
      default: return 1
      }
    }
  }
}
