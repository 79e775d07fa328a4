public import Commands
public import MusicalTime
import Rhythm

/// The page that a grid shows, and what its pads ask for.
public struct SurfaceView: Sendable, Hashable {
  public let columns: Int
  public let rows: Int
  /// What the pads are used for.
  public var page = SurfacePage.steps
  /// The first row and column of each page that is shown.
  private var corners: [SurfacePage: PadGrid.Position] = [:]

  /// The velocity of pads that do not send one.
  public static let plainVelocity = 100

  /// The steps of the first drums.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The first column and row that is shown of `scene`, which may have become smaller.
  func corner(_ scene: SurfaceScene) -> PadGrid.Position {
    let (width, height) = size(of: scene)
    let lastColumn = max(width - 1, 0) / columns * columns
    let lastRow = max(height - rows, 0)
    // Drums begin at the bottom.
    let corner = corners[page] ?? PadGrid.Position(0, page == .drums ? lastRow : 0)
    return PadGrid.Position(min(corner.column, lastColumn), min(corner.row, lastRow))
  }

  /// The columns and rows that the page has in all.
  private func size(of scene: SurfaceScene) -> (columns: Int, rows: Int) {
    switch page {
    case .steps: (StepsPage.width(scene), StepsPage.drums.count)
    case .drums: (columns, DrumsPage.rows(columns: columns))
    case .drummer: (DrummerPage.columns(rows: rows), rows)
    case .patterns: (columns, Self.rows(scene.patch.patterns.count, columns))
    case .song: (columns, Self.rows(scene.patch.song.sections.count, columns))
    }
  }

  private static func rows(_ count: Int, _ columns: Int) -> Int { (count + columns - 1) / columns }

  /// What the pads show at `now`.
  public func picture(of scene: SurfaceScene, at now: HostTime) -> LightPicture {
    let empty = LightPicture(columns: columns, rows: rows)
    return switch page {
    case .steps: StepsPage(scene, corner: corner(scene)).drawn(on: empty, at: now)
    case .drums: DrumsPage(scene, firstRow: corner(scene).row).drawn(on: empty, at: now)
    case .patterns: PatternsPage(scene, firstRow: corner(scene).row).drawn(on: empty)
    case .song: SongPage(scene, firstRow: corner(scene).row).drawn(on: empty)
    case .drummer: DrummerPage(scene, firstColumn: corner(scene).column).drawn(on: empty)
    }
  }

  /// The command lines that a pad asks for.
  func pressed(
    _ position: PadGrid.Position, velocity: Int, at time: HostTime, _ scene: SurfaceScene
  ) -> [String] {
    let line =
      switch page {
      case .steps: StepsPage(scene, corner: corner(scene)).line(position, velocity: velocity)
      case .drums:
        DrumsPage(scene, firstRow: corner(scene).row)
          .line(position, of: self, velocity: velocity, at: time)
      case .patterns: PatternsPage(scene, firstRow: corner(scene).row).line(position, of: self)
      case .song: SongPage(scene, firstRow: corner(scene).row).line(position, of: self)
      case .drummer:
        DrummerPage(scene, firstColumn: corner(scene).column).line(position, rows: rows)
      }
    return line.map { [$0] } ?? []
  }

  /// Does what a button is for.
  mutating func turn(_ use: ButtonUse, _ scene: SurfaceScene) {
    switch use {
    case .page(let next): page = next
    case .nextPage: page = page.next
    case .up, .down, .left, .right:
      if let moved = moved(use, scene) { corners[page] = moved }
    case .line: break
    }
  }

  /// The corner after a move; nil where there is nothing that way.
  private func moved(_ use: ButtonUse, _ scene: SurfaceScene) -> PadGrid.Position? {
    let corner = corner(scene)
    let (width, height) = size(of: scene)
    switch use {
    case .up where corner.row > 0: return PadGrid.Position(corner.column, corner.row - 1)
    case .down where corner.row + rows < height:
      return PadGrid.Position(corner.column, corner.row + 1)
    case .left where corner.column > 0: return PadGrid.Position(corner.column - columns, corner.row)
    case .right where corner.column + columns < width:
      return PadGrid.Position(corner.column + columns, corner.row)
    default: return nil
    }
  }

  /// What a button shows.
  public func light(of use: ButtonUse, _ scene: SurfaceScene) -> Light? {
    switch use {
    case .up, .down, .left, .right: moved(use, scene) == nil ? nil : Light(.white, .half)
    case .page(let own): Light(.white, own == page ? .full : .dim)
    case .nextPage: Light(.white, .dim)
    case .line(let press, _): Self.light(of: press, scene)
    }
  }

  private static func light(of line: String, _ scene: SurfaceScene) -> Light {
    switch line {
    case "play", "toggle", "continue":
      Light(.green, scene.transport.isRolling ? .full : .dim)
    case "stop", "panic": Light(.red, .dim)
    case "drummer on", "drummer off":
      Light(.purple, scene.patch.drummer.isOn ? .full : .dim)
    default: Light(.white, .dim)
    }
  }
}
