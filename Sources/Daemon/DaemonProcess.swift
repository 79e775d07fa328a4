import ALSAAudio
import ALSASequencer
import CommandText
import Commands
import Control
import ControlSocket
import FluidSynthesizer
import Foundation
import Instrument
import JACKClient
import LiveDrummer
public import Logging
import MusicalTime
import PatchFiles
import Playback
import RealTime
import Rhythm
import Sequencing
import Shell
import Surfaces
import Synchronization

/// The running daemon: connects engine, synthesizer and devices, and handles events until it is
/// asked to quit.
public struct DaemonProcess {
  let options: DaemonOptions
  let log: Logger
  let output: DaemonOutput
  let start = StartingPlace()
  let events = DaemonEvents()
  let machine: Machine
  let audio: AudioSwitch
  let kits: KitLibrary
  let sequencer: SequencerClient?
  let clockPorts: ClockPorts
  let sampleRate: SampleRate
  let patch: Patch
  let drummer: LiveDrummer
  let recovery: any RecoveryStore
  let urgent: UrgentPath
  let server: ControlServer?
  let oneShots: OneShotRoom
  let surfaces: SurfaceThread
  /// The revision of the document that controllers show.
  var surfaceRevision = -1
  var watchers = Watchers()
  var lossNews = LossNews()
  var hasHadJACK = false
  var hasSaidPriority = false
  let isMemoryLocked: Bool
  var wasRolling = false
  var isActive = false
  /// Where `--bars` has asked the engine to stop.
  var barLimit: Beats?
  /// Whether the bars of `--bars` have been played.
  var isOver = false
  var leaderName = LeaderName()
  var connections = ConnectionDigest()
  /// Whether we are JACK's timebase master, once JACK has replied.
  var isTimebaseOurs: Bool?
  var clockNews = ClockNews()
  var display: GridDisplay?
  var lineCount = 0
  var outcome = SessionOutcome()
  var pasting = PasteLines()

  /// Creates all parts; throws if the daemon could not work.
  public init(_ options: DaemonOptions, log: Logger, output: DaemonOutput) throws {
    self.options = options
    self.log = log
    self.output = output
    var (patch, path) = try Self.patch(options)
    let adapt = Self.adapting(options)
    adapt(&patch)
    self.patch = patch
    sampleRate = Self.sampleRate(options)
    let outputs = options.separateOuts ? 52 : 2

    let synthesizer = DrumSynthesizer(sampleRate: sampleRate, outputPairs: outputs / 2)
    kits = KitLibrary(
      rack: synthesizer.rack, soundFont: options.soundFont,
      polyphony: options.polyphony.map(Polyphony.voices) ?? .affordable)
    let kitName = try kits.load(patch.kit, of: path)
    log.info("kit: \(kitName), at most \(kits.polyphony) voices")

    var configuration = Self.configuration(options, tempo: patch.tempo, sampleRate)
    configuration.schedulesAhead = Self.findSequencer(options, log)
    var engine = Engine(configuration, program: Program(patch))
    let surfaces = SurfaceThread(SurfaceDesk(instruments: options.sources))
    self.surfaces = surfaces
    if configuration.schedulesAhead {
      sequencer = Self.openSequencer(
        options, log, events, surfaces, input: engine.arriving, output: engine.outgoing)
      // Without a sequencer, nothing needs to be scheduled ahead.
      configuration.schedulesAhead = sequencer != nil
      if sequencer == nil { engine = Engine(configuration, program: Program(patch)) }
    } else {
      sequencer = nil
    }
    let instrument = Instrument(
      engine: engine.audio, renderer: synthesizer.renderer, outputs: outputs,
      sampleRate: sampleRate)
    audio = AudioSwitch(instrument, sampleRate: sampleRate, period: options.period)
    clockPorts = ClockPorts(
      sampleRate: sampleRate, sequencer: sequencer, hearsJACKMIDI: options.midi.usesJACK)
    recovery = Self.recovery(options, log)
    drummer = LiveDrummer(
      settings: patch.playableDrummer, lookahead: options.drummer.lookahead, engine: engine.drummer,
      loadDrummer: options.drummer.loadDrummer)
    machine = Machine(
      patch: patch, path: path, kitName: kitName, engine: engine.control, kits: kits,
      store: PatchFiles(), clock: options.clock, devices: clockPorts,
      drummer: drummer, recovery: recovery, assignments: Self.assignments,
      surfaces: surfaces, isInSession: options.session != nil, adapting: adapt)
    isMemoryLocked = MemoryLock.take()
    urgent = UrgentPath(machine: machine, sequencer: sequencer)
    oneShots = OneShotRoom()
    // Who can give it commands can also ask it to end.
    Signals.listen()
    server = Self.openSocket(
      options, log, events, ListenerSound(instrument, rate: sampleRate), urgent)
    output.watch.begin(server)
    output.watch.begin(options.session)
    try startDevices(outputs: outputs)
    if options.grid { display = GridDisplay(on: output.answers) }
  }

  private func startDevices(outputs: Int) throws {
    try startDrummer()
    try startAudio(outputs: outputs)
    startClock()
    startSurfaces()
  }

  /// Handles events until it is asked to quit; returns the outcome.
  public mutating func run() async -> SessionOutcome {
    let takesLines =
      options.control == .stdin || (options.control == .auto && isatty(STDIN_FILENO) == 1)
    if takesLines { readLines() } else { sayIfPiped() }
    events.startTicking { [urgent, log] in
      for failure in urgent.attend() { log.error("\(failure)") }
    }
    await primeDrummer()
    await takeHand()
    await takeDeviceControls()
    if options.recover { await recover() }
    if let bars = options.bars { await setLimit(patch.pattern.bar.length * Int64(bars)) }
    if options.play { await perform("play") }
    warnOfUnmatchedPatterns()
    log.info("ready: \(patch.name.isEmpty ? "untitled" : patch.name)")
    ServiceManager.notify("READY=1")
    options.session?.begin(events)
    await offerRecovery()
    for await event in events.stream {
      guard await attend(to: event) else { break }
    }
    if isOver { await ringOut() }
    ServiceManager.notify("STOPPING=1")
    output.watch.begin(nil as ControlServer?)
    server?.stop()
    await machine.finish()
    drummer.stop()
    surfaces.close()
    sequencer?.close()
    // Sounding notes are not cut off: the fade takes 20 ms from the next block on.
    kits.fadeOut()
    try? await Task.sleep(for: .milliseconds(30 + 2_000 * options.period / Int(sampleRate.hertz)))
    audio.stop()
    sayWhatIsKept()
    // The recording is complete by now.
    outcome.recordingFailed = events.recordingHasFailed.load(ordering: .relaxed)
    log.info("stopped cleanly")
    return outcome
  }

  private static func patch(_ options: DaemonOptions) throws -> (Patch, String?) {
    if let session = options.session {
      return (try session.project.patch(from: options.patch), session.project.file)
    }
    guard let name = options.patch else { return (Patch(), nil) }
    let (patch, path) = try PatchFiles().load(name)
    return (patch, path)
  }

  private static func configuration(
    _ options: DaemonOptions, tempo: Tempo, _ sampleRate: SampleRate
  ) -> EngineConfiguration {
    var configuration = EngineConfiguration()
    configuration.sampleRate = sampleRate
    configuration.tempo = tempo
    configuration.inputChannel = options.channel
    configuration.passesThru = options.passesThru
    configuration.clock = options.clock.settings
    configuration.clockOffset = options.clockSendOffset
    return configuration
  }

  /// What the command line says in place of every patch that is read.
  private static func adapting(_ options: DaemonOptions) -> @Sendable (inout Patch) -> Void {
    let (bpm, commands) = (options.bpm, options.drummer.commands)
    return { patch in
      if let bpm { patch.tempo = Tempo(clampingBPM: bpm) }
      for command in commands { patch.drummer.apply(command) }
    }
  }

  /// JACK's rate if JACK will run the engine, else the requested one.
  private static func sampleRate(_ options: DaemonOptions) -> SampleRate {
    let asked = SampleRate(hertz: options.rate) ?? .standard
    guard options.audio == .automatic || options.audio == .jack,
      let format = try? JACKPorts.format()
    else { return asked }
    return SampleRate(hertz: format.sampleRate) ?? asked
  }
}
