import ALSAAudio
import ALSAGate
import ALSASequencer
import Commands
import Control
import Foundation
import JACKClient
import Logging
import MusicalTime
import NSM
import Rhythm
import Shell

/// Who hears of an event.
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
      return Signals.isEndAsked ? true : await clients.obey(request, report)
    case .endlessLine:
      events.lineDone()
      lines.skip()
      refuse("line too long: expected at most \(LineSplitter.longest) bytes; the line was dropped")
    case .endOfLines:
      log.debug("standard input has ended; playing on")
      if let pasted = lines.end() { return await obey(pasted) }
    case .endOfFileTyped:
      log.info("Ctrl-D ends nothing here: `quit` or Ctrl-C ends ghostnote")
    case .hangUp where start.hangUpEnds: return terminalIsGone()
    case .hangUp: await door.perform("reload", saying: "the patch was read again")
    case .terminalGone: return terminalIsGone()
    case .back: display?.drawAnew()
    case .quit: return isAskedToEnd()
    case .jack(let event): await attend(to: event)
    case .sequencer(let event): attend(to: event)
    case .pcm(let event): sound.attend(to: event)
    case .session(let event):
      let goesOn = await options.session?.attend(to: event, machine, patch: options.patch) ?? true
      return goesOn ? true : isAskedToEnd()
    }
    return true
  }

  /// Returns false: what ends the daemon is neither its own commands nor its options.
  private mutating func isAskedToEnd() -> Bool {
    outcome.isAskedFor = true
    return false
  }

  /// Returns false, which ends the daemon: without its terminal it could not be controlled.
  private mutating func terminalIsGone() -> Bool {
    defer { log.info("the terminal is gone") }
    return isAskedToEnd()
  }

  // MARK: Lines

  /// Carries out a line as it was read; false if the daemon should end.
  private mutating func obey(_ written: String) async -> Bool {
    switch lines.take(written) {
    case .wait(let words):
      if let words { say(words) }
      return true
    case .carryOut(let line):
      do throws(CommandError) {
        let commands = try await door.commands(line)
        for (done, command) in commands.enumerated() {
          try CommandDoor.checkEnd(done, of: commands.count)
          let reply = report.completed(try await door.carryOut(command))
          guard answer(reply, to: command) else { return false }
        }
      } catch { refuse("\(error)") }
      return true
    }
  }

  /// Carries out a line that a controller asks for.
  private func obeySurface(_ line: String) async {
    do throws(CommandError) {
      let commands = try await door.commands(line)
      for (done, command) in commands.enumerated() {
        try CommandDoor.checkEnd(done, of: commands.count)
        _ = try await door.carryOut(command)
      }
    } catch { log.error("surface: \(error)") }
  }

  /// Says what is wrong with the line just read; of a script also which line that is.
  private mutating func refuse(_ problem: String) { log.error("\(lines.refuse(problem))") }

  private func say(_ text: String) { output.answers.write(text + "\n") }

  /// Shows a reply; false if the daemon should end.
  private func answer(_ reply: Reply, to command: Command) -> Bool {
    if command.wantsJSON {
      say(reply.payload?.prettyJSON ?? "{}")
    } else if let text = reply.text {
      say(text)
    }
    return reply != .quit
  }

  // MARK: Ticks

  private mutating func tick() async -> Bool {
    events.tickBegan()
    let found = await machine.attend(
      collectsHits: clients.watchesHits || surfaces.thread.isUsed)
    for failure in found.failures { log.error("\(failure)") }
    for row in found.learned { log.info("learned: \(row.text)") }
    watchClock(found)
    options.session?.note(isEdited: found.isEdited)
    if let line = connections.rest(at: .now) { log.info("\(line)") }
    reportLosses(found.losses)
    await clients.publish(found.hits, report)
    await surfaces.show(found.hits)
    if let columns = display?.columns {
      let (status, drawing) = (await machine.status(), await columns.drawing(of: machine))
      display?.show(status, drawing)
    }
    let bar = found.pattern.bar.length
    setLimit(bar: bar)
    return limit.goesOn(isRolling: found.isRolling, position: found.position, bar: bar)
  }

  /// Logs when the clock master changes, is lost or returns, and keeps the outputs responsive for
  /// it.
  private mutating func watchClock(_ found: Machine.PollResult) {
    if let line = clock.line(about: found.clock, of: found.leader, at: .now()) {
      log.info("clock: \(line)")
    }
    guard found.needsDevices != isActive else { return }
    isActive = found.needsDevices
    sequencer?.setActive(isActive)
  }

  /// Logs each kind of loss when it first occurs, and once that priorities are missing; `status` shows all
  /// of them.
  private mutating func reportLosses(_ losses: [Loss: Int64]) {
    if let warning = self.losses.warning(about: TimedThread.all(sound.audio, sequencer)) {
      log.warning("\(warning)")
    }
    let all = losses.merging([.xruns: Int64(sound.audio.xruns)]) { $1 }
    for line in self.losses.lines(about: all, at: .now()) { log.warning("\(line)") }
  }

  // MARK: Devices

  private mutating func attend(to event: JACKEvent) async {
    if event.takesNoteOffsAway { await machine.releaseHeldNotes() }
    clock.note(event)
    surfaces.note(event, usesMIDI: options.midi.usesJACK)
    sound.attend(to: event)
    switch event {
    case .down: sequencer?.setAttentive(false)
    case .connected(let source, let destination):
      sequencer?.setAttentive(clock.hearsNotesOnJACK)
      tell("connected \(source) to \(destination)")
    case .disconnected(let source, let destination):
      sequencer?.setAttentive(clock.hearsNotesOnJACK)
      tell("disconnected \(source) from \(destination)")
    case .timebase(let isOurs):
      log.info("clock: JACK timebase master: \(isOurs ? "yes" : "no")")
    case .up, .xrun, .periodChanged, .rateChanged: break
    }
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
