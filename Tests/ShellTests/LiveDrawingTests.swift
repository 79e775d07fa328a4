import Testing

@testable import Shell

/// A fake terminal of a few rows, which interprets the codes used by drawings.
private struct Screen {
  private(set) var rows: [String] = [""]
  private var (row, column) = (0, 0)
  private var saved = (row: 0, column: 0)

  mutating func take(_ text: String) {
    var rest = Array(text)[...]
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}": escape(&rest)
      case "\r": column = 0
      case "\n":
        (row, column) = (row + 1, 0)
        if row == rows.count { rows.append("") }
      default:
        rows[row] = rows[row].padding(to: column) + [character] + rows[row].dropFirst(column + 1)
        column += 1
      }
    }
  }

  private mutating func escape(_ rest: inout ArraySlice<Character>) {
    switch rest.popFirst() {
    case "7": saved = (row, column)
    case "8": (row, column) = saved
    default:
      var number = 0
      while let digit = rest.first?.wholeNumberValue {
        number = number * 10 + digit
        rest.removeFirst()
      }
      switch rest.popFirst() {
      case "A": row -= number
      case "J": rows = rows[..<row] + [String(rows[row].prefix(column))]
      case "K": rows[row] = ""
      case let other: Issue.record("unknown code \(String(describing: other))")
      }
    }
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    String(prefix(count)) + String(repeating: " ", count: max(0, count - self.count))
  }

  fileprivate static func + (text: String, more: [Character]) -> String { text + String(more) }
}

@Suite struct LiveDrawingTests {
  @Test func `a drawing replaces the last one, and a half-typed line below it stays`() {
    var (drawing, screen) = (LiveDrawing(), Screen())
    screen.take("ready\n")
    screen.take(drawing.draw(["rock", "x..."], width: 80))
    screen.take("tem")
    screen.take(drawing.draw(["rock", ".x.."], width: 80))
    screen.take("po")
    #expect(screen.rows == ["ready", "rock", ".x..", "tempo"])
  }

  @Test func `a reply is printed above the drawing and stays there`() {
    var (drawing, screen) = (LiveDrawing(), Screen())
    screen.take(drawing.draw(["rock", "x..."], width: 80))
    screen.take("status\n")
    drawing.enter()
    screen.take(drawing.put("rolling at 96\npatch: Rock\n"))
    screen.take(drawing.draw(["rock", ".x.."], width: 80))
    screen.take(drawing.draw(["rock", "..x."], width: 80))
    #expect(screen.rows == ["rolling at 96", "patch: Rock", "rock", "..x.", ""])
  }

  @Test func `Enter alone leaves nothing of the last drawing`() {
    var (drawing, screen) = (LiveDrawing(), Screen())
    screen.take(drawing.draw(["rock", "x..."], width: 80))
    for _ in 0..<3 {
      screen.take("\n")
      drawing.enter()
    }
    screen.take(drawing.draw(["rock", ".x.."], width: 80))
    #expect(screen.rows == ["rock", ".x..", ""])
  }

  @Test func `a line wider than the terminal is cut, so that it does not wrap`() {
    var (drawing, screen) = (LiveDrawing(), Screen())
    screen.take(drawing.draw(["kick x...x...x..."], width: 10))
    #expect(screen.rows == ["kick x...›", ""])
  }

  @Test func `a drawing of fewer lines leaves nothing of the longer one`() {
    var (drawing, screen) = (LiveDrawing(), Screen())
    screen.take(drawing.draw(["rock", "x...", "^"], width: nil))
    screen.take(drawing.draw(["rock", "x..."], width: nil))
    #expect(screen.rows == ["rock", "x...", ""])
  }
}
