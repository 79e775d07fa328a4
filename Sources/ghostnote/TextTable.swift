/// Rows in columns: the first stands left, the numbers behind it right.
struct TextTable {
  private var rows: [[String]]
  /// Whether all columns stand left, as words do.
  var alignsLeft = false

  /// A table under `header`.
  init(_ header: String...) { rows = [header] }

  /// Adds a row at the bottom.
  mutating func add(_ cells: String...) { rows.append(cells) }

  /// The rows, each column as wide as its widest cell.
  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let filling = String(repeating: " ", count: widths[column] - cell.count)
        if alignsLeft, column == row.count - 1 { return cell }
        return column == 0 || alignsLeft ? cell + filling : filling + cell
      }
      return cells.joined(separator: "  ")
    }
  }
}
