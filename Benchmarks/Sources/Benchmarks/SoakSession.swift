import CommandText
import Commands
import Control
import Drummer
import FluidSynthesizer
import Foundation
import GhostnoteTesting
import Instrument
import LiveDrummer
import MIDI
import MusicalTime
import PatchFiles
import Playback
import Ports
import RealTime
import Rhythm
import Sequencing

/// A daemon's parts without devices, driven by a server and a clock that are turned by hand.
final class SoakSession {
  /// Seconds of music between two looks at controllers and at what was typed.
  static let attendEvery = 0.02
  /// Seconds of rest after a phase: more than the longest note after Stop, and than a kit rings out.
  static let rest = 3.2

  var dice: SplitMix64
  var lines: SoakLines
  var clients: SoakClients
  let machine: Machine
  let drummer: LiveDrummer
  let device: SoakDevice
  private let instrument: Instrument
  private var arriving: RingWriter<TimedMessage>
  private var scheduled: RingReader<OutgoingEvent>
  private var queue = FakeOutputQueue()
  private let beginning: HostTime
  var counter = ClockCounter()
  var balance = NoteBalance()
  /// A client of the server, as long as that lives.
  var serverEar = SoakEar()
  var master: SoakMaster?
  /// A clock of another's that nobody follows.
  var stranger: SoakMaster?
  var heldByServer: [UInt8] = []
  var tally = SoakTally()
  /// What was typed and what happened last, for saying what led to a fault.
  private var recent: [String] = []

  /// Everything at rest, with the bundled kit and the shipped model.
  init(seed: UInt64) throws {
    dice = SplitMix64(seed: seed)
    lines = SoakLines(seed: dice.next())
    clients = SoakClients(seed: dice.next())
    let patch = Patch()
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    configuration.tempo = patch.tempo
    let engine = Engine(configuration, program: Program(patch))
    let synthesizer = DrumSynthesizer(sampleRate: .standard)
    let kits = KitLibrary(rack: synthesizer.rack, soundFont: Places.soundFont)
    instrument = Instrument(engine: engine.audio, renderer: synthesizer.renderer, outputs: 2)
    device = SoakDevice(instrument.audio)
    beginning = device.now
    arriving = engine.arriving
    scheduled = engine.outgoing
    let model = try DrummerModel(path: "Models/Ghostnote-Groove.safetensors")
    let tables = DrummerTables(model)
    drummer = LiveDrummer(settings: patch.drummer, engine: engine.drummer) {
      LoadedDrummer(
        name: "shipped", styles: Vocabulary.grooveStyles, beginning: Performer(tables),
        humanisingTables: tables)
    }
    machine = Machine(
      patch: patch, path: nil, kitName: try kits.load(KitDescription()), engine: engine.control,
      kits: kits, store: PatchFiles(), clock: ClockSetup(),
      devices: FakeClockDevices(hasJACK: false), drummer: drummer)
  }

  /// Seconds of virtual time so far.
  var seconds: Double { Double(beginning.distance(to: device.now).nanoseconds) / 1e9 }

  /// Makes one cycle, with all that comes and leaves in its time.
  func makeCycle() {
    let (now, end) = (device.now, device.end)
    if let ticks = master?.ticks(until: end) {
      for time in ticks { arrive(.timingClock, at: time) }
    }
    if let ticks = stranger?.ticks(until: end) {
      for time in ticks { arrive(.timingClock, at: time, from: .alsa(client: 99, port: 1)) }
    }
    for message in device.makeCycle() { serverEar.hear(message.message) }
    queue.advance(to: now)
    while let event = scheduled.pop() { queue.take(event) }
    for departure in queue.takeDepartures() { hear(departure) }
  }

  private func hear(_ departure: FakeOutputQueue.Departure) {
    clients.hear(departure.message)
    switch departure.port {
    case .clock:
      if departure.message.status == 0xF8 { tally.ticks += 1 }
      _ = counter.take(departure.message)
    default:
      if departure.message.kind == 0x90 { tally.notes += 1 }
      balance.read(departure.message)
    }
  }

  /// Lets a sequencer client send `message`.
  func arrive(
    _ message: ShortMessage, at time: HostTime,
    from source: MessageSource = .alsa(client: 20, port: 0)
  ) {
    _ = arriving.push(TimedMessage(time: time, message: message, source: source))
  }

  /// Takes note of what happens.
  func note(_ words: String) {
    recent.append("\(seconds.digits(2)) \(words)")
    if recent.count > 80 { recent.removeFirst(40) }
  }

  /// Says on standard error what is wrong, and what happened before.
  func complain(_ words: String) {
    let text = "soak: at \(seconds.digits(2)) s: \(words), after \(recent.suffix(40))\n"
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Types a line.
  func type(_ line: String) async {
    do {
      guard let command = try CommandReader.command(line) else { return }
      await machine.makeRoom()
      _ = try await machine.perform(command)
      tally.lines += 1
      note(line)
    } catch {
      tally.refused += 1
    }
  }
}
