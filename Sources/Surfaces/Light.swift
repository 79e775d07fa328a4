/// The colour of a light; a device shows the nearest that it has.
public enum LightColour: String, Sendable, Hashable, CaseIterable {
  case white, red, orange, yellow, green, cyan, blue, purple

  /// What a device without this colour shows, the nearest first.
  var others: [LightColour] {
    let nearest: [LightColour] =
      switch self {
      case .white: [.yellow, .cyan, .green]
      case .red: [.orange, .purple, .yellow]
      case .orange: [.yellow, .red, .white]
      case .yellow: [.orange, .white, .green]
      case .green: [.cyan, .yellow, .white]
      case .cyan: [.blue, .green, .white]
      case .blue: [.cyan, .purple, .green]
      case .purple: [.blue, .red, .white]
      }
    return nearest + Self.allCases.filter { $0 != self && !nearest.contains($0) }
  }
}

/// The brightness of a light.
public enum LightLevel: Int, Sendable, Hashable, CaseIterable, Comparable {
  case dim, half, full

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// What a light does in time, by the device's own means.
public enum LightBehaviour: String, Sendable, Hashable, CaseIterable {
  case steady, blink, pulse
}

/// A light that is on.
public struct Light: Sendable, Hashable {
  public var colour: LightColour
  public var level: LightLevel
  public var behaviour: LightBehaviour

  /// Steady and full unless said otherwise.
  public init(
    _ colour: LightColour, _ level: LightLevel = .full, _ behaviour: LightBehaviour = .steady
  ) {
    self.colour = colour
    self.level = level
    self.behaviour = behaviour
  }
}

/// What the pads of a grid show, row 0 at the top.
public struct LightPicture: Sendable, Hashable {
  public let columns: Int
  public let rows: Int
  /// Row by row.
  public private(set) var lights: [Light?]

  /// All dark.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    lights = Array(repeating: nil, count: columns * rows)
  }

  /// The light of a pad, nil where it is dark; pads outside are dark and stay so.
  public subscript(column: Int, row: Int) -> Light? {
    get { holds(column, row) ? lights[row * columns + column] : nil }
    set { if holds(column, row) { lights[row * columns + column] = newValue } }
  }

  private func holds(_ column: Int, _ row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }
}
