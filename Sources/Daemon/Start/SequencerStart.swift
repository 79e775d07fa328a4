import ALSASequencer
import Control
import JACKClient
import Logging
import MusicalTime
import Playback
import Ports
import RealTime
import Sequencing

/// The engine's ends for its threads, and the client that its MIDI goes through; nil for none.
struct StartedEngine: ~Copyable {
  let audio: EngineAudio
  let control: EngineControl
  let drummer: EngineDrummer
  let sequencer: SequencerClient?
}

/// Looks for ALSA's sequencer, and opens our client of it.
struct SequencerStart {
  let options: DaemonOptions
  let log: Logger

  /// Whether ALSA MIDI is requested and available; the engine plans ahead only if it is.
  private func isPossible() -> Bool {
    guard options.midi.usesALSA else { return false }
    let name = options.clientName
    if name != options.name {
      log.warning("MIDI: ALSA keeps \(ClientName.longest) bytes of a name: this client is \(name)")
    }
    do {
      if try !SequencerPorts.clients(named: name).isEmpty {
        log.warning("MIDI: another ALSA client is called \(name): use its number, or --name")
      }
      return true
    } catch {
      log.info("MIDI: no ALSA sequencer here: \(error)")
      return false
    }
  }

  /// The engine for what was read, and our client, where ALSA MIDI is requested and available.
  func engine(
    _ begin: EngineStart, _ events: DaemonEvents, _ surfaces: SurfaceThread
  ) -> StartedEngine {
    var configuration = begin.configuration(options)
    configuration.schedulesAhead = isPossible()
    let program = Program(begin.patch)
    if configuration.schedulesAhead {
      let engine = Engine(configuration, program: program)
      if let client = open(events, surfaces, input: engine.arriving, output: engine.outgoing) {
        return StartedEngine(
          audio: engine.audio, control: engine.control, drummer: engine.drummer, sequencer: client)
      }
      // Without a sequencer, nothing needs to be scheduled ahead.
      configuration.schedulesAhead = false
    }
    let engine = Engine(configuration, program: program)
    return StartedEngine(
      audio: engine.audio, control: engine.control, drummer: engine.drummer, sequencer: nil)
  }

  /// Opens our client; nil, with the reason in the log, where that cannot be.
  private func open(
    _ events: DaemonEvents, _ surfaces: SurfaceThread, input: consuming RingWriter<TimedMessage>,
    output: consuming RingReader<OutgoingEvent>
  ) -> SequencerClient? {
    do {
      let channel = options.channel == 255 ? 9 : options.channel
      var configuration = SequencerClient.Configuration(
        name: options.clientName, connect: options.sources, releasedChannels: [channel])
      configuration.surface = { surfaces.take($0) }
      let client = try SequencerClient(
        configuration, input: input, output: output
      ) { events.post(.sequencer($0)) }
      log.info(
        "MIDI: ALSA client \(client.number) \(options.clientName), ports in, out, clock, clock-in, surface"
      )
      return client
    } catch {
      log.error("MIDI: cannot open the ALSA sequencer: \(error)")
      return nil
    }
  }

  /// Logs the patterns of `--connect` and `--clock` that match nothing yet; `jackName` is our client's.
  func warnOfUnmatchedPatterns(_ sequencer: SequencerClient?, jackName: String) {
    let wanted =
      options.sources.map { ("--connect", $0) }
      + [options.clock.port].compactMap { $0 }.map { ("--clock", $0) }
    guard !wanted.isEmpty else { return }
    let alsa = (try? SequencerPorts.list()) ?? []
    let jack = ((try? JACKPorts.list()) ?? []).filter { $0.isMIDI && !$0.isInput }
    for (option, pattern) in wanted {
      let patchbay = SequencerPatchbay(patterns: [pattern], ownName: options.clientName)
      let isThere =
        alsa.contains { $0.isSource && patchbay.isAskedFor($0.peer) }
        || jack.contains { pattern.permits($0, for: jackName, alsaSources: sequencer?.sources) }
      guard !isThere else { continue }
      if jack.contains(where: { pattern.permits($0, for: jackName, alsaSources: nil) }) {
        log.warning(
          """
          \(option) '\(pattern.text)' matches only what a bridge shows of ALSA's ports: name the \
          ALSA port (`ghostnote ports` lists them), or leave ALSA MIDI out with --midi jack
          """)
        continue
      }
      log.warning(
        "\(option) '\(pattern.text)': no such source yet; it is connected when it appears")
    }
  }
}

extension SequencerEvent.Loss {
  /// What was lost, `count` times, and why.
  func words(count: Int) -> String {
    switch self {
    case .sysEx:
      "\(count.counted("System Exclusive message")) dropped: they are not used"
    case .inputFull: "\(count.counted("message")) dropped: the engine was too slow"
    case .overrun:
      "messages dropped, \(count == 1 ? "once" : "\(count) times"): ALSA's input pool overflowed"
    case .output: "\(count.counted("message")) dropped: ALSA's output pool was full"
    }
  }
}
