import ALSAAudio
import ALSAGate
import ALSASequencer
import Commands
import Control
import Instrument
import JACKClient
import Logging

/// The audio and MIDI devices of a session: what happens to them, and what is said of that.
struct Devices {
  let sequencer: SequencerClient?
  let kits: KitLibrary
  private var sound: SoundDevices
  private let clockPorts: ClockPorts
  private let surface: JACKSurface
  private let isMemoryLocked: Bool
  private let log: Logger
  private var clock = FollowedClock()
  private var losses = LossReport()
  private var connections = ConnectionDigest()
  /// Whether outputs look out for what the engine wants to leave.
  private var isActive = false

  /// `surface` are JACK's ports for controllers.
  init(
    _ sound: SoundDevices, _ sequencer: SequencerClient?, _ clockPorts: ClockPorts,
    _ kits: KitLibrary, surface: JACKSurface, isMemoryLocked: Bool, log: Logger
  ) {
    self.sound = sound
    self.sequencer = sequencer
    self.clockPorts = clockPorts
    self.kits = kits
    self.surface = surface
    self.isMemoryLocked = isMemoryLocked
    self.log = log
  }

  /// Starts the audio driver and listens to the clock of `setup`.
  func start(outputs: Int, clock setup: ClockSetup) throws {
    try sound.start(outputs: outputs, surface: surface)
    clockPorts.begin(setup, jack: sound.audio.jack)
    for reason in clockPorts.missing(for: setup) { log.warning("clock: \(reason)") }
    log.info("clock: \(clockPorts.words(for: setup))")
  }

  /// What the devices know now.
  var report: DeviceReport {
    DeviceReport(
      audio: sound.audio, sequencer: sequencer, kits: kits, surface: surface,
      isMemoryLocked: isMemoryLocked, clock: clock, xruns: losses.xruns)
  }

  /// Our client's name on JACK's server; nil where JACK is not used.
  var jackName: String? { sound.audio.jack?.configuration.clientName }

  // MARK: Ticks

  /// Logs when the clock master changes, is lost or returns, and keeps the outputs responsive for
  /// it.
  mutating func watchClock(_ found: Machine.PollResult) {
    if let line = clock.line(about: found.clock, of: found.leader, at: .now()) {
      log.info("clock: \(line)")
    }
    guard found.needsDevices != isActive else { return }
    isActive = found.needsDevices
    sequencer?.setActive(isActive)
  }

  /// Logs how many connections were only counted, each kind of loss when it first occurs, and once that
  /// priorities are missing; `status` shows all losses.
  mutating func reportLosses(_ losses: [Loss: Int64]) {
    if let line = connections.rest(at: .now) { log.info("\(line)") }
    if let warning = self.losses.warning(about: TimedThread.all(sound.audio, sequencer)) {
      log.warning("\(warning)")
    }
    let all = losses.merging([.xruns: Int64(sound.audio.xruns)]) { $1 }
    for line in self.losses.lines(about: all, at: .now()) { log.warning("\(line)") }
  }

  // MARK: Events

  /// Takes what JACK reports of the server and its connections.
  mutating func attend(to event: JACKEvent) {
    clock.note(event)
    sound.attend(to: event)
    switch event {
    case .down: sequencer?.setAttentive(false)
    case .connected(let source, let destination):
      sequencer?.setAttentive(clock.hearsNotesOnJACK)
      tell("connected \(source) to \(destination)")
    case .disconnected(let source, let destination):
      sequencer?.setAttentive(clock.hearsNotesOnJACK)
      tell("disconnected \(source) from \(destination)")
    case .removedFeedback(let source, let destination):
      tell("disconnected \(source) from \(destination): Ghostnote would hear what it sends itself")
    case .timebase(let isOurs):
      log.info("clock: JACK timebase master: \(isOurs ? "yes" : "no")")
    case .up, .xrun, .periodChanged, .rateChanged: break
    }
  }

  /// Takes what ALSA's sequencer reports.
  mutating func attend(to event: SequencerEvent) {
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

  /// Takes what the sound card reports.
  func attend(to event: PCMEvent) { sound.attend(to: event) }

  private mutating func tell(_ connection: String) {
    if let line = connections.line(connection, at: .now) { log.info("\(line)") }
  }

  // MARK: Ending

  /// Waits until what was struck last has rung out.
  func ringOut() async { await sound.ringOut(kits) }

  /// Lets the sound end without a crackle, and stops all drivers.
  func close(framesMade: () -> Int64) async {
    sequencer?.close()
    await sound.fadeOut(kits, framesMade: framesMade)
  }
}
