extension CommandTable {
  static let surfaces: [CommandSpec] = [
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
    CommandSpec("surface learn off", does: "learn no grid any more") { .surface(.learnOff) },
    CommandSpec(
      "surface learn", .port, .optional(.gridSize, standard: GridSize(columns: 8, rows: 8)),
      does: "learn an unknown grid from three presses", as: "surface learn 'Grid:*'",
      "surface learn 'Grid:*' 4x4"
    ) { .surface(.learn(port: $0, columns: $1.columns, rows: $1.rows)) }.access(.files),
  ]
}

/// The columns and rows of a grid of pads.
private struct GridSize: Sendable {
  var columns: Int
  var rows: Int

  /// The most of each.
  static let most = 16
}

extension Parameter where Value == String {
  fileprivate static var port: Self {
    .name("a port’s name, with wildcards", "PORT", of: .port)
  }
}

extension Parameter where Value == GridSize {
  /// `8x8`.
  fileprivate static var gridSize: Self {
    let shape = ParameterShape(
      "COLUMNSxROWS", "how many pads there are", .text(words: ["8x8", "4x4", "8x5"], names: []))
    return Self(shape) { words throws(CommandError) in
      let word = try words.word("how many pads there are")
      let parts = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let columns = parts[0], let rows = parts[1],
        (1...GridSize.most).contains(columns), (1...GridSize.most).contains(rows)
      else {
        throw words.error("expected columns and rows up to 16x16, as in 8x8, found “\(word)”")
      }
      return GridSize(columns: columns, rows: rows)
    }
  }
}
