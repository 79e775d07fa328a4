extension QRCode {
  /// For a terminal: two modules a character, dark on white whatever the terminal's colours are, the quiet
  /// zone included.
  public var terminalLines: [String] {
    let edge = Self.quietZone
    return stride(from: -edge, to: size + edge, by: 2).map { row in
      let blocks = (-edge..<size + edge).map { column in
        switch (isDark(column: column, row: row), isDark(column: column, row: row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[38;5;16;48;5;231m" + blocks.joined() + "\u{1B}[0m"
    }
  }

  /// A picture that scales, the quiet zone included: dark on white in any scheme of colours.
  public var svg: String {
    let edge = Self.quietZone
    let side = size + 2 * edge
    let path = (0..<size).flatMap { row in
      runs(inRow: row).map { "M\($0.lowerBound + edge) \(row + edge)h\($0.count)v1h-\($0.count)z" }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path.joined())"/></svg>

      """
  }

  /// Columns that are dark without a break.
  private func runs(inRow row: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for column in 0..<size where isDark(column: column, row: row) {
      if let last = runs.last, last.upperBound == column {
        runs[runs.count - 1] = last.lowerBound..<column + 1
      } else {
        runs.append(column..<column + 1)
      }
    }
    return runs
  }
}
