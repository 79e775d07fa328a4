import Testing

@testable import Shell

/// A line that is edited, with output and a drawing above it, on a screen of our own.
@Suite struct EditedScreenTests {
  private let size = Terminal.Size(columns: 20, rows: 8)

  /// Carries out what the terminal is sent, and what the editor draws after it.
  private struct Stage {
    var screen = EditedScreen()
    var glass: Glass
    let prompt = "> "
    var typed = ""

    init(_ size: Terminal.Size) {
      glass = Glass(size)
      glass.take(prompt)
    }

    var size: Terminal.Size { glass.size }
    var row: Int { (prompt + typed).count / size.columns }

    mutating func show(_ update: EditedScreen.Update) {
      glass.take(update.text)
      if update.redrawsLine { glass.take(prompt + typed) }
    }

    mutating func type(_ text: String) {
      typed += text
      glass.take(text)
    }

    mutating func enter() {
      let shown = prompt + typed
      glass.take("\n")
      let rows = shown.count / size.columns + 1
      typed = ""
      show(screen.enter(shown, rows: rows, size: size))
    }
  }

  @Test func `output stands above the drawing, and the line stays below it`() {
    var stage = Stage(size)
    stage.show(stage.screen.draw(["Rock 116", "kick x..."], row: stage.row, size: size))
    stage.type("tem")
    stage.show(stage.screen.put("a log line", row: stage.row, size: size))
    #expect(stage.glass.rows == ["a log line", "Rock 116", "kick x...", "> tem"])
    stage.show(stage.screen.draw(["Rock 116", "kick .x.."], row: stage.row, size: size))
    stage.type("po 9")
    #expect(stage.glass.rows == ["a log line", "Rock 116", "kick .x..", "> tempo 9"])
  }

  @Test func `a line that was entered becomes text above the drawing`() {
    var stage = Stage(size)
    stage.show(stage.screen.draw(["grid"], row: 0, size: size))
    stage.type("status")
    stage.enter()
    stage.show(stage.screen.put("rolling\nat 116", row: stage.row, size: size))
    #expect(stage.glass.rows == ["> status", "rolling", "at 116", "grid", ">"])
  }

  @Test func `a line longer than the screen is wide keeps what is above it`() {
    var stage = Stage(size)
    stage.show(stage.screen.draw(["grid"], row: 0, size: size))
    stage.type("level kick -6; level snare -3")
    stage.show(stage.screen.put("said", row: stage.row, size: size))
    #expect(stage.glass.rows == ["said", "grid", "> level kick -6; lev", "el snare -3"])
    stage.show(stage.screen.draw(["GRID"], row: stage.row, size: size))
    stage.type("!")
    stage.enter()
    #expect(stage.glass.rows == ["said", "> level kick -6; lev", "el snare -3!", "GRID", ">"])
  }

  @Test(arguments: 4..<40) func `a drawing wider or higher than the screen is cut to it`(width: Int)
  {
    let size = Terminal.Size(columns: width, rows: 6)
    var stage = Stage(size)
    let lines = (0..<9).map { row in String(repeating: "\(row)", count: 64) }
    for frame in 0..<5 {
      let moved = lines.map { "\(frame)" + $0 }
      stage.show(stage.screen.draw(moved, row: stage.row, size: size))
      #expect(stage.glass.rows.count == 5)
      #expect(stage.glass.rows.last == ">")
      for row in stage.glass.rows.dropLast() {
        #expect(row.hasPrefix("\(frame)") && row.hasSuffix("›"))
      }
    }
  }

  @Test func `after the window changes all stands where it should again`() {
    var stage = Stage(size)
    stage.show(stage.screen.put("first line of text", row: 0, size: size))
    stage.show(stage.screen.draw(["0123456789abcdef"], row: 0, size: size))
    stage.type("pla")
    for columns in [9, 40, 12, 20] {
      let size = Terminal.Size(columns: columns, rows: 8)
      stage.glass = Glass(size, debris: ["x", "yy", "z"])
      stage.show(stage.screen.resize(to: size))
      stage.show(stage.screen.draw(["0123456789abcdef"], row: stage.row, size: size))
      let cut = columns < 16 ? "0123456789abcdef".prefix(columns - 1) + "›" : "0123456789abcdef"
      #expect(stage.glass.rows.suffix(2) == [String(cut), "> pla"])
      #expect(stage.glass.rows.joined().contains("text"))
      #expect(!stage.glass.rows.joined().contains("z"))
    }
  }

  @Test func `wide characters count as two columns and marks as none`() {
    #expect("abc".columns == 3)
    #expect("鼓手".columns == 4)
    #expect("e\u{301}".columns == 1)
    #expect("🥁".columns == 2)
  }
}

/// As much of a terminal as the sequences need: text, line ends, and a few movements (ECMA-48).
private struct Glass {
  let size: Terminal.Size
  private var cells: [[Character]]
  private var (row, column) = (0, 0)
  private var kept = (0, 0)

  init(_ size: Terminal.Size, debris: [String] = []) {
    self.size = size
    cells = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
    for (row, text) in debris.enumerated() {
      for (column, character) in text.enumerated() { cells[row][column] = character }
    }
  }

  /// The rows down to the last that is not empty, blanks at the end removed.
  var rows: [String] {
    var rows = cells.map { row in
      String(String(row).reversed().drop { $0 == " " }.reversed())
    }
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  mutating func take(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let next = rest.popFirst() {
      switch next {
      case "\n": newLine()
      case "\r": column = 0
      case "\u{1B}": escape(&rest)
      default: put(Character(next))
      }
    }
  }

  private mutating func put(_ character: Character) {
    if column == size.columns { newLine() }
    cells[row][column] = character
    column += 1
  }

  private mutating func newLine() {
    column = 0
    row += 1
    guard row == size.rows else { return }
    row -= 1
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: size.columns))
  }

  private mutating func escape(_ rest: inout Substring.UnicodeScalarView) {
    switch rest.popFirst() {
    case "7": kept = (row, column)
    case "8": (row, column) = kept
    case "[":
      var number = ""
      while let next = rest.popFirst() {
        guard next.properties.numericType != nil else { return control(next, Int(number)) }
        number.unicodeScalars.append(next)
      }
    default: break
    }
  }

  private mutating func control(_ letter: Unicode.Scalar, _ number: Int?) {
    switch letter {
    case "A": row = max(0, row - (number ?? 1))
    case "H": (row, column) = (0, 0)
    case "J":
      if number == 2 { cells = cells.map { $0.map { _ in " " } } } else { erase(from: row, column) }
    case "K": cells[row] = cells[row].map { _ in " " }
    default: break
    }
  }

  private mutating func erase(from row: Int, _ column: Int) {
    for index in row..<size.rows {
      for place in (index == row ? min(column, size.columns) : 0)..<size.columns {
        cells[index][place] = " "
      }
    }
  }
}
