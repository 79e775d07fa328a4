import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing

/// A random session with everything an engine can be asked for and everything that can happen to it,
/// the same for the same seed.
struct RandomSession {
  private var dice: SplitMix64
  private let room: Rehearsal
  private let gear = Gear()
  private let source: MessageSource
  private let programs: [Program]
  private var clockSettings: ClockSettings
  /// A digest of all that came out of the engine.
  private(set) var digest = Digest()
  /// What happened, in words.
  private(set) var met: Set<String> = []
  /// Whether anything was asked for that depends on how long a bar is.
  private(set) var countsBars = false

  /// What leads from outside, changed by the session and read by the engine's blocks.
  private final class Gear {
    var tickFrames = 1_000.0
    var nextTick = 0.0
    var ticks = false
    var jack: TransportReport.Motion?
    var jackFrame: Int64 = 0
    var jackTempo: Tempo?
  }

  init(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed &* 0x9E37_79B9 &+ 1)
    var configuration = EngineConfiguration()
    configuration.sampleRate =
      [SampleRate(hertz: 44_100), SampleRate(hertz: 96_000)][Int(seed % 2)] ?? .standard
    if seed % 3 > 0 { configuration.sampleRate = .standard }
    configuration.schedulesAhead = seed % 4 > 0
    configuration.passesThru = seed % 5 != 0
    configuration.clockOffset = HostTime.Interval(
      nanoseconds: dice.once(in: 3) ? .random(in: -20_000_000...20_000_000, using: &dice) : 0)
    configuration.clock = Self.clockSettings(using: &dice)
    clockSettings = configuration.clock
    programs =
      try (0..<2).map { _ in Program(try LivelyMusic.patch(using: &dice)) } + [
        Score([.kick: "xx.x", .snare: ".x.x", .closedHat: "xxxx"], stepsPerBeat: 16).program(),
        Score([.kick: "x...", .openHat: "..x."]).program(loops: dice.once(in: 2)),
      ]
    room = Rehearsal(programs[Int(seed % 4)], configuration)
    source = dice.once(in: 2) ? .jack : .jackClock
    self.dice = dice
    let gear = gear
    room.transport = { _ in
      gear.jack.map {
        let frame = gear.jackFrame
        let timebase = gear.jackTempo.map { tempo in
          let beat = Timeline(
            tempo: tempo, sampleRate: .standard, beatOrigin: .zero, frameOrigin: Frame(index: 0)
          ).beat(at: Frame(index: frame))
          return TransportReport.Timebase(beat: beat, grain: Beats(1, over: 1_920), tempo: tempo)
        }
        return TransportReport(motion: $0, frame: frame, timebase: timebase)
      }
    }
  }

  /// Plays `count` blocks, each after something happened, and then lets all of it end.
  mutating func play(blocks count: Int) {
    for _ in 0..<count {
      for _ in 0..<Int.random(in: 0...2, using: &dice) { act() }
      let frames = Int.random(in: 1...(dice.once(in: 4) ? 1_500 : 300), using: &dice)
      room.clockError = HostTime.Interval(nanoseconds: .random(in: -20_000...20_000, using: &dice))
      tick(frames: frames)
      room.makeBlock(frames: frames)
      if case .rolling = gear.jack { gear.jackFrame += Int64(frames) }
      look()
    }
    room.ask(.finish)
    room.play(frames: 9_600, block: 480)
    look()
    for sound in room.sounds { digest.add(sound) }
    for message in room.messages {
      digest.add(message.frame.index)
      digest.add(message.event.port == .clock ? 1 : 0)
      digest.add(message.event.message)
    }
    for event in room.outgoing {
      digest.add(event.action == .send ? 1 : 0)
      digest.add(event.port == .clock ? 1 : 0)
      digest.add(event.message)
      digest.add(event.time.nanoseconds)
    }
    digest.add(room.misplacedCount)
    if room.outgoing.contains(where: { $0.action == .withdraw }) { met.insert("withdrawal") }
    for kind in [SoundEvent.Kind.hit, .click, .release, .choke, .allNotesOff, .allSoundOff]
    where !room.sounds(kind).isEmpty { met.insert("\(kind)") }
    room.collect()
  }

  /// Takes in what the engine tells of itself.
  private mutating func look() {
    let status = room.status
    digest.add(status)
    switch status.leader {
    case .internal: met.insert("our own beat")
    case .midi: met.insert("MIDI clock")
    case .jack: met.insert("JACK transport")
    case .link: met.insert("another program's beat")
    }
    if status.isArmed { met.insert("armed") }
    if status.isCountingIn { met.insert("count-in") }
    if status.isSwitchPending { met.insert("switch") }
    if status.starvedBars > 0 { met.insert("starved bar") }
    if status.awaitedBars > 0 { met.insert("awaited bar") }
    for event in room.feed() { digest.add(event) }
    room.collect()
  }

  /// Sends the ticks that fall into the next block.
  private mutating func tick(frames: Int) {
    let begin = Double(room.frame.index)
    if gear.nextTick < begin { gear.nextTick = begin }
    while gear.ticks, gear.nextTick < begin + Double(frames) {
      let jitter = Double.random(in: -20...20, using: &dice)
      let at = Frame(index: max(Int64(gear.nextTick + jitter), room.frame.index))
      if !dice.once(in: 200) { say(.timingClock, on: at) }
      gear.nextTick += gear.tickFrames
    }
  }

  /// Lets the gear that leads say `message`.
  private mutating func say(_ message: ShortMessage, on frame: Frame) {
    if case .port = clockSettings.source {
      room.source = .jackClock
      room.strike(message, on: frame)
    } else if source == .jack {
      room.arrive(message, at: room.moment(of: frame))
    } else {
      room.source = .jack
      room.strike(message, on: frame)
    }
  }

  private mutating func act() {
    switch Int.random(in: 0...9, using: &dice) {
    case 0, 1: order()
    case 2, 3: strike()
    case 4, 5: lead()
    case 6: rollJACK()
    case 7: arrange()
    case 8: drum()
    default: if dice.once(in: 3) { disturb() } else { command() }
    }
  }

  private mutating func order() {
    switch Int.random(in: 0...7, using: &dice) {
    case 0, 1: room.ask(.play)
    case 2: room.ask(.stop)
    case 3: room.ask(.continue)
    case 4: room.ask(.locate(.sixteenth * .random(in: 0...200, using: &dice)))
    case 5: room.ask(.locate(Beats(units: .random(in: 0...30_000_000, using: &dice))))
    default: room.ask(.tempo(Tempo(clampingBPM: .random(in: 40...280, using: &dice))))
    }
  }

  private mutating func command() {
    switch Int.random(in: 0...5, using: &dice) {
    case 0: room.ask(.panic)
    case 1: room.ask(.hit(.snare, Velocity(clamping: .random(in: 1...127, using: &dice))))
    case 2: room.ask(.send(.controlChange(channel: 9, controller: 7, value: 99)))
    case 3: room.ask(.fill(dice.once(in: 2)))
    default:
      clockSettings = Self.clockSettings(using: &dice)
      room.ask(.clock(clockSettings))
    }
  }

  private mutating func strike() {
    let soon = room.frame.advanced(by: .random(in: 0...600, using: &dice))
    let note = UInt8([36, 38, 42, 46, 49, 99].randomElement(using: &dice) ?? 36)
    let message: ShortMessage =
      switch Int.random(in: 0...11, using: &dice) {
      case 0: .controlChange(channel: 9, controller: 4, value: dice.once(in: 2) ? 127 : 20)
      case 1: .controlChange(channel: 9, controller: 123, value: 0)
      case 2: .controlChange(channel: 9, controller: 120, value: 0)
      case 3, 4, 5: .noteOff(channel: 9, note: note)
      default: .noteOn(channel: 9, note: note, velocity: .random(in: 1...127, using: &dice))
      }
    if dice.once(in: 2) {
      room.arrive(message, at: room.moment(of: soon))
    } else {
      room.source = .jack
      room.strike(message, on: soon)
    }
  }

  /// What a sequencer that leads does: Start, Stop, Continue, a song position, a tempo, silence.
  private mutating func lead() {
    let soon = room.frame.advanced(by: .random(in: 0...100, using: &dice))
    switch Int.random(in: 0...7, using: &dice) {
    case 0, 1: say(.start, on: soon)
    case 2: say(.stop, on: soon)
    case 3: say(.continue, on: soon)
    case 4: say(.songPosition(.random(in: 0...64, using: &dice)), on: soon)
    case 5: gear.tickFrames = .random(in: 400...2_500, using: &dice)
    default: gear.ticks = !dice.once(in: 5)
    }
  }

  private mutating func rollJACK() {
    switch Int.random(in: 0...6, using: &dice) {
    case 0: gear.jack = .stopped
    case 1: gear.jack = .starting
    case 2, 3: gear.jack = .rolling
    case 4: gear.jackFrame = .random(in: 0...2_000_000, using: &dice)
    case 5:
      let bpm = Double.random(in: 50...200, using: &dice)
      gear.jackTempo = dice.once(in: 2) ? Tempo(clampingBPM: bpm) : nil
    default: gear.jack = nil
    }
  }

  private mutating func arrange() {
    let program = programs.randomElement(using: &dice) ?? programs[0]
    switch Int.random(in: 0...5, using: &dice) {
    case 0: room.ask(.cancelSwitch)
    case 1:
      var settings = MetronomeSettings()
      countsBars = true
      settings.sounding = dice.once(in: 3) ? .off : .on
      settings.output = MetronomeSettings.Output.allCases.randomElement(using: &dice) ?? .both
      settings.countInBars = .random(in: 0...2, using: &dice)
      room.ask(.metronome(Metronome(settings, isRecording: false)))
    default:
      let moment = SwitchMoment.allCases.randomElement(using: &dice) ?? .now
      if moment == .bar { countsBars = true }
      room.swap(to: program, at: moment)
    }
  }

  private mutating func drum() {
    switch Int.random(in: 0...5, using: &dice) {
    case 0: room.drum(.plays(dice.once(in: 2)))
    case 1: room.drum(.keepOnly(BarRange(first: 0, last: 2), and: BarRange(first: 0, last: 0)))
    default:
      let hits = (0..<12).map { _ in
        Hit(
          drum: Drum.all.randomElement(using: &dice) ?? .kick,
          velocity: Velocity(clamping: .random(in: 1...127, using: &dice)),
          beat: Beats(units: .random(in: -700_000...11_000_000, using: &dice)))
      }
      room.drum(.bar(CompiledBar(number: .random(in: 0...5, using: &dice), hits: hits)))
    }
  }

  private mutating func disturb() {
    switch Int.random(in: 0...4, using: &dice) {
    case 0: room.lose(frames: .random(in: 1...5_000, using: &dice))
    case 1: room.isFreewheeling = dice.once(in: 3)
    case 2: room.clockDelay = .random(in: 0...900, using: &dice)
    case 3: room.notesDelay = .random(in: 0...900, using: &dice)
    default: room.makeBlock(frames: 0)
    }
  }

  private static func clockSettings(using dice: inout SplitMix64) -> ClockSettings {
    var settings = ClockSettings()
    let sources: [ClockSettings.Source] = [.internal, .midi, .port, .jack, .auto, .auto]
    settings.source = sources.randomElement(using: &dice) ?? .auto
    settings.portChoice = .random(in: 0...1, using: &dice)
    settings.followsTempo = !dice.once(in: 6)
    settings.followsTransport = !dice.once(in: 6)
    settings.offset = HostTime.Interval(
      nanoseconds: dice.once(in: 4) ? .random(in: -9_000_000...9_000_000, using: &dice) : 0)
    settings.lost = [.hold, .stop, .internal].randomElement(using: &dice) ?? .hold
    settings.sends = !dice.once(in: 6)
    settings.sendsWhileStopped = dice.once(in: 3)
    return settings
  }
}
