import Clock
import LiveDrummer
import MusicalTime
import Playback
import Rhythm

extension Machine {
  /// Answers for the clock, or changes what it is told; throws and leaves everything as it was
  /// where the devices or the engine take no such change.
  func perform(_ command: ClockCommand) throws(CommandError) -> Reply {
    if case .status(let asJSON) = command {
      return .clock(ClockStatus(engine.status(), setup: clock), asJSON: asJSON)
    }
    var next = clock
    next.apply(command)
    guard next != clock else { return .done }
    try devices.check(command)
    try send(.clock(next.settings))
    if next.port != clock.port { devices.listen(to: next.port) }
    if next.settings.isTimebase != clock.settings.isTimebase {
      devices.offerTimebase(next.settings.isTimebase)
    }
    clock = next
    return .done
  }

  /// Moves the song: by JACK transport where that leads, because everybody on it moves together, and
  /// by ourselves while there is no JACK, when our own tempo leads.
  func move(_ command: Command) throws(CommandError) {
    let now = engine.status()
    if case .toggle = command {
      return try move(now.isRolling || now.isArmed || now.isCountingIn ? .stop : .play)
    }
    if clock.leavesTransportToJACK(under: now.leader), devices.hasTransport {
      moveJACK(command, tempo: now.tempo)
      // A song begun without JACK rolls on beside a transport at rest, which has no stop to tell of.
      guard case .stop = command else { return }
    }
    switch command {
    case .play: try send(.play)
    case .continue: try send(.continue)
    case .stop: try send(.stop)
    case .locate(let beat):
      if patch.drummer.isOn { drummer.expect(beat) }
      try send(.locate(beat))
    default: break
    }
  }

  private func moveJACK(_ command: Command, tempo: Tempo) {
    switch command {
    case .play:
      devices.locate(frame: 0)
      devices.roll()
    case .continue: devices.roll()
    case .stop: devices.stopTransport()
    case .locate(let beat):
      let line = Timeline(
        tempo: tempo, sampleRate: devices.sampleRate, beatOrigin: .zero,
        frameOrigin: Frame(index: 0))
      let sixteenth = beat.dividedRoundingDown(by: .sixteenth)
      devices.locate(frame: line.frame(at: .sixteenth * sixteenth).index)
    default: break
    }
  }

  /// Changes the patch's own tempo, and says so where another's is heard.
  func change(to tempo: Tempo) throws(CommandError) -> Reply {
    let now = engine.status()
    // JACK transport without a timebase master goes at our tempo.
    let isOurs = now.leader == .jack && now.tempo == patch.tempo
    try edit(.tempo(tempo))
    guard clock.settings.followsTempo, now.leader != .internal, !isOurs else { return .done }
    let leader = ClockStatus.Leader(now.leader).rawValue
    let bpm = MachineStatus.rounded(tempo.bpm)
    return .text("\(leader) leads: \(bpm) bpm is kept for when it does not")
  }
}
