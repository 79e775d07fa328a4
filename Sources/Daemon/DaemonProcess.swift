import Commands
import Control
import ControlSocket
import FluidSynthesizer
import Foundation
import Instrument
import LiveDrummer
public import Logging
import PatchFiles
import RealTime
import Shell
import Surfaces
import Synchronization

/// The running daemon: connects engine, synthesizer and devices, and handles events until it is
/// asked to quit. Each part owns what it does; here is said who hears of what.
public struct DaemonProcess {
  let log: Logger
  let events = DaemonEvents()
  let machine: Machine
  let door: CommandDoor
  private let urgent: UrgentPath
  var session: StartedSession
  var devices: Devices
  var console: Console
  var clients: ClientService
  var surfaces: SurfaceService
  var turns = LineTurns()
  var outcome = SessionOutcome()

  /// Creates all parts; throws if the daemon could not work.
  public init(_ options: DaemonOptions, log: Logger, output: DaemonOutput) throws {
    self.log = log
    let begin = try EngineStart(options)
    for remark in begin.remarks { log.warning("\(remark)") }
    console = Console(output, showsGrid: options.grid, log: log)

    let outputs = options.outputs
    let synthesizer = DrumSynthesizer(sampleRate: begin.sampleRate, outputPairs: outputs / 2)
    let (kits, kitName) = try begin.kits(on: synthesizer.rack, options, log)
    let surfaceThread = SurfaceThread(SurfaceDesk(instruments: options.sources))
    let engine = SequencerStart(options: options, log: log).engine(begin, events, surfaceThread)
    let sequencer = engine.sequencer
    let instrument = Instrument(
      engine: engine.audio, renderer: synthesizer.renderer, outputs: outputs,
      sampleRate: begin.sampleRate)
    let audio = AudioSwitch(instrument, sampleRate: begin.sampleRate, period: options.period)
    let clockPorts = ClockPorts(
      sampleRate: begin.sampleRate, sequencer: sequencer, hearsJACKMIDI: options.midi.usesJACK)
    session = StartedSession(options, begin.patch, engine: engine.drummer, log: log)
    machine = Machine(
      patch: begin.patch, path: begin.file, version: begin.version, kitName: kitName,
      engine: engine.control, kits: kits, store: PatchFiles(namesWholePaths: true),
      clock: options.clock,
      devices: clockPorts, drummer: session.drummer, recovery: session.recovery,
      assignments: EngineStart.assignments, surfaces: surfaceThread,
      isInSession: options.session != nil, adapting: begin.adapt)
    let isMemoryLocked = MemoryLock.take()
    urgent = UrgentPath(machine: machine, sequencer: sequencer)
    door = CommandDoor(machine: machine, sequencer: sequencer, log: log)
    let sound = SoundDevices(
      audio, options, sampleRate: begin.sampleRate, events: events, sequencer: sequencer, log: log)
    devices = Devices(
      sound, sequencer, clockPorts, kits, surface: surfaceThread.jack,
      isMemoryLocked: isMemoryLocked, log: log)
    surfaces = SurfaceService(surfaceThread, showing: machine, session.drummer)
    // Who can give it commands can also ask it to end.
    Signals.listen()
    let server = ClientService.open(
      options.name, log, events, ListenerSound(instrument, rate: begin.sampleRate), urgent)
    clients = ClientService(
      server, door, lineOwner: urgent.lineOwner, drummer: session.drummer, audio: audio, kits: kits,
      pairs: outputs / 2)
    try startDevices()
  }

  private func startDevices() throws {
    let options = session.options
    console.output.watch.send(to: clients.server)
    console.output.watch.send(to: options.session)
    try session.beginDrummer()
    try devices.start(outputs: options.outputs, clock: options.clock)
    surfaces.begin(devices.sequencer, urgent, events, log)
  }

  /// Starts the page of this session; nil, with the reason in the log, where there can be none.
  ///
  /// - Parameter words: what is said to it besides the session, as of `ghostnote page`.
  public func startPage(_ words: [String]) -> PageProgram? {
    guard let name = clients.server?.name else {
      log.warning("page: not started: the control socket could not be opened")
      return nil
    }
    let drawsCode = words.contains("--lan") && isatty(STDERR_FILENO) == 1
    return PageProgram(session: name, arguments: words + (drawsCode ? ["--qr"] : []), log: log)
  }

  // MARK: Running

  /// Handles events until it is asked to quit; returns the outcome.
  public mutating func run() async -> SessionOutcome {
    await begin()
    for await event in events.stream {
      guard await attend(to: event) else { break }
    }
    if let line = turns.take() { refuse(line, line.leftOut) }
    await end()
    // The recording is complete by now.
    outcome.recordingFailed = events.recordingHasFailed.load(ordering: .relaxed)
    outcome.refusedLines = console.refusedLines
    log.info("stopped cleanly")
    return outcome
  }

  private mutating func begin() async {
    let options = session.options
    console.readLines(options.control, to: events, urgent: urgent)
    let isTicking = events.startTicking(
      watches: { [urgent] in urgent.watchesControls },
      attend: { [urgent, log] in
        for failure in urgent.attend() { log.error("\(failure)") }
      })
    if !isTicking {
      log.error("\(NamedThread.noneLeft)")
      events.post(.quit)
    }
    await session.begin(in: machine, through: door)
    SequencerStart(options: options, log: log).warnOfUnmatchedPatterns(
      devices.sequencer, jackName: devices.jackName ?? options.jackName)
    let name = await machine.patchName
    log.info("ready: \(name.isEmpty ? "untitled" : name)")
    ServiceManager.notify("READY=1")
    options.session?.begin(events)
    await session.offerUnsaved(by: machine)
  }

  private func end() async {
    if session.isOver { await devices.ringOut() }
    ServiceManager.notify("STOPPING=1")
    console.output.watch.stopSending()
    clients.server?.stop()
    await machine.finish()
    session.drummer.stop()
    surfaces.thread.close()
    await devices.close { machine.framesMade }
    session.sayWhatIsKept()
  }
}
