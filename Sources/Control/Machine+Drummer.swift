import Commands
import LiveDrummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

extension Machine {
  /// Steers the drummer, or returns its state; throws and changes nothing if it cannot.
  func perform(_ steering: DrummerCommand, as command: Command) throws(CommandError) -> Reply {
    if case .status = steering { return .drummer(drummerStatus()) }
    if let next = patch.drummer.applying(steering) {
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
      let isSwitched = next.isOn != patch.drummer.isOn
      if case .plays = steering, !isSwitched { return .done }
      let before = document
      patch.drummer = next
      if patch != before.patch { isEdited = true }
      record(command.undoName, since: before, isStream: command.spec.isStream)
      drummer.steer(patch.playableDrummer, always: isSwitched)
      return .done
    }
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
    case .prime(let file): drummer.prime(with: try primer(file))
    default: break
    }
    return .done
  }

  /// What the drummer does.
  func drummerStatus() -> DrummerStatus {
    let now = engine.status()
    let bar = max(Int(now.position.dividedRoundingDown(by: CompiledBar.length)), 0)
    var status = DrummerStatus(
      name: drummer.name, settings: patch.drummer, bar: bar + 1,
      doing: DrummerStatus.Doing(rawValue: drummer.activity(inBar: bar).rawValue) ?? .off,
      engine: now)
    status.silence = patch.drummerSilence
    return status
  }

  /// Makes the last bars that the drummer played the pattern.
  func keep(bars count: Int) throws(CommandError) -> Reply {
    guard let last = drummer.lastBars(count) else {
      throw CommandError("keep \(count): the drummer has not played this long: wait, or keep fewer")
    }
    let hits = last.hits.enumerated().flatMap { index, hits in
      hits.map { hit in
        Hit(
          drum: hit.drum, velocity: hit.velocity,
          beat: hit.beat + CompiledBar.length * Int64(index))
      }
    }
    guard !hits.isEmpty else {
      throw CommandError("keep \(count): the drummer played nothing in them")
    }
    var edited = patch
    do throws(PatternError) {
      edited.pattern = try patch.pattern.keeping(
        hits, length: CompiledBar.length * Int64(count),
        playedWith: patch.pattern.groove ?? patch.groove ?? .straight)
    } catch { throw CommandError("keep \(count): \(error)") }
    // What was played has a hand already.
    edited.humanising = nil
    let isHumanised = patch.humanising != nil
    try change("keep \(count)", to: edited)
    return .remark(
      .kept(
        bars: last.first + 1...last.first + count, hits: hits.count,
        steps: edited.pattern.stepCount, wasHumanised: isHumanised,
        drummerPlays: patch.drummer.isOn))
  }

  private func primer(_ file: String?) throws(CommandError) -> Primer {
    if let file {
      return try CommandError.wrapping { try Primer(file: file, map: patch.input) }
    }
    guard let primer = Primer(patch) else {
      throw CommandError("drummer prime pattern: the pattern is silent: load one, or name a file")
    }
    return primer
  }
}
