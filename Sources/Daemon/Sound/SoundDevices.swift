import ALSAAudio
import ALSASequencer
import FluidSynthesizer
import Foundation
import Instrument
import JACKClient
import Logging
import MusicalTime
import Rhythm
import Shell
import Synchronization

/// Lets the engine sound by what options and machine allow, and plays on silently where that goes.
struct SoundDevices {
  let audio: AudioSwitch
  let options: DaemonOptions
  let sampleRate: SampleRate
  let events: DaemonEvents
  let sequencer: SequencerClient?
  let log: Logger
  private var hasHadJACK = false

  init(
    _ audio: AudioSwitch, _ options: DaemonOptions, sampleRate: SampleRate, events: DaemonEvents,
    sequencer: SequencerClient?, log: Logger
  ) {
    self.audio = audio
    self.options = options
    self.sampleRate = sampleRate
    self.events = events
    self.sequencer = sequencer
    self.log = log
  }

  // MARK: Starting

  /// Starts the audio driver; `surface` are JACK's ports for controllers.
  func start(outputs: Int, surface: JACKSurface) throws {
    if options.midi.usesJACK, !options.midi.usesALSA, !options.audio.mayBeJACK {
      log.warning("MIDI: none: JACK MIDI needs JACK audio; --midi alsa goes with any audio")
    }
    switch options.audio {
    case .silent:
      audio.startPaced(saying: "silent")
      log.info("audio: silent, paced by the clock at \(sampleRate.hertz) Hz")
    case .wav(let path): try startRecording(into: path, outputs: outputs)
    case .alsa: try startPCM()
    case .jack: startJACK(isExpected: true, surface)
    case .automatic:
      let jack = Self.jack
      if jack == nil { return startJACK(isExpected: true, surface) }
      if jack == .noResponse { log.warning("audio: \(JACKError.noResponse)") }
      let isCardThere = PCMDevices.playback(on: options.alsaDevice) != .absent
      // A sound card has one pair, and would only play the first drum.
      if isCardThere, !options.separateOuts {
        do { return try startPCM() } catch { log.warning("audio: \(error)") }
      }
      log.info("audio: \(silence(responds: jack != .noResponse, isCardThere: isCardThere))")
      startJACK(isExpected: false, surface)
    }
  }

  /// Why it is silent at first, where neither JACK nor the sound card plays, and how long. What is wrong with
  /// a card, or a JACK that does not respond, was said before.
  private func silence(responds: Bool, isCardThere: Bool) -> String {
    let wait = "silent until JACK \(responds ? "appears" : "responds")"
    guard isCardThere else {
      return (responds ? "neither JACK nor a sound card found: " : "no sound card found: ") + wait
    }
    return options.separateOuts ? "--separate-outs needs JACK: \(wait)" : wait
  }

  /// Why JACK cannot be used; nil if it can.
  private static var jack: JACKError? {
    do throws(JACKError) { _ = try JACKPorts.format() } catch { return error }
    return nil
  }

  private func startRecording(into path: String, outputs: Int) throws {
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
    } renamed: { [log] in
      log.warning("audio: \(recorded) is another file by now: the recording is \($0)")
    }
    log.info("audio: into \(recorded), paced by the clock at \(sampleRate.hertz) Hz")
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
  private func startJACK(isExpected: Bool, _ surface: JACKSurface) {
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
      configuration.surface = surface
    }
    configuration.connectsPhysicalOutputs = !options.noAutoconnect
    configuration.sources = options.sources
    if let sequencer { configuration.alsaSources = { sequencer.sources } }
    audio.startJACK(configuration, events: events)
    guard isExpected, let jack = audio.jack else { return }
    switch jack.waitUntilSettled() {
    case .connected: break
    case .absent:
      log.warning("audio: no JACK server yet: silent until it appears (start it with jackd)")
    case .awaiting: log.warning("audio: \(JACKError.noResponse); silent until it responds")
    }
  }

  // MARK: What happens to them

  /// Plays through JACK while it is there, and silently while it is not.
  mutating func attend(to event: JACKEvent) {
    switch event {
    case .up(let name, let rate, let period):
      useJACK(at: rate, "JACK client \(name), \(rate) Hz, \(period) frames")
    case .down(let reason):
      audio.startPaced(saying: "silent until JACK appears")
      fitMIDIPriority()
      // Without JACK from the start, that was already reported.
      guard hasHadJACK else { return log.debug("audio: no JACK yet: \(reason)") }
      log.warning("audio: JACK is gone: \(reason); playing on silently until it returns")
    case .periodChanged(let frames): log.info("audio: JACK now gives \(frames) frames a cycle")
    case .rateChanged(let rate):
      audio.startPaced(saying: "silent: JACK changes to \(rate) Hz")
      useJACK(at: rate, "JACK client \(audio.jack?.clientName ?? "ghostnote"), now \(rate) Hz")
    case .xrun: break  // counted, and said with the next tick
    case .connected, .disconnected, .removedFeedback, .timebase: break
    }
  }

  /// Plays through JACK, resampled if its rate differs from the session's.
  private mutating func useJACK(at hertz: Int, _ words: String) {
    guard let rate = SampleRate(hertz: hertz) else {
      let problem = SampleRate.range.expected(unit: "Hz", found: hertz)
      return log.error("audio: JACK's rate: \(problem): silent")
    }
    let isOwn = rate == sampleRate
    let words = words + (isOwn ? "" : ", resampled from \(sampleRate.hertz) Hz")
    audio.useJACK(at: rate, words)
    fitMIDIPriority()
    hasHadJACK = true
    log.info("audio: \(words)")
  }

  /// Adapts the MIDI thread's priority to the current audio driver.
  private func fitMIDIPriority() { sequencer?.setPriority(audio.midiPriority) }

  /// Switches to silence while the sound card is gone, and back to it when it returns.
  func attend(to event: PCMEvent) {
    switch event {
    case .down(let reason):
      log.warning("audio: the sound card is gone: \(reason); silent until it returns")
      audio.startPaced(saying: "silent until the sound card returns")
    case .stalled(let reason):
      log.warning(
        """
        audio: the sound card takes no more sound: \(reason); silent while it is tried again \
        (a longer --period may help)
        """)
      audio.startPaced(saying: "silent until the sound card plays again")
    case .up(let period):
      audio.usePCM("ALSA \(options.alsaDevice), \(sampleRate.hertz) Hz, \(period) frames")
      log.info("audio: the sound card is back, \(period) frames a period")
    case .unfit(let rate):
      log.error(
        """
        audio: the sound card came back at \(rate) Hz and this session plays at \
        \(sampleRate.hertz): silent; restart ghostnote, or choose an --alsa-device that converts, \
        such as plughw:0
        """)
    }
  }

  // MARK: Ending

  /// Waits until what was struck last has rung out: below −96 dB for a fifth of a second and without
  /// echoes to come, or for ten seconds; twenty of echoes.
  func ringOut(_ kits: KitLibrary) async {
    audio.measureLevels(true)
    var quiet = 0
    for turn in 0..<400 where !Signals.isEndAsked {
      guard kits.isEchoing || quiet < 4 && turn < 200 else { return }
      try? await Task.sleep(for: .milliseconds(50))
      let levels = audio.levels
      quiet = max(levels.left.peak, levels.right.peak) < 1.6e-5 ? quiet + 1 : 0
    }
  }

  /// Lets the sound end without a crackle, and stops all drivers.
  func fadeOut(_ kits: KitLibrary, framesMade: () -> Int64) async {
    // Sounding notes are not cut off: the fade takes 20 ms from the next block on.
    kits.fadeOut()
    let start = framesMade()
    var (latest, blocks) = (start, 0)
    // Two more blocks bring what the last one sent to those that are connected in a circle.
    for _ in 0..<200 where blocks < 4 || latest < start + Int64(sampleRate.hertz) * 3 / 100 {
      try? await Task.sleep(for: .milliseconds(5))
      let now = framesMade()
      if now != latest { blocks += 1 }
      latest = now
    }
    audio.stop()
  }
}
