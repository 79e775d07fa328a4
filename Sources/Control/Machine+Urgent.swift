public import Commands
public import MusicalTime
import Playback
import Rhythm
import Sequencing

/// What goes before everything else: it waits for no file, no SoundFont and no compiling.
extension Machine {
  /// Carries out `command` at once where it is urgent, whatever else is being carried out: the engine
  /// does it in its next block. Nil where it is not, and nothing was done. Thread-safe.
  public nonisolated func overtake(_ command: Command) throws(CommandError) -> Reply? {
    switch command.action {
    case .play, .continue, .stop, .toggle: try move(command.action)
    case .panic: try send(.panic)
    case .follow(let line): try send(.line(line))
    case .hit(let drum, let velocity, let time): try send(.hit(drum, velocity, time))
    default: return nil
    }
    return .done
  }

  /// Carries out what controllers ask for that is urgent, and leaves the rest to `attend`; says what
  /// could not be done. Thread-safe; call it while `attend` has to wait.
  public nonisolated func attendUrgent() -> [CommandError] {
    var failures: [CommandError] = []
    for command in engine.takeUrgentCommands() {
      do throws(CommandError) { _ = try overtake(command) } catch { failures.append(error) }
    }
    return failures
  }

  /// Whether the song moved in the latest block. Thread-safe.
  public nonisolated var isRolling: Bool { engine.status().isRolling }

  /// Lets everything stop on `beat`, or nowhere. Thread-safe.
  public nonisolated func limit(to beat: Beats?) throws(CommandError) { try send(.limit(beat)) }

  nonisolated func send(_ message: EngineMessage) throws(CommandError) {
    guard engine.send(message) else { throw Self.busy }
  }

  /// Whether the song is JACK transport's to move, and that is there.
  nonisolated var leavesTransportToJACK: Bool {
    clock.leavesTransportToJACK(under: engine.status().leader) && devices.hasTransport
  }

  /// Moves the song: by JACK transport where that leads, because everybody on it moves together, and
  /// by ourselves without JACK, when our own tempo leads.
  nonisolated func move(_ action: Command.Action) throws(CommandError) {
    let now = engine.status()
    if case .toggle = action {
      return try move(now.isRolling || now.isArmed || now.isCountingIn ? .stop : .play)
    }
    if leavesTransportToJACK {
      moveJACK(action, tempo: now.tempo)
      // A song begun without JACK rolls on beside a transport at rest, which has no stop to tell of.
      guard case .stop = action else { return }
    }
    switch action {
    case .play: try send(.play)
    case .continue: try send(.continue)
    case .stop: try send(.stop)
    case .locate(let beat): try send(.locate(beat))
    default: break
    }
  }

  private nonisolated func moveJACK(_ action: Command.Action, tempo: Tempo) {
    switch action {
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
}
