import CommandText
import Commands
import Control
import Drummer
import FluidSynthesizer
import Foundation
import GhostnoteTesting
import Instrument
import MIDI
import MusicalTime
import Playback
import RealTime
import Rhythm
import Sequencing

/// A daemon's parts without devices, played by a clock that is turned by hand.
final class SoakSession {
  private static let rate = SampleRate.standard
  private static let latency = HostTime.Interval(nanoseconds: 5_000_000)
  /// Seconds of music between two looks at controllers and at what was typed.
  private static let attendEvery = 0.02
  private static let patches = [
    "rock", "funk", "polymeter", "tempered", "song", "euclid", "trap", "samba", "root-two-canon",
  ]

  private var dice: SplitMix64
  private let machine: Machine
  private let drummer: LiveDrummer
  private let instrument: Instrument
  private let buffers: Buffers
  private var device: RingWriter<TimedMessage>
  private var scheduled: RingReader<OutgoingEvent>
  private var queue = OutputQueue()
  private var frame = Frame(index: 0)
  private var block = 128
  private var counter = ClockCounter()
  private var ledger = NoteLedger()
  private var master: SoakMaster?
  private var held: [UInt8] = []
  private var tally = SoakTally()

  /// Everything at rest, with the bundled kit and the shipped model.
  init(seed: UInt64) throws {
    dice = SplitMix64(seed: seed)
    let patch = Patch()
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    configuration.tempo = patch.tempo
    let engine = Engine(configuration, program: Program(patch))
    let synthesizer = DrumSynthesizer(sampleRate: Self.rate)
    let kits = KitLibrary(rack: synthesizer.rack, soundFont: Places.soundFont)
    instrument = Instrument(engine: engine.audio, renderer: synthesizer.renderer, outputs: 2)
    device = engine.arriving
    scheduled = engine.outgoing
    let model = try DrummerModel(path: "Models/Ghostnote-Groove.safetensors")
    let tables = DrummerTables(model)
    drummer = LiveDrummer(settings: patch.drummer, engine: engine.drummer) {
      TrainedDrummer(
        name: "shipped", styles: Vocabulary.grooveStyles, beginning: Performer(tables),
        hand: tables)
    }
    machine = Machine(
      patch: patch, path: nil, kitName: try kits.load(KitDescription()), engine: engine.control,
      kits: kits, store: PatchFiles(), clock: ClockSetup(),
      devices: ToldClockDevices(hasJACK: false), drummer: drummer)
    buffers = Buffers(frames: 4_096)
    for output in 0..<2 { unsafe instrument.audio.setOutput(output, to: buffers.outputs[output]) }
    instrument.audio.giveTurn(to: .paced) {}
  }

  /// Plays phases of a minute or so, by our own tempo and by a bad clock in turn, for `hours`.
  func play(hours: Double) async throws -> SoakTally {
    let settling = Soak.settlingMinutes(of: hours) * 60
    while seconds < hours * 3_600 {
      block = [32, 64, 128, 256, 1_024, 4_096].randomElement(using: &dice) ?? 128
      if dice.once(in: 2) { try await lead() } else { try await follow() }
      tally.phases += 1
      let resident = try Self.resident()
      if seconds < settling {
        tally.settled = max(tally.settled, resident)
      } else {
        tally.most = max(tally.most, resident)
      }
    }
    let status = await machine.status()
    tally.droppedCues = status.droppedCues
    tally.droppedHits = status.droppedHits
    tally.droppedMessages = status.droppedMessages
    tally.starvedBars = Int64(status.drummer.starvedBars)
    tally.strayNotes = ledger.strayCount
    tally.strayClocks = counter.strayCount
    return tally
  }

  private var seconds: Double { Double(frame.index) / Double(Self.rate.hertz) }
  private var now: HostTime {
    HostTime(nanoseconds: 1_000_000_000_000).advanced(by: Self.rate.duration(frames: frame.index))
  }

  /// A minute led by us: followers count as many ticks as we have played.
  private func lead() async throws {
    await type("clock source internal")
    await type(dice.once(in: 3) ? "continue" : "play")
    try await live(seconds: .random(in: 20...90, using: &dice), edits: true)
    await rest()
    let position = await Beats(units: Int64((machine.status().beat * 2_882_880).rounded()))
    let due = position.dividedRoundingUp(by: .clockTick)
    if counter.next != due { tally.slippedLeading += 1 }
  }

  /// A minute led by another, whose ticks come early, late, twice or never: we end where it does.
  private func follow() async throws {
    await type("clock source midi")
    try await live(seconds: 0.5, edits: false)
    let start = SoakMaster(
      bpm: .random(in: 60...200, using: &dice), beginning: now, seed: dice.next())
    arrive(.start, at: now)
    master = start
    try await live(seconds: .random(in: 20...90, using: &dice), edits: true)
    let position = await machine.status().beat
    let truth = start.beat(at: now.advanced(by: Self.latency))
    if abs(position - truth) > 1.5 / 24 { tally.slippedFollowing += 1 }
    arrive(.stop, at: now)
    master = nil
    try await live(seconds: 0.5, edits: false)
    await rest()
  }

  /// Stops, lets everything ring out, and looks for notes that were never let go.
  private func rest() async {
    for note in held { arrive(.noteOff(channel: 9, note: note), at: now) }
    held = []
    await type("stop")
    // Longer than the longest note that a patch may hold after Stop.
    for _ in 0..<Int(1.5 * Double(Self.rate.hertz)) / block + 8 { makeBlock() }
    _ = await machine.attend()
    tally.stuck += ledger.stuck.count
    if !ledger.stuck.isEmpty { ledger = NoteLedger() }
  }

  private func live(seconds length: Double, edits: Bool) async throws {
    let end = seconds + length
    var look = seconds
    var edit = seconds
    while seconds < end {
      makeBlock()
      guard seconds >= look else { continue }
      look = seconds + Self.attendEvery
      _ = await machine.attend()
      drummer.catchUp()
      strikePads()
      guard edits, seconds >= edit else { continue }
      edit = seconds + .random(in: 0.1...1.5, using: &dice)
      await type(line())
    }
  }

  private func makeBlock() {
    let end = now.advanced(by: Self.rate.duration(frames: Int64(block)))
    if var master {
      for time in master.ticks(until: end) { arrive(.timingClock, at: time) }
      self.master = master
    }
    instrument.audio.process(
      BlockTime(frames: block, began: now, heard: now.advanced(by: Self.latency)))
    queue.advance(to: now)
    while let event = scheduled.pop() { queue.take(event) }
    frame = frame.advanced(by: Int64(block))
    for departure in queue.takeDepartures() {
      switch departure.port {
      case .clock:
        if departure.message.status == 0xF8 { tally.ticks += 1 }
        _ = counter.take(departure.message)
      default:
        if departure.message.kind == 0x90 { tally.notes += 1 }
        ledger.read(departure.message)
      }
    }
  }

  private func arrive(_ message: ShortMessage, at time: HostTime) {
    _ = device.push(
      TimedMessage(time: time, message: message, source: .alsa(client: 20, port: 0)))
  }

  private func strikePads() {
    guard dice.once(in: 12) else { return }
    if !held.isEmpty, dice.once(in: 2) {
      arrive(.noteOff(channel: 9, note: held.removeFirst()), at: now)
      return
    }
    let note = UInt8.random(in: 35...60, using: &dice)
    guard !held.contains(note) else { return }
    held.append(note)
    arrive(.noteOn(channel: 9, note: note, velocity: .random(in: 1...127, using: &dice)), at: now)
  }

  private func type(_ line: String) async {
    do {
      guard let command = try CommandReader.command(line) else { return }
      _ = try await machine.perform(command)
      tally.lines += 1
    } catch {
      tally.refused += 1
    }
  }

  /// A line as somebody might type it, transport apart.
  private func line() -> String {
    let drum = ["kick", "snare", "closedhat", "openhat", "crash"].randomElement(using: &dice) ?? ""
    switch Int.random(in: 0...25, using: &dice) {
    case 0: return "load \(Self.patches.randomElement(using: &dice) ?? "rock")"
    case 1: return "kit \"\(Places.soundFont)\" 0"
    case 2: return "drummer on"
    case 3: return "drummer off"
    case 4: return "drummer style \(["funk", "rock", "jazz"].randomElement(using: &dice) ?? "rock")"
    case 5: return "humanise rock \(Int.random(in: 0...10, using: &dice))e-1"
    case 6: return "humanise off"
    case 7: return "undo"
    case 8: return "redo"
    case 9: return "tempo \(Int.random(in: 60...200, using: &dice))"
    case 10: return "level -\(Int.random(in: 0...20, using: &dice))"
    case 11: return "pan \(drum) 0.5"
    case 12: return "record on"
    case 13: return "record off"
    case 14: return "mute \(drum)"
    case 15: return "rotate 1"
    case 16: return "metronome on"
    case 17: return "metronome off"
    case 18: return "fill 1 - ? -"
    case 19: return "panic"
    case 20: return "hit \(drum) 90"
    case 21: return "reverse"
    case 22: return "song on"
    case 23: return "song off"
    case 24: return "groove swing8 60%"
    default: return "step \(drum) \(Int.random(in: 1...16, using: &dice)) x"
    }
  }

  /// Resident memory of this process in MB.
  private static func resident() throws -> Double {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return try Report(text).number("VmRSS:") * 1_024 / 1_000_000
  }
}

/// Another's clock: even ticks that come up to a tenth of a tick early or late, one in fifty never,
/// one in fifty twice.
struct SoakMaster {
  private let bpm: Double
  private let beginning: HostTime
  private var next = 0
  private var dice: SplitMix64

  init(bpm: Double, beginning: HostTime, seed: UInt64) {
    self.bpm = bpm
    self.beginning = beginning.advanced(by: HostTime.Interval(nanoseconds: 20_000_000))
    dice = SplitMix64(seed: seed)
  }

  /// The beat at `time`.
  func beat(at time: HostTime) -> Double {
    Double(beginning.distance(to: time).nanoseconds) / 1e9 * bpm / 60
  }

  /// The ticks that come before `end`, in order.
  mutating func ticks(until end: HostTime) -> [HostTime] {
    var times: [HostTime] = []
    let tick = 60e9 / bpm / 24
    while true {
      let due = beginning.advanced(
        by: HostTime.Interval(nanoseconds: Int64(Double(next) * tick)))
      guard due < end else { return times.sorted() }
      next += 1
      if next > 48, dice.once(in: 50) { continue }
      let late = Int64(Double.random(in: 0...0.2, using: &dice) * tick)
      times.append(due.advanced(by: HostTime.Interval(nanoseconds: late)))
      if next > 48, dice.once(in: 50), let last = times.last { times.append(last) }
    }
  }
}
