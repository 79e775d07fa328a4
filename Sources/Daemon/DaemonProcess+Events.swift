import ALSASequencer
import Commands
import Control
import Foundation
import JACKClient
import Logging
import Shell

/// Who hears of an event.
extension DaemonProcess {
  /// Handles an event; false if the daemon should end.
  mutating func attend(to event: DaemonEvent) async -> Bool {
    switch event {
    case .tick: return await tick()
    case .line(let line):
      defer { events.lineDone() }
      console.lineHasCome()
      // A stop signal takes precedence over waiting lines.
      return Signals.isEndAsked ? true : await obey(line)
    case .surface(let line): await obeySurface(line)
    case .request(let request):
      return Signals.isEndAsked ? true : await clients.obey(request, devices.report)
    case .endlessLine:
      events.lineDone()
      console.refuseEndlessLine()
    case .endOfLines:
      log.debug("standard input has ended; playing on")
      if let pasted = console.end() { return await obey(pasted) }
    case .endOfFileTyped:
      log.info("Ctrl-D ends nothing here: `quit` or Ctrl-C ends ghostnote")
    case .hangUp where console.hangUpEnds: return terminalIsGone()
    case .hangUp: await door.perform("reload", saying: "the patch was read again")
    case .terminalGone: return terminalIsGone()
    case .back: console.drawAnew()
    case .quit: return isAskedToEnd()
    case .jack(let event): await attend(to: event)
    case .sequencer(let event):
      if event.takesReleasesAway { await machine.releaseHeldNotes() }
      devices.attend(to: event)
    case .pcm(let event): devices.attend(to: event)
    case .session(let event):
      let options = session.options
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
    guard let line = console.take(written) else { return true }
    do throws(CommandError) {
      let commands = try await door.commands(line)
      for (done, command) in commands.enumerated() {
        try CommandDoor.checkEnd(done, of: commands.count)
        let reply = devices.report.completed(try await door.carryOut(command))
        console.show(reply, to: command)
        guard reply != .quit else { return false }
      }
    } catch { console.refuse("\(error)") }
    return true
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

  // MARK: Ticks

  private mutating func tick() async -> Bool {
    events.tickBegan()
    let found = await machine.attend(
      collectsHits: clients.watchesHits || surfaces.thread.isUsed)
    for failure in found.failures { log.error("\(failure)") }
    for row in found.learned { log.info("learned: \(row.text)") }
    devices.watchClock(found)
    session.options.session?.note(isEdited: found.isEdited)
    devices.reportLosses(found.losses)
    await clients.publish(found.hits, devices.report)
    await surfaces.show(found.hits)
    await console.draw(machine)
    return session.goesOn(found, in: machine)
  }

  // MARK: Devices

  private mutating func attend(to event: JACKEvent) async {
    if event.takesReleasesAway { await machine.releaseHeldNotes() }
    surfaces.note(event, usesMIDI: session.options.midi.usesJACK)
    devices.attend(to: event)
  }
}

extension JACKEvent {
  /// Whether a source of notes and switches can no longer end them: the server has gone, or what was
  /// connected to `midi_in`.
  fileprivate var takesReleasesAway: Bool {
    switch self {
    case .down: true
    case .disconnected(_, let destination): destination.hasSuffix(":midi_in")
    default: false
    }
  }
}

extension SequencerEvent {
  /// The same of ALSA: the kernel's sequencer has gone, or what was connected to `in`.
  fileprivate var takesReleasesAway: Bool {
    switch self {
    case .down: true
    case .disconnected(_, let destination): destination.hasSuffix(":in")
    default: false
    }
  }
}
