import Rhythm

/// A section of the song a pad, from the top left: orange; green where it is heard; blinking where it is
/// looped.
struct SongPage {
  private let scene: SurfaceScene
  private let firstRow: Int

  /// The sections of the song of `scene` from a row on.
  init(_ scene: SurfaceScene, firstRow: Int) {
    self.scene = scene
    self.firstRow = firstRow
  }

  /// `empty` with the sections.
  func drawn(on empty: LightPicture) -> LightPicture {
    var picture = empty
    let first = firstRow * picture.columns
    for index in scene.patch.song.sections.indices.dropFirst(first) {
      let (row, column) = (index - first).quotientAndRemainder(dividingBy: picture.columns)
      picture[column, row] = light(ofSection: index)
    }
    return picture
  }

  private func light(ofSection index: Int) -> Light {
    guard index == scene.section else { return Light(.orange, .half) }
    return Light(.green, .full, scene.loopsSection ? .blink : .steady)
  }

  /// The line that plays the song; while it plays, the one that loops a section, or goes on from there.
  func line(_ position: PadGrid.Position, of view: SurfaceView) -> String? {
    let index = (firstRow + position.row) * view.columns + position.column
    guard scene.patch.song.sections.indices.contains(index) else { return nil }
    guard scene.patch.playsSections else { return "song play" }
    let isLooped = index == scene.section && scene.loopsSection
    return isLooped ? "song loop off" : "song loop \(index + 1)"
  }
}
