import Rhythm

/// The drummer's knobs as columns of lights, and on the right what it can be asked for.
struct DrummerPage {
  private let scene: SurfaceScene
  private let firstColumn: Int

  private static let knobs: [(word: String, colour: LightColour)] = [
    ("density", .cyan), ("loudness", .yellow), ("wildness", .orange), ("listen", .purple),
  ]
  /// In the column after the knobs, from the top below on and off, and on in the next ones.
  private static let requests: [(line: String, colour: LightColour)] = [
    ("drummer fill", .yellow), ("drummer lock", .blue), ("drummer release", .blue),
    ("keep 1", .red),
  ]

  /// The drummer of `scene` from a column on.
  init(_ scene: SurfaceScene, firstColumn: Int) {
    self.scene = scene
    self.firstColumn = firstColumn
  }

  /// The columns of all knobs and requests in `rows` rows.
  static func columns(rows: Int) -> Int { knobs.count + (requests.count + rows) / rows }

  /// `empty` with the drummer.
  func drawn(on empty: LightPicture) -> LightPicture {
    var picture = empty
    let drummer = scene.patch.drummer
    let values = [drummer.density, drummer.loudness, drummer.wildness, drummer.listening]
    for (column, knob) in Self.knobs.enumerated() {
      let top = Self.row(of: values[column], rows: picture.rows)
      for row in top..<max(picture.rows, top) {
        picture[column - firstColumn, row] = Light(knob.colour)
      }
    }
    let lights =
      [Light(.green, drummer.isOn ? .full : .dim)]
      + Self.requests.map { Light($0.colour, .half) }
    for (index, light) in lights.enumerated() {
      let (column, row) = index.quotientAndRemainder(dividingBy: picture.rows)
      picture[Self.knobs.count + column - firstColumn, row] = light
    }
    return picture
  }

  /// The line of a knob or a request.
  func line(_ position: PadGrid.Position, rows: Int) -> String? {
    let column = firstColumn + position.column
    if Self.knobs.indices.contains(column) {
      let value = Self.value(ofRow: position.row, rows: rows)
      let hundredths = Int((value * 100).rounded())
      return "drummer \(Self.knobs[column].word) \(Double(hundredths) / 100)"
    }
    let index = (column - Self.knobs.count) * rows + position.row
    if index == 0 { return "drummer \(scene.patch.drummer.isOn ? "off" : "on")" }
    return Self.requests.indices.contains(index - 1) ? Self.requests[index - 1].line : nil
  }

  /// 1 for the top row, 0 for the bottom one.
  private static func value(ofRow row: Int, rows: Int) -> Double {
    rows < 2 ? 1 : Double(rows - 1 - row) / Double(rows - 1)
  }

  private static func row(of value: Double, rows: Int) -> Int {
    rows - 1 - Int((min(max(value, 0), 1) * Double(rows - 1)).rounded())
  }
}
