import ALSAAudio
import ALSASequencer
import CommandText
import Commands
import Control
import FluidSynthesizer
import Foundation
import Instrument
import JACKClient
public import Logging
import MusicalTime
import Playback
import RealTime
import Rhythm
import Sequencing
import Shell
import Synchronization

/// The running process: wires engine, synthesizer and devices, and attends to events until told
/// to quit.
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
  var lossNews = LossNews()
  var hasHadJACK = false
  var hasSaidPriority = false
  let isMemoryLocked: Bool
  var wasRolling = false
  var isActive = false
  var leaderName = LeaderName()
  var connections = ConnectionDigest()
  /// Whether JACK transport's bars and beats are ours to give, once JACK has answered.
  var isTimebaseOurs: Bool?
  var clockNews = ClockNews()
  var display: GridDisplay?
  var lineCount = 0
  var outcome = SessionOutcome()
  var pasting = PasteLines()

  /// Builds everything; throws what keeps the daemon from being of any use.
  public init(_ options: DaemonOptions, log: Logger, output: DaemonOutput) throws {
    self.options = options
    self.log = log
    self.output = output
    var (patch, path) = try Self.patch(options)
    let (bpm, commands) = (options.bpm, options.drummer.commands)
    let adapt: @Sendable (inout Patch) -> Void = { patch in
      if let bpm { patch.tempo = Tempo(clampingBPM: bpm) }
      for command in commands { patch.drummer.apply(command) }
    }
    adapt(&patch)
    self.patch = patch
    sampleRate = Self.sampleRate(options)
    let outputs = options.separateOuts ? 52 : 2

    let synthesizer = DrumSynthesizer(sampleRate: sampleRate, outputPairs: outputs / 2)
    kits = KitLibrary(rack: synthesizer.rack, soundFont: options.soundFont)
    let kitName = try kits.load(patch.kit, of: path)
    log.info("kit: \(kitName)")

    var configuration = EngineConfiguration()
    configuration.sampleRate = sampleRate
    configuration.tempo = patch.tempo
    configuration.inputChannel = options.channel
    configuration.passesThru = options.passesThru
    configuration.schedulesAhead = Self.findSequencer(options, log)
    configuration.clock = options.clock.settings
    configuration.clockOffset = options.clockSendOffset
    var engine = Engine(configuration, program: Program(patch))
    if configuration.schedulesAhead {
      sequencer = Self.openSequencer(
        options, log, events, input: engine.arriving, output: engine.outgoing)
      // Nobody is there to be told ahead: as if there had been no sequencer from the first.
      configuration.schedulesAhead = sequencer != nil
      if sequencer == nil { engine = Engine(configuration, program: Program(patch)) }
    } else {
      sequencer = nil
    }
    let instrument = Instrument(
      engine: engine.audio, renderer: synthesizer.renderer, outputs: outputs)
    audio = AudioSwitch(instrument, sampleRate: sampleRate, period: options.period)
    clockPorts = ClockPorts(
      sampleRate: sampleRate, sequencer: sequencer, hearsJACKMIDI: options.midi.usesJACK)
    recovery = Self.recovery(options, log)
    drummer = LiveDrummer(
      settings: patch.drummer, lookahead: options.drummer.lookahead, engine: engine.drummer,
      audition: options.drummer.audition)
    machine = Machine(
      patch: patch, path: path, kitName: kitName, engine: engine.control, kits: kits,
      store: PatchFiles(), clock: options.clock, devices: clockPorts,
      drummer: drummer, recovery: recovery, adapting: adapt)
    isMemoryLocked = MemoryLock.take()
    try startDrummer()
    try startAudio(outputs: outputs)
    startClock()
    if options.grid { display = GridDisplay(on: output.answers) }
  }

  /// Attends to events until it is told to quit; answers how it went.
  public mutating func run() async -> SessionOutcome {
    Signals.listen()
    let takesLines =
      options.control == .stdin || (options.control == .auto && isatty(STDIN_FILENO) == 1)
    if takesLines { events.readLines() }
    events.startTicking()
    await primeDrummer()
    await takeHand()
    if options.recover { await recover() }
    if options.play { await perform("play") }
    warnOfUnmatchedPatterns()
    log.info("ready: \(patch.name.isEmpty ? "an empty bar" : patch.name)")
    await offerRecovery()
    for await event in events.stream {
      guard await attend(to: event) else { break }
    }
    await machine.finish()
    drummer.stop()
    sequencer?.close()
    // Nothing that rings is cut off in the middle: the fade takes 20 ms from the next block on.
    kits.fadeOut()
    try? await Task.sleep(for: .milliseconds(30 + 2_000 * options.period / Int(sampleRate.hertz)))
    audio.stop()
    sayWhatIsKept()
    // The last of a recording is written by then.
    outcome.recordingFailed = events.recordingHasFailed.load(ordering: .relaxed)
    log.info("ended in good order")
    return outcome
  }

  private static func patch(_ options: DaemonOptions) throws -> (Patch, String?) {
    guard let name = options.patch else { return (Patch(), nil) }
    let (patch, path) = try PatchFiles().load(name)
    return (patch, path)
  }

  /// JACK's rate where JACK will drive, else what was asked for.
  private static func sampleRate(_ options: DaemonOptions) -> SampleRate {
    let asked = SampleRate(hertz: options.rate) ?? .standard
    guard options.audio == .automatic || options.audio == .jack,
      let format = try? JACKPorts.format()
    else { return asked }
    return SampleRate(hertz: format.sampleRate) ?? asked
  }
}
