import ALSASequencer
import Commands
import Control
import ControlSocket
import Foundation
import JACKClient
import Logging
import Shell

/// Who hears of an event.
extension DaemonProcess {
  /// Handles an event, at once or when the line that is carried out is done; false if the daemon should end.
  mutating func attend(to event: DaemonEvent) async -> Bool {
    guard turns.admits(event) else { return true }
    guard await handle(event) else { return false }
    while let held = turns.nextHeld() { guard await handle(held) else { return false } }
    return true
  }

  private mutating func handle(_ event: DaemonEvent) async -> Bool {
    switch event {
    case .tick: return await tick()
    case .line(let line):
      defer { events.lineDone() }
      console.lineHasCome()
      // A stop signal takes precedence over waiting lines.
      return Signals.isEndAsked ? true : await obey(line)
    case .surface(let line): return await obey(line, for: .surface)
    case .request(let request):
      guard !Signals.isEndAsked, let commands = await clients.commands(of: request, devices.report)
      else { return true }
      return await carryOut(LineUnderway(commands, for: .client(request)))
    case .left(let client): await machine.forget(.client(client.number))
    case .goOn:
      await clients.publish([], devices.report)
      return if let line = turns.take() { await carryOut(line) } else { true }
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
      let name = session.options.clientName
      if event.takesReleasesAway(from: name) { await machine.releaseHeldNotes() }
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
    return await obey(line, for: .console)
  }

  private mutating func obey(_ line: String, for asker: LineUnderway.Asker) async -> Bool {
    let commands: [Command]
    do throws(CommandError) {
      commands = try await door.commands(line, by: asker.origin).withoutConnection()
    } catch {
      refuse(LineUnderway([], for: asker), error)
      return true
    }
    return await carryOut(LineUnderway(commands, for: asker))
  }

  /// Carries out a line, or a piece of it where no other waits; false if the daemon should end.
  private mutating func carryOut(_ started: LineUnderway) async -> Bool {
    var line = started
    let end = ContinuousClock.now + LineUnderway.piece
    do throws(CommandError) {
      while let command = line.next {
        try line.checkEnd()
        guard await line.waitForRoom(for: command, in: machine, until: end) else {
          leave(line)
          return true
        }
        let reply = try await carryOut(command, for: line.asker)
        line.note(reply)
        guard reply != .quit else {
          answer(line)
          return false
        }
        if line.next != nil, !turns.isUnderway, .now >= end {
          leave(line)
          return true
        }
      }
      answer(line)
    } catch { refuse(line, error) }
    return true
  }

  /// Leaves a line until the events that wait already were attended to.
  private mutating func leave(_ line: LineUnderway) {
    turns.leave(line)
    events.post(.goOn)
  }

  /// Sends a client what came of its line.
  private func answer(_ line: LineUnderway) {
    if case .client(let request) = line.asker { clients.reply(line.replies, to: request) }
  }

  /// Carries out a command; the reply to a client comes with those to its other commands.
  private mutating func carryOut(
    _ command: Command, for asker: LineUnderway.Asker
  ) async throws(CommandError) -> Reply {
    switch asker {
    case .client(let request):
      return try await clients.carryOut(command, of: request, devices.report)
    case .console:
      let reply = devices.report.completed(try await door.carryOut(command))
      console.show(reply, to: command)
      return reply
    case .surface:
      _ = try await door.carryOut(command)
      return .done
    }
  }

  /// Says why a line, or the rest of it, was not carried out.
  mutating func refuse(_ line: LineUnderway, _ error: CommandError) {
    switch line.asker {
    case .client(let request): clients.refuse(request, error)
    case .console: console.refuse("\(error)")
    case .surface: log.error("surface: \(error)")
    }
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
    if devices.report.clock.losesReleases(by: event) { await machine.releaseHeldNotes() }
    surfaces.note(event, usesMIDI: session.options.midi.usesJACK)
    devices.attend(to: event)
  }
}

extension SequencerEvent {
  /// Whether a source of notes and switches can no longer end them: the kernel's sequencer has gone, or what was
  /// connected to `in` of `client`, by which name we are known there.
  fileprivate func takesReleasesAway(from client: String) -> Bool {
    switch self {
    case .down: true
    case .disconnected(_, let destination): destination == "\(client):in"
    default: false
    }
  }
}
