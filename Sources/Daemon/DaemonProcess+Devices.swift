import ALSAAudio
import ALSASequencer
import Control
import Foundation
import Instrument
import JACKClient
import Logging
import MusicalTime
import Ports
import RealTime
import Rhythm
import Synchronization

extension DaemonProcess {
  /// Whether ALSA MIDI is requested and available; the engine plans ahead only if it is.
  static func findSequencer(_ options: DaemonOptions, _ log: Logger) -> Bool {
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

  /// Logs the patterns of `--connect` and `--clock` that match nothing yet.
  func warnOfUnmatchedPatterns() {
    let wanted =
      options.sources.map { ("--connect", $0) }
      + [options.clock.port].compactMap { $0 }.map { ("--clock", $0) }
    guard !wanted.isEmpty else { return }
    let alsa = (try? SequencerPorts.list()) ?? []
    let jack = ((try? JACKPorts.list()) ?? []).filter { $0.isMIDI && !$0.isInput }
    let jackName = audio.jack?.configuration.clientName ?? options.jackName
    for (option, pattern) in wanted {
      let isThere =
        alsa.contains {
          $0.isSource
            && pattern.permits(
              client: $0.clientName, port: $0.portName, isReserved: $0.isReserved)
        } || jack.contains { pattern.permits($0, for: jackName, alsaSources: sequencer?.sources) }
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

  static func openSequencer(
    _ options: DaemonOptions, _ log: Logger, _ events: DaemonEvents,
    _ surfaces: SurfaceThread, input: consuming RingWriter<TimedMessage>,
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

  /// Starts the audio driver that options and machine allow.
  func startAudio(outputs: Int) throws {
    switch options.audio {
    case .silent:
      audio.startPaced(saying: "silent")
      log.info("audio: silent, paced by the clock at \(sampleRate.hertz) Hz")
    case .wav(let path):
      let file = try WAVFile(
        path: path, channelCount: outputs, sampleRate: Int(sampleRate.hertz), isTake: true)
      for take in file.restored {
        let seconds = take.seconds.formatted(.number.precision(.fractionLength(1)))
        log.warning(
          "audio: \(take.path): the recording of a session that did not end, \(seconds) s, is restored"
        )
      }
      let recorded = file.path
      if recorded != path { log.warning("audio: \(path) is kept: recording into \(recorded)") }
      audio.startPaced(recording: file, saying: "into \(recorded)") { [events, log] in
        events.recordingHasFailed.store(true, ordering: .relaxed)
        log.error("audio: \($0); playing on silently")
      }
      log.info("audio: into \(recorded), paced by the clock at \(sampleRate.hertz) Hz")
    case .alsa: try startPCM()
    case .jack: startJACK(isExpected: true)
    case .automatic:
      if (try? JACKPorts.format()) != nil { return startJACK(isExpected: true) }
      // A sound card has one pair, and would only play the first drum.
      if !options.separateOuts, PCMDevices.hasPlayback(device: options.alsaDevice) {
        do { return try startPCM() } catch { log.warning("audio: \(error)") }
      }
      log.info("audio: neither JACK nor a sound card found: silent until JACK appears")
      startJACK(isExpected: false)
    }
  }

  private func startPCM() throws {
    try audio.startPCM(
      PCMConfiguration(
        device: options.alsaDevice, rate: sampleRate, period: options.period),
      events: events)
    log.info("audio: \(audio.description)")
  }

  /// Connects to JACK, waiting for it if it `isExpected`, because the next steps may query its
  /// transport.
  private func startJACK(isExpected: Bool) {
    audio.startPaced(saying: "silent until JACK appears")
    var configuration = JACKConfiguration()
    configuration.clientName = options.jackName
    if options.separateOuts {
      configuration.audioOutputs = JACKConfiguration.pairs(for: Drum.all.map(\.name))
    }
    if !options.midi.usesJACK {
      configuration.midiInput = nil
      configuration.clockInput = nil
      configuration.notesOutput = nil
      configuration.clockOutput = nil
    } else {
      configuration.surface = surfaces.jack
    }
    configuration.connectsPhysicalOutputs = !options.noAutoconnect
    configuration.sources = options.sources
    if let sequencer { configuration.alsaSources = { sequencer.sources } }
    audio.startJACK(configuration, events: events)
    if isExpected, audio.jack?.waitUntilSettled() != true {
      log.warning("audio: no JACK server yet: silent until it appears (start it with jackd)")
    }
  }
}
