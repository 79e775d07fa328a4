import Clock
import Commands
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

@testable import LiveDrummer

@Suite struct LiveDrummerTests {
  private static func settings(style: String = "funk") -> DrummerSettings {
    var settings = DrummerSettings()
    settings.isOn = true
    settings.style = style
    return settings
  }

  private static func song(until end: Int) -> [Hit] {
    DrummerRehearsal.song({ _ in settings() }, until: end)
  }

  /// The song as it sounds after a jump to `beat`: on a bar line, what is early for it comes with it.
  private static func landed(_ song: [Hit], at beat: Beats) -> [Hit] {
    guard beat.units % Beats(4).units == 0 else { return song }
    return song.map { hit in
      let isEarly = hit.beat < beat && hit.beat >= beat - Beats(1, over: 8)
      return Hit(drum: hit.drum, velocity: hit.velocity, beat: isEarly ? beat : hit.beat)
    }.sorted()
  }

  /// The hits of `song` in a range of beats.
  private static func part(_ song: [Hit], _ from: Beats, _ to: Beats) -> [Hit] {
    song.filter { $0.beat >= from && $0.beat < to }
  }

  @Test(arguments: [32, 128, 1_000, 8_192])
  func `what it invents is played, every hit once and in order`(block: Int) throws {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.play)
    stage.play(frames: 48 + 12 * 96_000, block: block)
    #expect(stage.taken().sorted() == Self.part(Self.song(until: 13), .zero, Beats(48)))
    #expect(stage.room.status.starvedBars == 0)
    #expect(stage.room.status.awaitedBars == 0)
  }

  @Test func `seeking back and forth it plays the same bars at the same position`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    let song = Self.song(until: 42)
    var chance = SplitMix64(seed: 7)
    stage.room.ask(.play)
    var from = Beats.zero
    for _ in 0..<30 {
      stage.play(frames: Int.random(in: 1..<200_000, using: &chance))
      let part = Self.part(Self.landed(song, at: from), from, stage.room.status.planned)
      #expect(stage.taken().sorted() == part)
      stage.room.ask(.stop)
      stage.play(frames: 1_000)
      _ = stage.taken()
      from = .sixteenth * Int64.random(in: 0..<600, using: &chance)
      stage.room.ask(.locate(from))
      stage.play(frames: 128)
      stage.room.ask(.continue)
    }
    #expect(stage.room.status.starvedBars == 0)
    #expect(stage.room.status.awaitedBars == 0)
  }

  @Test func `Continue takes up on the very hit where it stopped`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.play)
    for _ in 0..<20 {
      stage.play(frames: 30_011)
      stage.room.ask(.stop)
      stage.play(frames: 256)
      stage.room.ask(.continue)
    }
    // Where it stops it goes on at the next tick: what lies between belongs to neither.
    let struck = stage.taken()
    let song = Self.part(Self.song(until: 9), .zero, stage.room.status.planned)
    #expect(Set(struck).count == struck.count)
    #expect(Set(struck).isSubset(of: song))
    #expect(song.count - struck.count <= 20)
    #expect(stage.room.status.awaitedBars == 0)
  }

  @Test func `a jump while rolling bursts into nothing, and is in the right bar at once`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    let song = Self.song(until: 80)
    var chance = SplitMix64(seed: 8)
    stage.room.ask(.play)
    for _ in 0..<20 {
      stage.play(frames: 50_000)
      _ = stage.taken()
      let target = Beats.sixteenth * Int64.random(in: 0..<1_200, using: &chance)
      stage.room.ask(.locate(target))
      stage.play(frames: 40_000)
      // The block in which it jumps may come before the bar.
      let isThere = target + Beats(1, over: 16)
      let struck = stage.taken().sorted()
      #expect(
        struck.filter { $0.beat >= isThere }
          == Self.part(song, isThere, stage.room.status.planned))
      #expect(Set(struck).isSubset(of: song + Self.landed(song, at: target)))
    }
    #expect(stage.room.status.starvedBars == 0)
  }

  @Test func `tempo changes at any moment lose and double nothing`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    var chance = SplitMix64(seed: 9)
    stage.room.ask(.play)
    for _ in 0..<200 {
      stage.room.ask(.tempo(Tempo(clampingBPM: Double.random(in: 20...300, using: &chance))))
      stage.play(frames: Int.random(in: 1..<9_000, using: &chance))
    }
    let end = stage.room.status.planned
    #expect(end > Beats(20))
    #expect(stage.taken().sorted() == Self.part(Self.song(until: 100), .zero, end))
    #expect(stage.room.status.starvedBars == 0)
  }

  @Test func `what was played at another tempo stays what it was`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.play)
    stage.play(until: Beats(10))
    stage.room.ask(.tempo(Tempo(clampingBPM: 160)))
    stage.play(until: Beats(40))
    let first = stage.taken()
    let writing = stage.drummer.ask { $0.cache?[3]?.version }
    for order in [EngineMessage.stop, .play] {
      stage.room.ask(order)
      stage.play(frames: 1_280)
    }
    stage.play(until: Beats(40))
    let isSame = stage.taken() == first
    #expect(isSame)
    #expect(stage.drummer.ask { $0.cache?[3]?.version } == writing)
    #expect(stage.drummer.ask { [$0.plan.tempo[2].bpm, $0.plan.tempo[4].bpm] } == [120, 160])
  }

  @Test func `outputs that schedule ahead let go of what sounds, and of nothing else`() throws {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    let stage = try DrummerRehearsal(Self.settings(), configuration)
    var chance = SplitMix64(seed: 12)
    stage.room.ask(.play)
    for _ in 0..<40 {
      stage.play(frames: Int.random(in: 1..<60_000, using: &chance))
      let place = Beats.sixteenth * Int64.random(in: 0..<600, using: &chance)
      for order in [EngineMessage.stop, .locate(place), .continue] {
        stage.room.ask(order)
        stage.play(frames: 960)
      }
    }
    stage.room.ask(.stop)
    stage.play(frames: 9_600)
    let left = stage.room.queue.departures.filter { $0.message.kind == 0x90 }
    #expect(left.map(\.message.data1) == stage.taken().map(\.drum.note))
    #expect(left.count > 100)
    #expect(stage.room.queue.lateCount == 0)
    #expect(stage.room.status.starvedBars == 0)
  }

  @Test(arguments: [false, true])
  func `steered at any moment every bar is played whole, in one style and once`(
    schedulesAhead: Bool
  ) throws {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = schedulesAhead
    let stage = try DrummerRehearsal(Self.settings(), configuration)
    var chance = SplitMix64(seed: 10)
    stage.room.ask(.play)
    for _ in 0..<150 {
      stage.drummer.steer(Self.settings(style: Bool.random(using: &chance) ? "jazz" : "funk"))
      stage.play(frames: Int.random(in: 1..<60_000, using: &chance))
    }
    let bars = Int(stage.room.status.position.dividedRoundingDown(by: Beats(4)))
    let struck = stage.taken().filter { $0.beat < Beats(4 * Int64(bars)) - Beats(1, over: 8) }
    // The style of a bar shows on its second beat.
    let jazz = Set(
      struck.filter { $0.drum == .ride }.map { $0.beat.dividedRoundingDown(by: Beats(4)) })
    let song = DrummerRehearsal.song(
      { Self.settings(style: jazz.contains(Int64($0)) ? "jazz" : "funk") }, until: bars)
    let end = Beats(4 * Int64(bars)) - Beats(1, over: 8)
    #expect(struck.sorted() == song.filter { $0.beat < end })
    #expect(jazz.count > 5 && jazz.count < bars - 5)
    #expect(stage.room.status.starvedBars == 0)
    #expect(stage.room.queue.lateCount == 0)
  }

  @Test func `steering is remembered by the bar: going back finds it as it was played`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.play)
    stage.play(until: Beats(10))
    stage.drummer.steer(Self.settings(style: "jazz"))
    stage.play(until: Beats(24))
    let first = stage.taken()
    #expect(first.filter { $0.drum == .ride }.map(\.beat).min() == Beats(12))
    stage.room.ask(.play)
    stage.play(frames: 128)
    stage.play(until: Beats(24))
    let isSame = stage.taken() == first
    #expect(isSame)
  }

  @Test func `steering at rest is for the whole song`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.play)
    stage.play(until: Beats(20))
    stage.room.ask(.stop)
    stage.play(frames: 1_000)
    _ = stage.taken()
    stage.drummer.steer(Self.settings(style: "jazz"))
    stage.room.ask(.play)
    stage.play(frames: 48 + 3 * 96_000)
    let jazz = DrummerRehearsal.song({ _ in Self.settings(style: "jazz") }, until: 4)
    #expect(stage.taken().sorted() == Self.part(jazz, .zero, Beats(12)))
    #expect(stage.room.status.awaitedBars == 0)
  }

  @Test func `it follows a clock whose tempo wanders, hit for hit`() throws {
    var configuration = EngineConfiguration()
    configuration.clock.source = .midi
    let stage = try DrummerRehearsal(Self.settings(), configuration)
    stage.room.strike(.start, on: Frame(index: 1_000))
    var chance = SplitMix64(seed: 11)
    var frame = 1_200.0
    var apart = 1_000.0
    for _ in 0..<24 * 40 {
      stage.room.strike(.timingClock, on: Frame(index: Int64(frame)))
      apart = min(max(apart + Double.random(in: -8...8, using: &chance), 700), 1_400)
      frame += apart
    }
    stage.play(frames: Int(frame))
    let end = stage.room.status.planned
    #expect(end > Beats(38))
    #expect(stage.taken().sorted() == Self.part(Self.song(until: 12), .zero, end))
    #expect(stage.room.status.starvedBars == 0)
  }

  @Test(arguments: [400.0, 310, 17.5])
  func `a clock beyond the tempi of a patch is followed, and each bar is written once`(
    bpm: Double
  ) throws {
    let nearest = Tempo(clampingBPM: bpm)
    var configuration = EngineConfiguration()
    configuration.clock.source = .midi
    configuration.tempo = nearest
    let stage = try DrummerRehearsal(Self.settings(), configuration)
    // Limited, as a bar that is written again and again would never be ready.
    stage.room.beforeBlock = { [drummer = stage.drummer] in drummer.catchUp(atMost: 8) }
    let (ticks, apart) = (24 * 12, 120_000 / bpm)
    stage.room.strike(.start, on: Frame(index: 1_000))
    for tick in 0..<ticks {
      stage.room.strike(.timingClock, on: Frame(index: 1_200 + Int64(Double(tick) * apart)))
    }
    stage.play(frames: 1_200 + Int(Double(ticks) * apart))
    let end = stage.room.status.planned
    #expect(end > Beats(11))
    #expect(stage.taken().sorted() == Self.part(Self.song(until: 6), .zero, end))
    #expect(stage.room.status.starvedBars == 0)
    #expect(stage.drummer.ask { abs($0.plan.tempo.last.bpm - nearest.bpm) < 1.5 })
    stage.drummer.catchUp(atMost: 8)
    let isBusy = stage.drummer.ask { $0.attend() }
    #expect(!isBusy)
  }

  @Test func `a drummer without styles says so where one is asked for`() throws {
    let drummer = LoadedDrummer(name: "classic", styles: [], beginning: FakeInventor())
    let error = #expect(throws: DrummerError.self) { try drummer.check(Self.settings()) }
    #expect(error?.description == "unknown style “funk”: this model has no styles")
    try drummer.check(Self.settings(style: ""))
  }

  @Test func `what was played long ago is forgotten, however rarely something is played`() {
    var log = LiveHitLog()
    for bar in [0, 7, 20, 45, 46] {
      log.append(
        Hit(
          drum: .kick, velocity: Velocity(clamping: 90), beat: CompiledBar.length * Int64(bar)))
    }
    let kept = [0, 7, 20, 45, 46].filter { !log.hits(in: $0).isEmpty }
    #expect(kept == [20, 45, 46])
  }
}
