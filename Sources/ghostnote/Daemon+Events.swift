import ALSAAudio
import ALSASequencer
import Control
import Foundation
import Instrument
import JACKClient
import Logging
import MusicalTime
import Rhythm

extension Daemon {
  /// Does what an event asks for; false when the daemon is to end.
  mutating func attend(to event: DaemonEvent) async -> Bool {
    switch event {
    case .tick: return await tick()
    case .line(let line):
      defer { events.lineDone() }
      return await obey(line)
    case .endlessLine:
      events.lineDone()
      log.error("a line of more than \(LineSplitter.longest) bytes was dropped")
    case .endOfLines: log.debug("standard input has ended; playing on")
    case .reload:
      await perform(.reload, saying: "the patch was read again")
      await keepOptions(after: .reload)
    case .quit: return false
    case .jack(let event): attend(to: event)
    case .sequencer(let event): attend(to: event)
    case .pcm(.down(let reason)):
      log.warning("audio: the sound card is gone: \(reason); silent until it returns")
      audio.startPaced(saying: "silent until the sound card returns")
    case .pcm(.up):
      audio.usePCM("ALSA \(options.alsaDevice)")
      log.info("audio: the sound card is back")
    }
    return true
  }

  private mutating func tick() async -> Bool {
    let found = await machine.attend()
    for failure in found.failures { log.error("\(failure)") }
    let hasStopped = wasRolling && !found.isRolling
    wasRolling = found.isRolling
    watchClock(found)
    if let line = connections.rest(at: .now) { log.info("\(line)") }
    reportXruns()
    reportStarvedBars(found.starvedBars)
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

  /// Says how many deadlines were missed, at most every five seconds: a line each would drown the
  /// rest where the machine cannot keep up.
  private mutating func reportXruns() {
    let total = audio.xruns
    let now = ContinuousClock.now
    guard total > xruns, now >= nextXrunReport else { return }
    log.warning("audio: \(total - xruns) xruns, \(total) in all")
    xruns = total
    nextXrunReport = now + .seconds(5)
  }

  private func obey(_ line: String) async -> Bool {
    do throws(CommandError) {
      guard let command = try CommandReader.command(line) else { return true }
      // What the lines before asked for is to be seen in the answer.
      if command.asksForStatus { await machine.settle() }
      let reply = try await machine.perform(command)
      await keepOptions(after: command)
      return answer(reply)
    } catch {
      log.error("\(error)")
      return true
    }
  }

  /// What options say instead of the patch, they say of the patch read again as well.
  private func keepOptions(after command: Command) async {
    guard case .reload = command else { return }
    if let bpm = options.bpm { await perform(.tempo(Tempo(clampingBPM: bpm))) }
    for command in options.drummer.commands { await perform(.drummer(command)) }
  }

  private func answer(_ reply: Reply) -> Bool {
    switch reply {
    case .done: return true
    case .text(let text): say(text)
    case .status(var status, let asJSON):
      status.devices = devices
      status.clock = named(status.clock)
      say(asJSON ? json(status) : status.text)
    case .clock(let clock, let asJSON): say(asJSON ? json(named(clock)) : named(clock).text)
    case .drummer(let drummer, let asJSON): say(asJSON ? json(drummer) : drummer.text)
    case .quit: return false
    }
    return true
  }

  func perform(_ command: Command, saying words: String? = nil) async {
    do throws(CommandError) {
      let reply = try await machine.perform(command)
      if let words { log.info("\(words)") }
      if case .text(let warning) = reply { log.warning("\(warning)") }
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
      tell("connected \(source) to \(destination)")
    case .disconnected(let source, let destination):
      leaderName.note(source, to: destination, isConnected: false)
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
      log.warning("MIDI: \(count) messages dropped: \(loss)")
    case .down(let reason): log.error("MIDI: the ALSA sequencer is gone: \(reason)")
    }
  }
}
