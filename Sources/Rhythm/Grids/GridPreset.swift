import MusicalTime

/// A named grid to start from.
public struct GridPreset: Sendable, Hashable {
  /// The name.
  public let name: String
  /// A one-line description.
  public let meaning: String
  /// The grid.
  public let grid: Grid

  /// All presets, in the order they are listed.
  public static let all: [GridPreset] = even + tuplets + claves + groups + tempered

  /// The preset with this name, or nil.
  public init?(named name: String) {
    guard let preset = Self.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  private init(_ name: String, _ meaning: String, _ grid: Grid) {
    self.name = name
    self.meaning = meaning
    self.grid = grid
  }

  private static let even = [
    GridPreset("sixteenths", "a bar of 4/4 in 16 steps", .sixteenths),
    GridPreset("eighths", "a bar of 4/4 in 8 steps", Grid(uncheckedCount: 8, stepsPerBeat: 2)),
    GridPreset("triplets", "a bar of 4/4 in 12 steps", Grid(uncheckedCount: 12, stepsPerBeat: 3)),
    GridPreset("3-4", "a bar of 3/4 in 12 steps", Grid(uncheckedCount: 12, stepsPerBeat: 4)),
    GridPreset("6-8", "a bar of 6/8 in 12 steps", Grid(uncheckedCount: 12, stepsPerBeat: 4)),
  ]

  private static let tuplets = [5, 7, 9, 11, 13].map { count in
    GridPreset(
      "\(count)", "\(count) even markers in four beats",
      Grid(
        unchecked: (0..<Int64(count)).map { Marker(Beats(4 * $0, over: Int64(count))) },
        length: Beats(4)))
  }

  private static let claves = [
    GridPreset("son", "son clave, 3-2", places("x..x..x...x.x...")),
    GridPreset("son-2-3", "son clave, 2-3", places("..x.x...x..x..x.")),
    GridPreset("rumba", "rumba clave, 3-2", places("x..x...x..x.x...")),
    GridPreset("rumba-2-3", "rumba clave, 2-3", places("..x.x...x..x...x")),
    GridPreset("bossa", "bossa nova clave", places("x..x..x...x..x..")),
    GridPreset("tresillo", "3+3+2 sixteenths in two beats", places("x..x..x.")),
    GridPreset("cinquillo", "2+1+2+1+2 sixteenths in two beats", places("x.xx.xx.")),
  ]

  private static let groups = [
    GridPreset("7-8", "a bar of 7/8 in eighths, 2+2+3", Grid(groups: [2, 2, 3], stepsPerBeat: 2)),
    GridPreset(
      "aksak", "a bar of 9/8 in eighths, 2+2+2+3", Grid(groups: [2, 2, 2, 3], stepsPerBeat: 2)),
  ]

  private static let tempered = [
    tempered(
      "five-seven", "half way from 5 even markers to 7, in four beats", "5:7 1/2", Beats(4)),
    tempered(
      "tigrigna", "half way from the Tigrigna rhythm to 5 even markers, in two beats",
      "12(1,3,5,7,10):5 1/2", Beats(2)),
  ].compactMap(\.self)

  private static func tempered(
    _ name: String, _ meaning: String, _ text: String, _ length: Beats
  ) -> GridPreset? {
    guard let tempering = try? Tempering(text),
      let grid = try? Grid(length: length, tempering: tempering)
    else { return nil }
    return GridPreset(name, meaning, grid)
  }

  /// The sixteenths marked with an `x`.
  private static func places(_ row: String) -> Grid {
    let markers = row.enumerated().filter { $0.element == "x" }
      .map { Marker(Beats(Int64($0.offset), over: 4)) }
    return Grid(unchecked: markers, length: Beats(Int64(row.count), over: 4))
  }
}

extension Grid {
  /// The amplitude of markers that do not begin a group.
  static let betweenGroups = 0.75

  /// Even steps in groups; the first of each group has amplitude 1, the others 3/4.
  init(groups: [Int], stepsPerBeat: Int) {
    let heads = groups.flatMap { [1.0] + Array(repeating: Self.betweenGroups, count: $0 - 1) }
    let step = Beats(1, over: Int64(stepsPerBeat))
    self.init(
      unchecked: heads.enumerated().map { Marker(step * Int64($0), amplitude: $1) },
      length: step * Int64(heads.count))
  }

  /// Parses a preset's name, `16/4` (steps and steps per beat), `17 in 4` (even markers in beats),
  /// or groups of eighths as in `2+2+3`, or of other steps as in `2+2+3/4`.
  public init(named name: String) throws(GridError) {
    if let preset = GridPreset(named: name) {
      self = preset.grid
      return
    }
    let words = name.split(whereSeparator: \.isWhitespace)
    if words.count == 3, words[1] == "in" {
      guard let count = Int(words[0]), let length = Beats(fraction: words[2]) else {
        throw .noPreset(name)
      }
      try self.init(count: count, in: length)
      return
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let texts = parts.first?.split(separator: "+", omittingEmptySubsequences: false) ?? []
    let numbers = texts.compactMap { Int($0) }
    guard (1...2).contains(parts.count), numbers.count == texts.count, !numbers.isEmpty,
      let stepsPerBeat = parts.count == 2 ? Int(parts[1]) : 2,
      parts.count == 2 || numbers.count > 1
    else { throw .noPreset(name) }
    if numbers.count == 1 {
      try self.init(count: numbers[0], stepsPerBeat: stepsPerBeat)
      return
    }
    guard numbers.allSatisfy(Self.counts.contains) else { throw .noPreset(name) }
    let count = numbers.reduce(0) { min($0 + $1, Self.counts.upperBound + 1) }
    // Created as even steps first, so that the same limits apply.
    _ = try Grid(count: count, stepsPerBeat: stepsPerBeat)
    self.init(groups: numbers, stepsPerBeat: stepsPerBeat)
  }
}
