import Rhythm

/// The drummer's knobs as columns of lights, and on the right what it can be asked for.
struct DrummerPage {
  private let scene: SurfaceScene

  private static let knobs: [(word: String, colour: LightColour)] = [
    ("density", .cyan), ("loudness", .yellow), ("wildness", .orange), ("listen", .purple),
  ]
  /// In the column after the knobs, from the top.
  private static let requests: [(line: String, colour: LightColour)] = [
    ("drummer fill", .yellow), ("drummer lock", .blue), ("drummer release", .blue),
    ("keep 1", .red),
  ]

  /// The drummer of `scene`.
  init(_ scene: SurfaceScene) { self.scene = scene }

  /// `empty` with the drummer.
  func drawn(on empty: LightPicture) -> LightPicture {
    var picture = empty
    let drummer = scene.patch.drummer
    let values = [drummer.density, drummer.loudness, drummer.wildness, drummer.listening]
    for (column, knob) in Self.knobs.enumerated() {
      let top = Self.row(of: values[column], rows: picture.rows)
      for row in top..<max(picture.rows, top) { picture[column, row] = Light(knob.colour) }
    }
    let column = Self.knobs.count
    picture[column, 0] = Light(.green, scene.patch.drummer.isOn ? .full : .dim)
    for (row, request) in Self.requests.enumerated() {
      picture[column, row + 1] = Light(request.colour, .half)
    }
    return picture
  }

  /// The line of a knob or a request.
  func line(_ position: PadGrid.Position, rows: Int) -> String? {
    if Self.knobs.indices.contains(position.column) {
      let value = Self.value(ofRow: position.row, rows: rows)
      let hundredths = Int((value * 100).rounded())
      return "drummer \(Self.knobs[position.column].word) \(Double(hundredths) / 100)"
    }
    guard position.column == Self.knobs.count else { return nil }
    if position.row == 0 { return "drummer \(scene.patch.drummer.isOn ? "off" : "on")" }
    return Self.requests.indices.contains(position.row - 1)
      ? Self.requests[position.row - 1].line : nil
  }

  /// 1 for the top row, 0 for the bottom one.
  private static func value(ofRow row: Int, rows: Int) -> Double {
    rows < 2 ? 1 : Double(rows - 1 - row) / Double(rows - 1)
  }

  private static func row(of value: Double, rows: Int) -> Int {
    rows - 1 - Int((min(max(value, 0), 1) * Double(rows - 1)).rounded())
  }
}
