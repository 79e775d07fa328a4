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
/// asked to quit. Each part owns what it does; here is said who hears of what.
public struct DaemonProcess {
  let options: DaemonOptions
  let log: Logger
  let output: DaemonOutput
  let events = DaemonEvents()
  let machine: Machine
  let start = StartingPlace()
  private let kits: KitLibrary
  let sequencer: SequencerClient?
  private let clockPorts: ClockPorts
  private let patch: Patch
  private let drummer: LiveDrummer
  private let unsaved: UnsavedWork
  private let urgent: UrgentPath
  private let isMemoryLocked: Bool
  let door: CommandDoor
  var sound: SoundDevices
  var clients: ClientService
  var surfaces: SurfaceService
  var clock = FollowedClock()
  var losses = LossReport()
  var connections = ConnectionDigest()
  var lines: ScriptLines
  var limit: BarLimit
  var display: GridDisplay?
  var outcome = SessionOutcome()
  /// Whether outputs look out for what the engine wants to leave.
  var isActive = false

  /// Creates all parts; throws if the daemon could not work.
  public init(_ options: DaemonOptions, log: Logger, output: DaemonOutput) throws {
    self.options = options
    self.log = log
    self.output = output
    let begin = try EngineStart(options)
    patch = begin.patch
    let outputs = options.separateOuts ? 52 : 2
    lines = ScriptLines(typed: start.isOnTerminal)
    limit = BarLimit(bars: options.bars)
    for remark in begin.remarks { log.warning("\(remark)") }

    let synthesizer = DrumSynthesizer(sampleRate: begin.sampleRate, outputPairs: outputs / 2)
    let kitName: String
    (kits, kitName) = try begin.kits(on: synthesizer.rack, options, log)
    let surfaceThread = SurfaceThread(SurfaceDesk(instruments: options.sources))
    let midi = SequencerStart(options: options, log: log)
    var configuration = begin.configuration(options)
    configuration.schedulesAhead = midi.isPossible()
    var engine = Engine(configuration, program: Program(patch))
    if configuration.schedulesAhead {
      sequencer = midi.open(events, surfaceThread, input: engine.arriving, output: engine.outgoing)
      // Without a sequencer, nothing needs to be scheduled ahead.
      configuration.schedulesAhead = sequencer != nil
      if sequencer == nil { engine = Engine(configuration, program: Program(patch)) }
    } else {
      sequencer = nil
    }
    let instrument = Instrument(
      engine: engine.audio, renderer: synthesizer.renderer, outputs: outputs,
      sampleRate: begin.sampleRate)
    let audio = AudioSwitch(instrument, sampleRate: begin.sampleRate, period: options.period)
    clockPorts = ClockPorts(
      sampleRate: begin.sampleRate, sequencer: sequencer, hearsJACKMIDI: options.midi.usesJACK)
    unsaved = UnsavedWork(name: options.name, log: log)
    drummer = LiveDrummer(
      settings: patch.playableDrummer, lookahead: options.drummer.lookahead, engine: engine.drummer,
      loadDrummer: options.drummer.loadDrummer)
    machine = Machine(
      patch: patch, path: begin.file, version: begin.version, kitName: kitName,
      engine: engine.control, kits: kits, store: PatchFiles(), clock: options.clock,
      devices: clockPorts, drummer: drummer, recovery: unsaved.store,
      assignments: EngineStart.assignments, surfaces: surfaceThread,
      isInSession: options.session != nil, adapting: begin.adapt)
    isMemoryLocked = MemoryLock.take()
    urgent = UrgentPath(machine: machine, sequencer: sequencer)
    door = CommandDoor(machine: machine, sequencer: sequencer, log: log)
    sound = SoundDevices(
      audio, options, sampleRate: begin.sampleRate, events: events, sequencer: sequencer, log: log)
    surfaces = SurfaceService(surfaceThread, showing: machine, drummer)
    // Who can give it commands can also ask it to end.
    Signals.listen()
    let server = ClientService.open(
      options.name, log, events, ListenerSound(instrument, rate: begin.sampleRate), urgent)
    clients = ClientService(
      server, door, lineOwner: urgent.lineOwner, drummer: drummer, audio: audio, kits: kits,
      pairs: options.separateOuts ? 26 : 1)
    output.watch.send(to: server)
    output.watch.send(to: options.session)
    try startDevices(outputs: outputs)
    if options.grid { display = GridDisplay(on: output.answers) }
  }

  private func startDevices(outputs: Int) throws {
    try DrummerStart(drummer: drummer, patch: patch, log: log).begin()
    try sound.start(outputs: outputs, surface: surfaces.thread.jack)
    clockPorts.begin(options.clock, jack: sound.audio.jack)
    for reason in clockPorts.missing(for: options.clock) { log.warning("clock: \(reason)") }
    log.info("clock: \(clockPorts.words(for: options.clock))")
    surfaces.begin(sequencer, urgent, events, log)
  }

  /// Starts the page of this session; nil, with the reason in the log, where there can be none.
  public func startPage(servesNetwork: Bool = false) -> PageProgram? {
    guard let name = clients.server?.name else {
      log.warning("page: not started: the control socket could not be opened")
      return nil
    }
    let qr = isatty(STDERR_FILENO) == 1 ? ["--qr"] : []
    return PageProgram(
      session: name, arguments: servesNetwork ? ["--lan"] + qr : [], log: log)
  }

  // MARK: Running

  /// Handles events until it is asked to quit; returns the outcome.
  public mutating func run() async -> SessionOutcome {
    await begin()
    for await event in events.stream {
      guard await attend(to: event) else { break }
    }
    await end()
    // The recording is complete by now.
    outcome.recordingFailed = events.recordingHasFailed.load(ordering: .relaxed)
    outcome.refusedLines = lines.refused
    log.info("stopped cleanly")
    return outcome
  }

  private mutating func begin() async {
    readLines()
    events.startTicking { [urgent, log] in
      for failure in urgent.attend() { log.error("\(failure)") }
    }
    await DrummerStart(drummer: drummer, patch: patch, log: log)
      .prime(with: options.drummer.prime, through: door)
    do throws(CommandError) { try await machine.takeHand() } catch { log.error("\(error)") }
    do throws(CommandError) { try await machine.takeDeviceControls() } catch {
      log.error("\(error)")
    }
    if options.recover { await unsaved.recover(in: machine) }
    setLimit(bar: patch.pattern.bar.length)
    if options.play { await door.perform("play") }
    SequencerStart(options: options, log: log).warnOfUnmatchedPatterns(
      sequencer, jackName: sound.audio.jack?.configuration.clientName ?? options.jackName)
    log.info("ready: \(patch.name.isEmpty ? "untitled" : patch.name)")
    ServiceManager.notify("READY=1")
    options.session?.begin(events)
    await unsaved.offer(by: machine)
  }

  private func end() async {
    if limit.isOver { await sound.ringOut(kits) }
    ServiceManager.notify("STOPPING=1")
    output.watch.stopSending()
    clients.server?.stop()
    await machine.finish()
    drummer.stop()
    surfaces.thread.close()
    sequencer?.close()
    await sound.fadeOut(kits) { machine.framesMade }
    unsaved.sayWhatIsKept()
  }

  /// Reads lines from standard input where options say so. Urgent ones that are typed are carried out at
  /// once; a script's lines are carried out in order. Says that lines in a pipe are not read, where there
  /// is one and nothing was said of it.
  private func readLines() {
    if options.control == .stdin || (options.control == .auto && isatty(STDIN_FILENO) == 1) {
      return events.readLines(output) { [urgent, log, output] line in
        guard urgent.takes(line, complain: { log.error("\($0)") }) else { return false }
        output.answers.lineWasTyped()
        return true
      }
    }
    var status = stat()
    guard options.control == .auto, unsafe fstat(STDIN_FILENO, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO
    else { return }
    log.info("standard input is not read: `--control stdin` carries out its lines")
  }

  /// Lets the engine stop after the bars of `--bars`.
  mutating func setLimit(bar: Beats) {
    guard let next = limit.next(bar: bar) else { return }
    do throws(CommandError) {
      try machine.limit(to: next)
      limit.note(next)
    } catch { log.error("\(error)") }
  }

  /// What the devices know now.
  var report: DeviceReport {
    DeviceReport(
      audio: sound.audio, sequencer: sequencer, kits: kits, isMemoryLocked: isMemoryLocked,
      clock: clock, xruns: losses.xruns)
  }
}
