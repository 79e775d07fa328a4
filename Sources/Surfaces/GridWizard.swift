/// Learns where the pads of an unknown grid are from three presses: the top left pad, the one on its right,
/// and the one below it.
public struct GridWizard: Sendable, Hashable {
  /// The columns and rows of the grid.
  public let columns: Int
  public let rows: Int
  private var presses: [SurfaceKey] = []
  /// Whether a pad was struck softer than as hard as can be, which pads without velocity always are.
  private var hasVelocity = false

  /// A grid of that many pads; nil outside `PadGrid.sides`.
  public init?(columns: Int = 8, rows: Int = 8) {
    guard PadGrid.sides.contains(columns), PadGrid.sides.contains(rows) else { return nil }
    (self.columns, self.rows) = (columns, rows)
  }

  /// What a press came to.
  public enum Outcome: Sendable, Hashable {
    /// This pad is wanted next, in words.
    case next(String)
    case done(PadGrid)
    /// Why the press does not fit; the wizard begins again.
    case refused(String)
  }

  /// The pad that is wanted next, in words.
  public var wanted: String {
    ["the top left pad", "the pad on its right", "the pad below the first"][presses.count]
  }

  /// Takes a press.
  public mutating func take(_ key: SurfaceKey, velocity: UInt8) -> Outcome {
    if let first = presses.first, key.kind != first.kind || key.channel != first.channel {
      return refuse("\(key) is of another kind or channel than \(first)")
    }
    guard !presses.contains(key) else { return refuse("\(key) was pressed before") }
    presses.append(key)
    if velocity != 127 { hasVelocity = true }
    guard presses.count == 3 else { return .next(wanted) }
    let numbers = presses.map { Int($0.number) }
    let (column, row) = (numbers[1] - numbers[0], numbers[2] - numbers[0])
    guard
      let grid = PadGrid(
        first: presses[0], column: column, row: row, columns: columns, rows: rows,
        hasVelocity: hasVelocity && key.kind == .note)
    else {
      return refuse(
        "\(columns) × \(rows) pads with steps of \(column) and \(row) do not fit: "
          + "`surface learn COLUMNSxROWS` says how many there are")
    }
    return .done(grid)
  }

  private mutating func refuse(_ reason: String) -> Outcome {
    presses = []
    hasVelocity = false
    return .refused(reason)
  }
}
