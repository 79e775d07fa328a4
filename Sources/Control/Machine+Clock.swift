import Clock
import Commands
import LiveDrummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

extension Machine {
  /// Returns the clock's state, or changes its settings; throws and leaves everything as it was
  /// where the devices or the engine take no such change.
  func perform(_ command: ClockCommand) throws(CommandError) -> Reply {
    if case .status = command { return .clock(clockStatus()) }
    var next = clock
    next.apply(command)
    guard next != clock else { return .done }
    try devices.check(command)
    try send(.clock(next.settings))
    if next.port != clock.port { devices.listen(to: next.port) }
    if next.settings.isTimebase != clock.settings.isTimebase {
      devices.offerTimebase(next.settings.isTimebase)
    }
    engine.setClock(next)
    return .done
  }

  /// The clock's state with the song's position, for programs that share its beat.
  private func clockStatus() -> ClockStatus {
    let now = engine.status()
    var status = ClockStatus(now, setup: clock)
    status.position = ClockStatus.Position(
      beat: now.position.inBeats, time: now.time.nanoseconds,
      isRolling: now.isRolling, bar: now.place.bar.length.inBeats,
      asked: askedTempo.count, askedBPM: askedTempo.last?.bpm)
    return status
  }

  /// Who leads, and what is followed and sent.
  nonisolated var clock: ClockSetup { engine.clock }

  /// Lets what is followed be heard later by so much more than now.
  func nudge(by distance: HostTime.Interval) throws(CommandError) -> Reply {
    let offset = clock.settings.offset.milliseconds + distance.milliseconds
    guard ClockSettings.offsetRange.contains(offset) else {
      let range = ClockSettings.offsetRange
      throw CommandError(
        "nudge: expected an offset of \(range.lowerBound) to \(range.upperBound) ms, found \(offset)"
      )
    }
    _ = try perform(.offset(HostTime.Interval(offsetMilliseconds: offset)))
    return .remark(.nudged(milliseconds: clock.settings.offset.milliseconds))
  }

  /// Moves to a beat, which the drummer is let know of.
  func locate(_ beat: Beats) throws(CommandError) {
    if patch.drummer.isOn, !leavesTransportToJACK { drummer.expect(beat) }
    try move(.locate(beat))
  }

  /// Changes the patch's own tempo, and says so where another's is heard.
  func change(to tempo: Tempo, as command: Command) throws(CommandError) -> Reply {
    let now = engine.status()
    // JACK transport without a timebase master goes at our tempo.
    let isOurs = now.leader == .jack && now.tempo == patch.tempo
    try edit(command.undoName, isStream: true) { $0.tempo = tempo }
    guard clock.settings.followsTempo, now.leader != .internal, !isOurs else { return .done }
    if now.leader == .link {
      askedTempo = (askedTempo.count + 1, tempo)
      return .remark(.tempoAsked(leader: ClockStatus.Leader.link.rawValue, bpm: tempo.bpm))
    }
    return .remark(
      .tempoKept(leader: ClockStatus.Leader(now.leader).rawValue, bpm: tempo.bpm))
  }
}
