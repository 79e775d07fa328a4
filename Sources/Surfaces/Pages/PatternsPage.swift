import Rhythm

/// A pattern a pad, from the top left: blue; green where it is heard; blinking where it waits.
struct PatternsPage {
  private let scene: SurfaceScene
  private let firstRow: Int

  /// The patterns of `scene` from a row on.
  init(_ scene: SurfaceScene, firstRow: Int) {
    self.scene = scene
    self.firstRow = firstRow
  }

  /// `empty` with the patterns.
  func drawn(on empty: LightPicture) -> LightPicture {
    var picture = empty
    let first = firstRow * picture.columns
    for (index, pattern) in scene.patch.patterns.enumerated().dropFirst(first) {
      let (row, column) = (index - first).quotientAndRemainder(dividingBy: picture.columns)
      picture[column, row] = light(of: pattern, index)
    }
    return picture
  }

  private func light(of pattern: Pattern, _ index: Int) -> Light {
    if pattern.name == scene.queued { return Light(.green, .full, .blink) }
    if scene.transport.isRolling, pattern.name == scene.transport.pattern { return Light(.green) }
    return Light(.blue, index == scene.patch.selected ? .full : .half)
  }

  /// The line that plays a pattern.
  func line(_ position: PadGrid.Position, of view: SurfaceView) -> String? {
    let index = (firstRow + position.row) * view.columns + position.column
    return scene.patch.patterns.indices.contains(index) ? "pattern \(index + 1)" : nil
  }
}
