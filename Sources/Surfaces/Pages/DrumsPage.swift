import MusicalTime
import Rhythm

/// A drum a pad, by note from the bottom left, as pads are laid out elsewhere; it lights up when it is heard.
struct DrumsPage {
  private let scene: SurfaceScene

  /// How long a drum that was heard is lit.
  static let flash: Int64 = 120_000_000

  /// The drums of `scene`.
  init(_ scene: SurfaceScene) { self.scene = scene }

  /// `empty` with the drums, at `now`.
  func drawn(on empty: LightPicture, at now: HostTime) -> LightPicture {
    var picture = empty
    for (index, drum) in Drum.all.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: picture.columns)
      let since = scene.struck[drum].map { $0.distance(to: now).nanoseconds }
      let isHeard = since.map { (0..<Self.flash).contains($0) } == true
      picture[column, picture.rows - 1 - row] = isHeard ? Light(.white) : Light(drum.colour, .half)
    }
    return picture
  }

  /// The line that strikes a drum when the pad was struck.
  func line(
    _ position: PadGrid.Position, of view: SurfaceView, velocity: Int, at time: HostTime
  ) -> String? {
    let index = (view.rows - 1 - position.row) * view.columns + position.column
    guard Drum.all.indices.contains(index) else { return nil }
    return "hit \(Drum.all[index].name) \(velocity) at \(time.nanoseconds)"
  }
}
