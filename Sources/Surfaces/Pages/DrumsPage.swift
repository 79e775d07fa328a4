import MusicalTime
import Rhythm

/// A drum a pad, by note from the bottom left, as pads are laid out elsewhere; it lights up when it is heard.
struct DrumsPage {
  private let scene: SurfaceScene
  private let firstRow: Int

  /// How long a drum that was heard is lit.
  static let flash: Int64 = 120_000_000

  /// The drums of `scene` from a row on, counted from the top as on any page.
  init(_ scene: SurfaceScene, firstRow: Int) {
    self.scene = scene
    self.firstRow = firstRow
  }

  /// The rows of all drums.
  static func rows(columns: Int) -> Int { (Drum.all.count + columns - 1) / columns }

  /// `empty` with the drums, at `now`.
  func drawn(on empty: LightPicture, at now: HostTime) -> LightPicture {
    var picture = empty
    let last = lastRow(columns: picture.columns, rows: picture.rows)
    for (index, drum) in Drum.all.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: picture.columns)
      let since = scene.struck[drum].map { $0.distance(to: now).nanoseconds }
      let isHeard = since.map { (0..<Self.flash).contains($0) } == true
      picture[column, last - row] = isHeard ? Light(.white) : Light(drum.colour, .half)
    }
    return picture
  }

  /// The line that strikes a drum when the pad was struck.
  func line(
    _ position: PadGrid.Position, of view: SurfaceView, velocity: Int, at time: HostTime
  ) -> String? {
    let last = lastRow(columns: view.columns, rows: view.rows)
    let index = (last - position.row) * view.columns + position.column
    guard Drum.all.indices.contains(index) else { return nil }
    return "hit \(Drum.all[index].name) \(velocity) at \(time.nanoseconds)"
  }

  /// The row of the grid, or below it, that has the lowest drums.
  private func lastRow(columns: Int, rows: Int) -> Int {
    max(Self.rows(columns: columns), rows) - 1 - firstRow
  }
}
