/// Rows in columns: the first column is aligned left, the numbers after it right.
struct TextTable {
  private var rows: [[String]]
  /// Whether all columns are aligned left, for text.
  var alignsLeft = false

  /// A table with `header`.
  init(_ header: String...) { rows = [header] }

  /// Appends a row.
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
