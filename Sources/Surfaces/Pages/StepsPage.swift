import MusicalTime
import Rhythm

/// A drum a row, a step a column.
///
/// A step has the drum's colour, brighter the louder it is; the column that is heard is white. What the
/// drummer is going to play on empty steps pulses dimly.
struct StepsPage {
  private let scene: SurfaceScene
  private let corner: PadGrid.Position

  /// The rows from the top: what most patterns have first, then the rest by note.
  static let drums: [Drum] = {
    let first: [Drum] = [
      .kick, .snare, .closedHat, .openHat, .clap, .tom1, .tom3, .crash, .ride, .sideStick,
      .pedalHat,
      .tom6,
    ]
    return first + Drum.all.filter { !first.contains($0) }
  }()

  /// The part of `scene` from `corner` on.
  init(_ scene: SurfaceScene, corner: PadGrid.Position) {
    self.scene = scene
    self.corner = corner
  }

  /// The most steps that a drum has.
  static func width(_ scene: SurfaceScene) -> Int {
    let pattern = scene.patch.pattern
    return pattern.lanes.reduce(pattern.stepCount) { max($0, $1.steps.count) }
  }

  /// `empty` with the steps, at `now`.
  func drawn(on empty: LightPicture, at now: HostTime) -> LightPicture {
    var picture = empty
    let ghosts = ghosts(at: now)
    for row in 0..<picture.rows {
      guard let drum = drum(inRow: row) else { continue }
      let head = playhead(of: drum, at: now)
      let count = stepCount(of: drum)
      for column in 0..<picture.columns where corner.column + column < count {
        let step = corner.column + column
        picture[column, row] = light(
          of: drum, step, isHeard: step == head, isGhost: ghosts[drum]?.contains(step) == true)
      }
    }
    return picture
  }

  private func light(of drum: Drum, _ step: Int, isHeard: Bool, isGhost: Bool) -> Light? {
    let lane = scene.patch.pattern.lane(of: drum)
    guard let hit = lane?.steps[step] else {
      if isHeard { return Light(.white, .half) }
      return isGhost ? Light(drum.colour, .dim, .pulse) : nil
    }
    if isHeard { return Light(.white) }
    return Light(drum.colour, lane?.isMuted == true ? .dim : LightLevel(velocity: hit.velocity))
  }

  /// The line that writes a step, or clears it.
  func line(_ position: PadGrid.Position, velocity: Int) -> String? {
    let step = corner.column + position.column
    guard let drum = drum(inRow: position.row), step < stepCount(of: drum) else { return nil }
    let isThere = scene.patch.pattern.lane(of: drum)?.steps[step] != nil
    return "step \(drum.name) \(step + 1) \(isThere ? 0 : velocity)"
  }

  private func drum(inRow row: Int) -> Drum? {
    let index = corner.row + row
    return Self.drums.indices.contains(index) ? Self.drums[index] : nil
  }

  private func stepCount(of drum: Drum) -> Int {
    let pattern = scene.patch.pattern
    return pattern.lane(of: drum)?.steps.count ?? pattern.stepCount
  }

  /// How a drum's lane is played, or where it has none an empty one would be.
  private func loop(of drum: Drum) -> LaneLoop {
    let pattern = scene.patch.pattern
    let lane = pattern.lane(of: drum) ?? Lane(Voice(drum), restingFor: pattern.stepCount)
    return pattern.loop(of: lane)
  }

  /// The step of a drum that is heard at `now`; nil at rest, or while another pattern is heard.
  private func playhead(of drum: Drum, at now: HostTime) -> Int? {
    guard scene.showsHeardPattern, let elapsed = scene.elapsed(at: now) else { return nil }
    return loop(of: drum).step(at: elapsed)
  }

  /// The steps on which the drummer plays within the next loop.
  private func ghosts(at now: HostTime) -> [Drum: Set<Int>] {
    guard scene.showsHeardPattern, let elapsed = scene.elapsed(at: now) else { return [:] }
    var steps: [Drum: Set<Int>] = [:]
    for ghost in scene.ghosts {
      let beat = ghost.beat - scene.transport.origin
      guard beat >= elapsed, beat < elapsed + scene.patch.pattern.length else { continue }
      steps[ghost.drum, default: []].insert(loop(of: ghost.drum).step(nearest: beat))
    }
    return steps
  }
}
