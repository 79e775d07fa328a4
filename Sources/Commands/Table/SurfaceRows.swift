import MusicalTime

/// One thing that can be asked of the controllers with lights.
public enum SurfaceCommand: Sendable, Hashable {
  /// How many columns, and how many rows, a grid of pads can have.
  public static let gridSides = 1...16

  /// List the maps, and the controllers that are used.
  case list
  /// Use what is connected under a name, or (nil) what the map's own ports are, by a map.
  case use(map: String, port: String?)
  /// Use every controller that a map fits.
  case auto
  /// Release all controllers, and use no more.
  case off
  /// Show a page on all controllers.
  case page(SurfacePage)
  /// Show more of the page on all controllers, as arrows do.
  case move(SurfaceMove)
  /// Learn the grid of a device from three presses.
  case learn(port: String, columns: Int, rows: Int)
  /// Learn no longer.
  case learnOff
}

/// What the pads of a controller are used for.
public enum SurfacePage: String, Sendable, Hashable, CaseIterable {
  case steps, drums, patterns, song, drummer

  /// The next one, after the last the first.
  public var next: SurfacePage {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// The direction to what a page has more than fits on the pads.
public enum SurfaceMove: String, Sendable, Hashable, CaseIterable {
  case up, down, left, right
}

/// Commands about controllers with lights.
enum SurfaceRows {
  static let all: [CommandSpec] = [
    CommandSpec("surface list", does: "list the controllers with lights, and maps of others") {
      .surface(.list)
    }.alias("surface").query.when { $0.count == 0 },
    CommandSpec(
      "surface use", .name("a surface map", "MAP", of: .surface), .optional(.port),
      does: "use a controller by a map", as: "surface use launchpad-x",
      "surface use plain-8x8 'Grid:*'"
    ) { .surface(.use(map: $0, port: $1)) },
    CommandSpec("surface auto", does: "use every controller that a map fits, as at the start") {
      .surface(.auto)
    },
    CommandSpec("surface off", does: "release all controllers with lights") { .surface(.off) },
    CommandSpec(
      "surface page", .choice("a page"), does: "what the pads are used for",
      as: "surface page drums"
    ) { .surface(.page($0)) }.access(.play),
    CommandSpec(
      "surface move", .choice("up, down, left or right"),
      does: "show more drums, steps, patterns or sections, as arrows do", as: "surface move up"
    ) { .surface(.move($0)) }.access(.play),
    CommandSpec("surface learn off", does: "learn no grid any more") { .surface(.learnOff) },
    CommandSpec(
      "surface learn", .port,
      .optional(.of(GridSize.self), standard: GridSize(columns: 8, rows: 8)),
      does: "learn an unknown grid from three presses", as: "surface learn 'Grid:*'",
      "surface learn 'Grid:*' 4x4"
    ) { .surface(.learn(port: $0, columns: $1.columns, rows: $1.rows)) }.access(.files),
  ]
}

/// The columns and rows of a grid of pads.
private struct GridSize: Sendable {
  var columns: Int
  var rows: Int

}

extension Parameter where Value == String {
  fileprivate static var port: Self {
    .name("a port’s name, with wildcards", "PORT", of: .port)
  }
}

extension GridSize: CommandArgument {
  /// `8x8`.
  static var parameterShape: ParameterShape {
    ParameterShape(
      "COLUMNSxROWS", "how many pads there are", .text(words: ["8x8", "4x4", "8x5"], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let word = try words.word("how many pads there are")
    let parts = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    let sides = SurfaceCommand.gridSides
    guard parts.count == 2, let columns = parts[0], let rows = parts[1],
      sides.contains(columns), sides.contains(rows)
    else {
      throw words.error(
        "expected columns and rows of \(sides.words()) each, as in 8x8, found \(word.quoted)")
    }
    return GridSize(columns: columns, rows: rows)
  }
}
