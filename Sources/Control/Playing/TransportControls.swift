import Clock
import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Moves the song, and carries out what goes before everything else: it waits for no file, no SoundFont and
/// no compiling. Thread-safe.
struct TransportControls: Sendable {
  let engine: EngineLink
  let devices: any ClockDevices

  /// Carries out `command` at once where it is urgent; nil where it is not, and nothing was done.
  func overtake(_ command: Command) throws(CommandError) -> Reply? {
    guard command.spec.isUrgent else { return nil }
    switch command.action {
    case .engine(let order):
      if case .line(let line) = order.message {
        try follow(line)
      } else {
        try engine.ask(order.message)
      }
    case .transport(let asked): try perform(asked)
    default: return nil
    }
    return .done
  }

  /// Takes a reported beat in where one is followed.
  private func follow(_ line: BeatLine) throws(CommandError) {
    guard engine.clock.source == .link else {
      throw CommandError(
        "follow: the clock source is \(engine.clock.source.text): `clock source link` follows a beat"
      )
    }
    let now = engine.status()
    let age = line.time.distance(to: now.time).nanoseconds
    // Before the first block the time is unknown.
    guard now.frame.index > 0, age.magnitude > UInt64(BeatLine.reach) else {
      return try engine.ask(.line(line))
    }
    let seconds = age.magnitude / 1_000_000_000
    let reach = BeatLine.reach / 1_000_000_000
    throw CommandError(
      "follow: TIME is \(seconds) s \(age > 0 ? "ago" : "ahead"); "
        + "expected within \(reach) s of now")
  }

  /// Carries out what controllers ask for that is urgent, and leaves the rest; calls `expect` before, where there
  /// is something, and returns what could not be done.
  func attend(expecting expect: () -> Void) -> [CommandError] {
    let commands = engine.takeUrgentCommands()
    guard !commands.isEmpty else { return [] }
    expect()
    var failures: [CommandError] = []
    for command in commands {
      do throws(CommandError) { _ = try overtake(command) } catch { failures.append(error) }
    }
    return failures
  }

  /// Whether the song is JACK transport's to move, and that is there.
  var leavesTransportToJACK: Bool {
    engine.clock.leavesTransportToJACK(under: engine.status().leader) && devices.hasTransport
  }

  /// Moves the song: by JACK transport where that leads, because everybody on it moves together, and
  /// by ourselves without JACK, when our own tempo leads.
  func perform(_ command: TransportCommand) throws(CommandError) {
    let now = engine.status()
    if leavesTransportToJACK {
      if case .toggle = command {
        return try perform(now.isRolling || now.isArmed || now.isCountingIn ? .stop : .play)
      }
      moveJACK(command, tempo: now.tempo)
      // A song begun without JACK rolls on beside a transport at rest, which has no stop to tell of.
      guard case .stop = command else { return }
    }
    switch command {
    case .play: try engine.ask(.play)
    case .continue: try engine.ask(.continue)
    case .stop: try engine.ask(.stop)
    case .locate(let beat): try engine.ask(.locate(beat))
    case .toggle: try engine.ask(.toggle)
    }
  }

  private func moveJACK(_ command: TransportCommand, tempo: Tempo) {
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
    case .toggle: break
    }
  }
}
