import Clock
import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Who leads, what is followed and what is sent: changes the engine and the devices together.
struct ClockControl: Sendable {
  let engine: EngineLink
  let devices: any ClockDevices

  /// Returns the clock's state, or changes its settings; throws and leaves everything as it was where the devices or the engine
  /// take no such change. `asked` is what `status` says of tempi that were asked for.
  func perform(_ command: ClockCommand, asked: AskedTempo) throws(CommandError) -> Reply {
    switch command {
    case .status: return .clock(status(asked))
    case .nudge(let distance): return try nudge(by: distance)
    case .set(let setting): return try change(setting)
    }
  }

  private func change(_ setting: ClockSetting) throws(CommandError) -> Reply {
    let clock = engine.clock
    var next = clock
    next.apply(setting)
    guard next != clock else { return .done }
    try devices.check(setting)
    try engine.ask(.clock(next.settings))
    if next.port != clock.port { devices.listen(to: next.port) }
    if next.settings.isTimebase != clock.settings.isTimebase {
      devices.offerTimebase(next.settings.isTimebase)
    }
    engine.setClock(next)
    guard case .source(let source) = setting, let word = source.wordMeant else { return .done }
    return .remark(
      .warning(
        text:
          "follows a port called “\(source.text)” whenever there is one; "
          + "did you mean “\(word)”?"))
  }

  /// Lets what is followed be heard later by so much more than now.
  private func nudge(by distance: HostTime.Interval) throws(CommandError) -> Reply {
    let offset = engine.clock.settings.offset.milliseconds + distance.milliseconds
    guard ClockSettings.offsetRange.contains(offset) else {
      throw CommandError(
        "nudge: \(ClockSettings.offsetRange.expected("an offset", unit: "ms", found: offset))")
    }
    _ = try change(.offset(HostTime.Interval(offsetMilliseconds: offset)))
    let now = engine.clock.settings.offset.milliseconds
    return .remark(.setting(name: "clock offset", value: now, unit: "ms"))
  }

  /// The clock's state with the song's position, for programs that share its beat.
  private func status(_ asked: AskedTempo) -> ClockStatus {
    let now = engine.status()
    var status = ClockStatus(now, setup: engine.clock)
    status.position = ClockStatus.Position(
      beat: now.position.inBeats, time: now.time.nanoseconds,
      isRolling: now.isRolling, bar: now.place.bar.length.inBeats,
      asked: asked.count, askedBPM: asked.last?.bpm, endings: now.endings)
    return status
  }
}
