import Commands

/// Where the pads of a device are: the number of the top left one, and the steps to its neighbours.
public struct PadGrid: Sendable, Hashable {
  /// The top left pad.
  public var first: SurfaceKey
  /// The difference to the pad on the right.
  public var column: Int
  /// The difference to the pad below.
  public var row: Int
  public var columns: Int
  public var rows: Int
  /// Whether pads send how hard they are struck.
  public var hasVelocity: Bool

  /// The widest and highest grid.
  public static let sides = SurfaceCommand.gridSides
  /// What `column` and `row` can be.
  static let steps = -SurfaceKey.numbers.upperBound...SurfaceKey.numbers.upperBound

  /// Nil where a pad would have no number, or that of another.
  public init?(
    first: SurfaceKey, column: Int, row: Int, columns: Int, rows: Int, hasVelocity: Bool = false
  ) {
    guard Self.sides.contains(columns), Self.sides.contains(rows),
      Self.steps.contains(column), Self.steps.contains(row)
    else { return nil }
    self.first = first
    (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
    self.hasVelocity = hasVelocity
    let numbers = Set(positions.map { number(of: $0) })
    guard numbers.count == columns * rows, numbers.allSatisfy(SurfaceKey.numbers.contains) else {
      return nil
    }
  }

  /// A pad by column and row, both from 0 at the top left.
  public struct Position: Sendable, Hashable {
    public var column: Int
    public var row: Int

    public init(_ column: Int, _ row: Int) { (self.column, self.row) = (column, row) }
  }

  /// All pads, row by row.
  public var positions: [Position] {
    (0..<rows).flatMap { row in (0..<columns).map { Position($0, row) } }
  }

  /// A pad by its number, row by row from 0.
  func position(_ number: Int) -> Position { Position(number % columns, number / columns) }

  /// The key of a pad of the grid.
  public func key(of position: Position) -> SurfaceKey {
    SurfaceKey(
      first.kind, UInt8(truncatingIfNeeded: number(of: position)), channel: first.channel)
  }

  /// The pad of a key; nil where that is none of the grid.
  public func position(of key: SurfaceKey) -> Position? {
    guard key.kind == first.kind, key.channel == first.channel else { return nil }
    return positions.first { number(of: $0) == Int(key.number) }
  }

  private func number(of position: Position) -> Int {
    Int(first.number) + position.column * column + position.row * row
  }
}
