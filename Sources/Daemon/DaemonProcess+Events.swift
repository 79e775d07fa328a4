import ALSAAudio
import ALSASequencer
import CommandText
import Commands
import Control
import Foundation
import Instrument
import JACKClient
import Logging
import MusicalTime
import Rhythm
import Shell

extension DaemonProcess {
  /// Does what an event asks for; false when the daemon is to end.
  mutating func attend(to event: DaemonEvent) async -> Bool {
    switch event {
    case .tick: return await tick()
    case .line(let line):
      defer { events.lineDone() }
      if start.isOnTerminal { output.answers.lineWasTyped() }
      // What a signal asks for overtakes the lines that wait.
      return Signals.isEndAsked ? true : await obey(line)
    case .endlessLine:
      events.lineDone()
      lineCount += 1
      refuse("a line of more than \(LineSplitter.longest) bytes was dropped")
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
    case .jack(let event): attend(to: event)
    case .sequencer(let event): attend(to: event)
    case .pcm(let event): attend(to: event)
    }
    return true
  }

  /// False, as what ends the daemon: without its terminal nobody could reach it.
  private mutating func terminalIsGone() -> Bool {
    outcome.isAskedFor = true
    log.info("the terminal is gone")
    return false
  }

  private mutating func tick() async -> Bool {
    let found = await machine.attend()
    for failure in found.failures { log.error("\(failure)") }
    let hasStopped = wasRolling && !found.isRolling
    wasRolling = found.isRolling
    watchClock(found)
    if let line = connections.rest(at: .now) { log.info("\(line)") }
    reportPriority()
    reportLosses(found.losses)
    if display != nil {
      let status = await machine.status()
      let drawing = await machine.drawing()
      display?.show(status, drawing)
    }
    guard let bars = options.bars else { return true }
    // A pattern that does not loop may end before, and then rests at the top.
    if hasStopped, !found.pattern.loops, found.position == .zero { return false }
    return found.position < found.pattern.barLength * Int64(bars)
  }

  private mutating func obey(_ written: String) async -> Bool {
    lineCount += 1
    let wasOpen = pasting.isOpen
    guard let line = pasting.take(written) else {
      if !wasOpen { say("paste: the lines that follow, until an empty one") }
      return true
    }
    do throws(CommandError) {
      for command in try CommandReader.commands(line, reading: SourceFile.text) {
        await machine.makeRoom()
        // What the lines before asked for is to be seen in the answer.
        if command.asksForStatus { await machine.settle() }
        sequencer?.expectOutput()
        guard answer(try await machine.perform(command), to: command) else { return false }
      }
      return true
    } catch {
      if line.drop(while: \.isWhitespace).lowercased().hasPrefix("select") {
        await machine.selectFailed()
      }
      refuse("\(error)")
      return true
    }
  }

  /// Says what is wrong with the line just read; of a script also which line that is.
  private mutating func refuse(_ problem: String) {
    outcome.refusedLines += 1
    log.error("\(start.isOnTerminal ? "" : "line \(lineCount): ")\(problem)")
  }

  private func say(_ text: String) { output.answers.write(text + "\n") }

  /// Says what a reply has to say; false when the daemon is to end.
  private func answer(_ reply: Reply, to command: Command) -> Bool {
    guard reply != .quit else { return false }
    let whole = completed(reply)
    if command.wantsJSON {
      say(whole.payload?.prettyJSON ?? "{}")
    } else if let text = whole.text {
      say(text)
    }
    return true
  }

  /// The reply with what only the devices know.
  private func completed(_ reply: Reply) -> Reply {
    switch reply {
    case .status(var status):
      status.devices = devices
      status.clock = named(status.clock)
      return .status(status)
    case .clock(let clock): return .clock(named(clock))
    default: return reply
    }
  }

  /// Carries out the command of that path, and logs what goes wrong.
  func perform(
    _ path: String, _ arguments: [ArgumentValue] = [], saying words: String? = nil
  ) async {
    do throws(CommandError) {
      let reply = try await machine.perform(CommandTable.command(path, arguments))
      if let words { log.info("\(words)") }
      if case .remarks = reply, let warning = reply.text { log.warning("\(warning)") }
    } catch { log.error("\(error)") }
  }

  /// What status says of the devices.
  private var devices: [String: String] {
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
    return devices
  }

  private mutating func attend(to event: JACKEvent) {
    switch event {
    case .up(let name, let rate, let period):
      useJACK(at: rate, "JACK client \(name), \(rate) Hz, \(period) frames")
    case .down(let reason):
      leaderName.jackWent()
      isTimebaseOurs = nil
      audio.startPaced(saying: "silent until JACK appears")
      fitMIDIPriority()
      sequencer?.setAttentive(false)
      // Without JACK from the beginning, that was said then.
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
      tell("connected \(source) to \(destination)")
    case .disconnected(let source, let destination):
      leaderName.note(source, to: destination, isConnected: false)
      sequencer?.setAttentive(leaderName.hears(on: "midi_in"))
      tell("disconnected \(source) from \(destination)")
    case .timebase(let isOurs):
      isTimebaseOurs = isOurs
      log.info("clock: JACK transport's bars and beats are \(isOurs ? "ours" : "not ours") to give")
    }
  }

  /// Plays on through JACK, resampled where it has another rate than the session.
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
