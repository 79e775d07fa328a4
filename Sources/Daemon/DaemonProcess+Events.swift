import ALSAAudio
import ALSASequencer
import CommandText
import Commands
import Control
import ControlSocket
import Foundation
import Instrument
import JACKClient
import Logging
import MusicalTime
import Rhythm
import Shell

extension DaemonProcess {
  /// Handles an event; false if the daemon should end.
  mutating func attend(to event: DaemonEvent) async -> Bool {
    switch event {
    case .tick: return await tick()
    case .line(let line):
      defer { events.lineDone() }
      if start.isOnTerminal { output.answers.lineWasTyped() }
      // A stop signal takes precedence over waiting lines.
      return Signals.isEndAsked ? true : await obey(line)
    case .surface(let line): await obeySurface(line)
    case .request(let request):
      return Signals.isEndAsked ? true : await obey(request)
    case .endlessLine:
      events.lineDone()
      lineCount += 1
      refuse("line too long: expected at most \(LineSplitter.longest) bytes; the line was dropped")
    case .endOfLines:
      log.debug("standard input has ended; playing on")
      if let pasted = pasting.end() { return await obey(pasted) }
    case .endOfFileTyped:
      log.info("Ctrl-D ends nothing here: `quit` or Ctrl-C ends ghostnote")
    case .hangUp where start.hangUpEnds: return terminalIsGone()
    case .hangUp: await perform("reload", saying: "the patch was read again")
    case .terminalGone: return terminalIsGone()
    case .back: display?.drawAnew()
    case .quit:
      outcome.isAskedFor = true
      return false
    case .jack(let event):
      if event.takesNoteOffsAway { await machine.releaseHeldNotes() }
      attend(to: event)
    case .sequencer(let event): attend(to: event)
    case .pcm(let event): attend(to: event)
    case .session(let event): return await attend(to: event)
    }
    return true
  }

  /// Returns false, which ends the daemon: without its terminal it could not be controlled.
  private mutating func terminalIsGone() -> Bool {
    outcome.isAskedFor = true
    log.info("the terminal is gone")
    return false
  }

  private mutating func tick() async -> Bool {
    events.tickBegan()
    let found = await machine.attend(
      collectsHits: server?.isWatched(.hits) == true || surfaces.isUsed)
    for failure in found.failures { log.error("\(failure)") }
    for row in found.learned { log.info("learned: \(row.text)") }
    let hasStopped = wasRolling && !found.isRolling
    wasRolling = found.isRolling
    watchClock(found)
    options.session?.note(isEdited: found.isEdited)
    if let line = connections.rest(at: .now) { log.info("\(line)") }
    reportPriority()
    reportLosses(found.losses)
    await publish(found.hits)
    await showOnSurfaces(found.hits)
    if let columns = display?.columns {
      let (status, drawing) = (await machine.status(), await columns.drawing(of: machine))
      display?.show(status, drawing)
    }
    guard let bars = options.bars else { return true }
    let limit = found.pattern.bar.length * Int64(bars)
    if limit != barLimit { await setLimit(limit) }
    // The engine stops on the bar line and rests at the beginning; so does a pattern that does not
    // loop and ends earlier.
    isOver = hasStopped && found.position == .zero
    return !isOver && found.position < limit
  }

  /// Lets the engine stop after the bars of `--bars`.
  mutating func setLimit(_ limit: Beats) async {
    do {
      try machine.limit(to: limit)
      barLimit = limit
    } catch { log.error("\(error)") }
  }

  /// Waits until what was struck last has rung out: below −96 dB for a fifth of a second, or for ten
  /// seconds.
  func ringOut() async {
    audio.measureLevels(true)
    var quiet = 0
    for _ in 0..<200 where quiet < 4 && !Signals.isEndAsked {
      try? await Task.sleep(for: .milliseconds(50))
      let levels = audio.levels
      quiet = max(levels.left.peak, levels.right.peak) < 1.6e-5 ? quiet + 1 : 0
    }
  }

  /// The devices' part of the status.
  var devices: [String: String] {
    var devices = ["audio": "\(audio.description), \(audio.losses)"]
    if let sequencer {
      let counts = sequencer.statistics
      devices["ALSA MIDI"] =
        "client \(sequencer.number), \(counts.received) in, \(counts.sent) out, "
        + "\(counts.inputDropped + counts.outputDropped + counts.sysExDropped) dropped"
    }
    if let jack = audio.jack, let name = jack.clientName {
      devices["JACK"] =
        "client \(name), \(jack.droppedEvents + jack.refusedMessages) messages dropped"
    }
    if let timing { devices["timing"] = timing }
    devices["synthesizer"] = "at most \(kits.polyphony) voices"
    return devices
  }

  private mutating func attend(to event: JACKEvent) {
    switch event {
    case .up(let name, let rate, let period):
      surfaces.jackIsUp(options.midi.usesJACK)
      useJACK(at: rate, "JACK client \(name), \(rate) Hz, \(period) frames")
    case .down(let reason):
      surfaces.jackIsUp(false)
      leaderName.jackWent()
      isTimebaseOurs = nil
      audio.startPaced(saying: "silent until JACK appears")
      fitMIDIPriority()
      sequencer?.setAttentive(false)
      // Without JACK from the start, that was already reported.
      guard hasHadJACK else { return log.debug("audio: no JACK yet: \(reason)") }
      log.warning("audio: JACK is gone: \(reason); playing on silently until it returns")
    case .xrun: break  // counted, and said with the next tick
    case .periodChanged(let frames): log.info("audio: JACK now gives \(frames) frames a cycle")
    case .rateChanged(let rate):
      audio.startPaced(saying: "silent: JACK changes to \(rate) Hz")
      useJACK(at: rate, "JACK client \(audio.jack?.clientName ?? "ghostnote"), now \(rate) Hz")
    case .connected(let source, let destination):
      leaderName.note(source, to: destination, isConnected: true)
      sequencer?.setAttentive(leaderName.hears(on: "midi_in"))
      surfaces.jackConnection(source, destination, isConnected: true)
      tell("connected \(source) to \(destination)")
    case .disconnected(let source, let destination):
      surfaces.jackConnection(source, destination, isConnected: false)
      leaderName.note(source, to: destination, isConnected: false)
      sequencer?.setAttentive(leaderName.hears(on: "midi_in"))
      tell("disconnected \(source) from \(destination)")
    case .timebase(let isOurs):
      isTimebaseOurs = isOurs
      log.info("clock: JACK timebase master: \(isOurs ? "yes" : "no")")
    }
  }

  /// Plays through JACK, resampled if its rate differs from the session's.
  private mutating func useJACK(at hertz: Int, _ words: String) {
    guard let rate = SampleRate(hertz: hertz) else {
      return log.error("audio: JACK plays at \(hertz) Hz, expected 8000 to 192000: silent")
    }
    let isOwn = rate == sampleRate
    let words = words + (isOwn ? "" : ", resampled from \(sampleRate.hertz) Hz")
    audio.useJACK(at: rate, words)
    fitMIDIPriority()
    hasHadJACK = true
    log.info("audio: \(words)")
  }

  private mutating func tell(_ connection: String) {
    if let line = connections.line(connection, at: .now) { log.info("\(line)") }
  }

  private mutating func attend(to event: SequencerEvent) {
    switch event {
    case .connected(let source, let destination):
      tell("connected \(source) to \(destination)")
    case .disconnected(let source, let destination):
      tell("disconnected \(source) from \(destination)")
    case .refused(let source, let destination, let reason):
      log.warning("could not connect \(source) to \(destination): \(reason)")
    case .dropped(let count, let loss):
      log.warning("MIDI: \(loss.words(count: count))")
    case .down(let reason): log.error("MIDI: the ALSA sequencer is gone: \(reason)")
    }
  }
}

extension JACKEvent {
  /// Whether a source of notes can no longer end them: the server has gone, or what was
  /// connected to `midi_in`.
  fileprivate var takesNoteOffsAway: Bool {
    switch self {
    case .down: true
    case .disconnected(_, let destination): destination.hasSuffix(":midi_in")
    default: false
    }
  }
}
