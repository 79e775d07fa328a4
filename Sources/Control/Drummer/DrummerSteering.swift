import Commands
import LiveDrummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Steers the drummer, and says what it does.
struct DrummerSteering: Sendable {
  let drummer: LiveDrummer

  /// Steers the drummer, or returns its state; throws and changes nothing if it cannot.
  func perform(
    _ steering: DrummerCommand, as command: Command, in played: inout PlayedDocument
  ) throws(CommandError) -> Reply {
    if case .status = steering { return .drummer(status(played)) }
    guard let next = played.patch.drummer.applying(steering) else {
      try ask(steering, of: played.patch)
      return .done
    }
    try check(next, for: steering, of: played.patch)
    if case .plays(played.patch.drummer.isOn) = steering { return .done }
    try played.steer(next, as: command)
    return .done
  }

  /// Whether the drummer could play so.
  private func check(
    _ next: DrummerSettings, for steering: DrummerCommand, of patch: Patch
  ) throws(CommandError) {
    if next.isOn, !patch.drummer.isOn, let obstacle = patch.drummerObstacle {
      throw CommandError(obstacle)
    }
    try CommandError.wrapping {
      if case .style = steering {
        try drummer.load().check(next)
      } else {
        try drummer.check(next)
      }
    }
  }

  /// What is done once and sets nothing.
  private func ask(_ steering: DrummerCommand, of patch: Patch) throws(CommandError) {
    guard patch.drummer.isOn else {
      throw CommandError("the drummer is off: `drummer on` lets it join in")
    }
    if let obstacle = patch.drummerObstacle { throw CommandError(obstacle) }
    _ = try CommandError.wrapping { try drummer.load() }
    switch steering {
    case .fill: drummer.fill()
    case .rest(let bars): drummer.rest(bars: bars)
    case .lock(let bars): drummer.lock(bars: bars)
    case .release:
      guard drummer.release() else {
        throw CommandError("drummer release: nothing is locked: `drummer lock` does")
      }
    case .prime(let file): drummer.prime(with: try primer(file, of: patch))
    default: break
    }
  }

  /// The song is about to jump to that beat.
  func expect(_ beat: Beats) { drummer.expect(beat) }

  /// What the drummer does.
  func status(_ played: PlayedDocument) -> DrummerStatus {
    let now = played.engine.status()
    let bar = max(Int(now.position.dividedRoundingDown(by: CompiledBar.length)), 0)
    var status = DrummerStatus(
      name: drummer.name, settings: played.patch.drummer, bar: bar + 1,
      doing: DrummerStatus.Doing(rawValue: drummer.activity(inBar: bar).rawValue) ?? .off,
      engine: now)
    status.silence = played.patch.drummerSilence ?? absence(played.patch)
    return status
  }

  /// Why nothing sounds of a drummer that `patch` has on, where there is none.
  private func absence(_ patch: Patch) -> String? {
    guard patch.drummer.isOn, !drummer.isLoaded else { return nil }
    return "the drummer is silent: it has no model; `drummer on` says where one is looked for"
  }

  private func primer(_ file: String?, of patch: Patch) throws(CommandError) -> Primer {
    if let file {
      return try CommandError.wrapping { try Primer(file: file, map: patch.input) }
    }
    guard let primer = Primer(patch) else {
      throw CommandError("drummer prime pattern: the pattern is silent: load one, or name a file")
    }
    return primer
  }
}
