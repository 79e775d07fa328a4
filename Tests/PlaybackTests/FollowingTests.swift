import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// A master's clock at 120 bpm and 48 kHz ticks every 1 000 frames; a kick falls on every beat.
@Suite struct FollowingTests {
  /// How the master's clock reaches us.
  enum Wire: CaseIterable {
    /// Messages on their frames, nothing planned ahead.
    case jack
    /// The same beside an output that plans ahead.
    case jackAhead
    /// Messages stamped by the kernel, heard 5 ms after a block is made.
    case alsa
  }

  /// A rehearsal with a master at the other end of a wire.
  final class Studio {
    let room: Rehearsal
    private let wire: Wire
    private var script: [(frame: Int64, message: ShortMessage)] = []

    /// Plays a kick on every beat, or `program`, heard `latency` milliseconds after a block is made.
    init(
      _ wire: Wire, _ program: Program = Score([.kick: "x..."]).program(), latency: Int64 = 5,
      _ change: (inout ClockSettings) -> Void = { _ in }
    ) {
      self.wire = wire
      var configuration = EngineConfiguration()
      if case .jack = wire {} else { configuration.schedulesAhead = true }
      configuration.clock.source = .midi
      change(&configuration.clock)
      room = Rehearsal(
        program, configuration, latency: HostTime.Interval(nanoseconds: latency * 1_000_000))
    }

    /// The time that frames lost in an xrun would have taken.
    var lostTime = HostTime.Interval(nanoseconds: 0) { didSet { room.clockError = lostTime } }

    /// The master sends `message` so that it is heard with `frame`.
    func send(_ message: ShortMessage, on frame: Int64) { script.append((frame, message)) }

    /// `count` ticks from `frame` on, `apart` frames apart, each off by what `jitter` says.
    func tick(
      _ count: Int, from frame: Int64, apart: Double = 1_000, jitter: () -> Int64 = { 0 }
    ) {
      for tick in 0..<count {
        send(.timingClock, on: frame + Int64((Double(tick) * apart).rounded()) + jitter())
      }
    }

    /// Plays to `frame` in blocks of 128.
    func play(to frame: Int64) {
      var waiting = script.sorted { $0.frame < $1.frame }[...]
      script = []
      if case .alsa = wire {
        while room.frame.index < frame {
          // Stamped when it is heard, and known when the next block is made.
          let now = room.moment(of: room.frame).advanced(by: lostTime)
          while let next = waiting.first,
            room.hearing(of: Frame(index: next.frame)) <= now
          {
            waiting.removeFirst()
            room.arrive(next.message, at: room.hearing(of: Frame(index: next.frame)))
          }
          room.play(frames: 128)
        }
        script = Array(waiting)
      } else {
        for next in waiting { room.strike(next.message, on: Frame(index: next.frame)) }
        room.play(frames: Int(frame - room.frame.index))
      }
    }

    var hits: [Int64] { room.hits().map(\.index) }
  }

  @Test(arguments: Wire.allCases)
  func `hits fall on the master's ticks from Start on`(wire: Wire) {
    let studio = Studio(wire)
    studio.send(.start, on: 4_000)
    studio.tick(24 * 16, from: 4_100)
    studio.play(to: 4_100 + 16 * 24_000 - 1_000)
    let hits = studio.hits
    #expect(hits.count == 16)
    for (beat, hit) in hits.enumerated() {
      let due = 4_100 + Int64(beat) * 24_000
      // The first tick from ALSA is known only when it has been heard.
      let late: ClosedRange<Int64> = wire == .alsa && beat == 0 ? 0...640 : -2...2
      #expect(late.contains(hit - due), "\(beat): \(hit - due)")
    }
    #expect(studio.room.clock(.start).count == 1)
    #expect(studio.room.misplacedCount == 0 && studio.room.countedBeats().strayCount == 0)
    #expect(studio.room.status.clockHealth.presence == .locked)
    #expect((studio.room.status.tempo.bpm - 120).magnitude < 0.02)
  }

  @Test(arguments: Wire.allCases)
  func `what leaves is the smoothed clock, each tick once`(wire: Wire) {
    var dice = SplitMix64(seed: 5)
    let studio = Studio(wire)
    studio.send(.start, on: 4_000)
    studio.tick(24 * 64, from: 4_100, jitter: { .random(in: -96...96, using: &dice) })
    studio.play(to: 4_100 + 64 * 24_000 - 12_000)
    let ticks = studio.room.clock(.timingClock)
    #expect((1_523...1_526).contains(ticks.count))
    let apart = zip(ticks, ticks.dropFirst()).dropFirst(96).map { $1 - $0 }
    #expect(apart.allSatisfy { (970...1_030).contains($0) })
    let beats = studio.room.countedBeats()
    let hits = Set(studio.hits)
    #expect(beats.frames.count == 64 && beats.frames.allSatisfy { hits.contains($0) })
    #expect(studio.hits.count == 64)
    guard wire != .jack else { return }
    let queue = studio.room.queue.departures.filter { $0.message == .timingClock }
    #expect(queue.count >= ticks.count - 2)
  }

  @Test(arguments: Wire.allCases)
  func `Stop keeps the position, and Continue goes on from it with the next clock`(wire: Wire) {
    let studio = Studio(wire)
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    studio.send(.stop, on: 4_100 + 95_100)
    studio.play(to: 120_000)
    #expect(!studio.room.status.isRolling)
    #expect(studio.room.status.position == Beats(4))
    studio.send(.continue, on: 120_500)
    studio.tick(48, from: 121_000)
    studio.play(to: 121_000 + 47_000)
    #expect(studio.hits.count == 6)
    let last = studio.hits.suffix(2)
    #expect(zip(last, [121_000, 145_000]).allSatisfy { ($0 - $1).magnitude <= 700 })
    #expect(studio.room.countedBeats().strayCount == 0)
  }

  @Test(arguments: Wire.allCases)
  func `song position moves a stopped song, to the exact bar and step`(wire: Wire) {
    for (sixteenths, beat) in [(128, 32), (16_383, 4_096)] {
      let studio = Studio(wire)
      studio.send(.start, on: 2_000)
      studio.tick(10, from: 2_100)
      studio.send(.stop, on: 11_500)
      studio.send(.songPosition(sixteenths), on: 12_000)
      studio.send(.continue, on: 12_500)
      studio.tick(48, from: 13_000)
      studio.play(to: 13_000 + 24_000)
      let start = Beats(units: Beats.sixteenth.units * Int64(sixteenths))
      let moved = studio.room.status.position - start
      #expect((moved.inBeats - 1).magnitude < 0.02)
      #expect(studio.room.clock(.songPosition(sixteenths)).count >= 1)
      // 16 383 is the last sixteenth before a beat.
      let hits = studio.hits.dropFirst().first ?? 0
      let due: Int64 = sixteenths == 128 ? 13_000 : 13_000 + 6_000
      #expect((hits - due).magnitude <= 700, "beat \(beat)")
    }
  }

  @Test(arguments: Wire.allCases)
  func `Start while rolling begins again, as on a DAW's loop`(wire: Wire) {
    let studio = Studio(wire)
    studio.send(.start, on: 2_000)
    studio.tick(24 * 12, from: 2_100)
    // After five beats and a half, between two ticks.
    studio.send(.start, on: 2_100 + 5 * 24_000 + 11_500)
    studio.play(to: 2_100 + 8 * 24_000)
    let downbeat: Int64 = 2_100 + 5 * 24_000 + 12_000
    let hits = studio.hits
    #expect(hits.count == 9)
    let late: Int64 = wire == .jack ? 2 : 700
    for (hit, due) in zip(hits.suffix(3), [downbeat, downbeat + 24_000, downbeat + 48_000]) {
      #expect((hit - due).magnitude <= late)
    }
    #expect(studio.room.clock(.start).count == 2)
    #expect(studio.room.countedBeats().strayCount == 0)
  }

  @Test(arguments: Wire.allCases)
  func `Start with no clock waits for it, and clock with no Start plays nothing`(wire: Wire) {
    let armed = Studio(wire)
    armed.send(.start, on: 2_000)
    armed.play(to: 60_000)
    #expect(armed.hits.isEmpty && armed.room.status.isArmed && !armed.room.status.isRolling)
    armed.tick(30, from: 70_000)
    armed.play(to: 90_000)
    #expect(armed.hits.count == 1 && armed.room.status.isRolling)

    let ticking = Studio(wire)
    ticking.tick(200, from: 2_000, apart: 800)
    ticking.play(to: 150_000)
    #expect(ticking.hits.isEmpty && !ticking.room.status.isRolling)
    #expect((ticking.room.status.tempo.bpm - 150).magnitude < 0.1)
    #expect(ticking.room.status.position == .zero)
  }

  @Test(arguments: Wire.allCases)
  func `a jump of tempo loses, doubles and disorders nothing`(wire: Wire) {
    let studio = Studio(wire)
    studio.send(.start, on: 2_000)
    studio.tick(24 * 8, from: 2_100)
    let turn: Int64 = 2_100 + 8 * 24_000
    let apart = 1_000.0 * 120 / 140
    studio.tick(24 * 16, from: turn, apart: apart)
    studio.play(to: turn + Int64(apart * 24 * 16) - 4_000)
    let hits = studio.hits
    #expect(hits.count == 24)
    #expect(zip(hits, hits.dropFirst()).allSatisfy { $0 < $1 })
    for beat in 10..<24 {
      let due = turn + Int64((Double(beat - 8) * 24 * apart).rounded())
      #expect((hits[beat] - due).magnitude <= 48, "\(beat): \(hits[beat] - due)")
    }
    #expect((studio.room.status.tempo.bpm - 140).magnitude < 0.2)
  }

  @Test(arguments: [ClockSettings.LostPolicy.hold, .stop, .internal])
  func `a clock that falls silent is handled as it is set`(
    policy: ClockSettings.LostPolicy
  ) {
    let studio = Studio(.jack) { $0.lost = policy }
    studio.room.ask(.tempo(Tempo(clampingBPM: 60)))
    studio.send(.start, on: 2_000)
    studio.tick(24 * 4, from: 2_100)
    studio.play(to: 2_100 + 8 * 24_000)
    #expect(studio.room.status.clockHealth.presence == .lost)
    let expected =
      switch policy {
      case .hold: 8
      case .stop: 5
      case .internal: 7
      }
    #expect(studio.hits.count == expected, "\(studio.hits)")
    #expect(studio.room.status.isRolling == (policy != .stop))
    guard policy == .hold else { return }
    // Back after four beats, in time: nothing lost, nothing doubled.
    studio.tick(24 * 4, from: 2_100 + 8 * 24_000)
    studio.play(to: 2_100 + 12 * 24_000)
    let hits = studio.hits
    #expect(hits.count == 12)
    #expect(zip(hits, hits.dropFirst()).allSatisfy { ($1 - $0 - 24_000).magnitude <= 4 })
  }

  @Test func `a tempo asked for once the clock is lost is taken up, until it ticks again`() {
    let studio = Studio(.jack)
    studio.send(.start, on: 2_000)
    studio.tick(24 * 4, from: 2_100)
    studio.play(to: 2_100 + 6 * 24_000)
    studio.room.ask(.tempo(Tempo(clampingBPM: 240)))
    studio.play(to: 2_100 + 10 * 24_000 - 100)
    #expect(studio.hits.count == 14)
    #expect(studio.room.status.tempo.bpm == 240)
    studio.tick(48, from: 2_100 + 10 * 24_000)
    studio.play(to: 2_100 + 12 * 24_000 - 100)
    #expect((studio.room.status.tempo.bpm - 120).magnitude < 0.2)
    #expect(studio.hits.count == 16)
  }

  @Test(arguments: Wire.allCases)
  func `a loop's Start on the beat plays its downbeat once`(wire: Wire) {
    var dice = SplitMix64(seed: 3)
    for _ in 0..<8 {
      let studio = Studio(wire)
      studio.send(.start, on: 2_000)
      let jitter = Int64.random(in: 1...30, using: &dice)
      studio.tick(24 * 12, from: 2_100, jitter: { .random(in: -jitter...jitter, using: &dice) })
      studio.send(.start, on: 2_100 + 8 * 24_000 - 500)
      studio.play(to: 2_100 + 11 * 24_000 - 1_000)
      let hits = studio.hits
      #expect(hits.count == 11, "\(hits)")
      #expect(zip(hits, hits.dropFirst()).allSatisfy { ($1 - $0 - 24_000).magnitude < 800 })
      #expect((studio.room.status.position.inBeats - 3).magnitude < 0.1)
      #expect(studio.room.countedBeats().strayCount == 0)
    }
  }

  @Test func `what an xrun swallows moves the song on, and slips no tick`() {
    let studio = Studio(.alsa)
    studio.send(.start, on: 2_000)
    studio.tick(24 * 16, from: 2_100)
    studio.play(to: 2_100 + 6 * 24_000)
    studio.lostTime = HostTime.Interval(nanoseconds: 100_000_000)
    studio.play(to: 2_100 + 12 * 24_000)
    // 100 ms are 4 800 frames, a fifth of a beat.
    #expect((studio.room.status.position.inBeats - 12.2).magnitude < 0.05)
    #expect(studio.room.status.clockHealth.ticksDropped == 0)
    #expect(studio.hits.count == 13)
  }

  @Test(arguments: [Wire.jack, .alsa], [-20, -3, 7, 20] as [Int64])
  func `another offset in the middle of the song moves it, and no tick`(
    wire: Wire, milliseconds: Int64
  ) {
    let studio = Studio(wire)
    studio.send(.start, on: 2_000)
    studio.tick(24 * 16, from: 2_100)
    studio.play(to: 2_100 + 5 * 24_000)
    var settings = ClockSettings()
    settings.source = .midi
    settings.offset = HostTime.Interval(nanoseconds: milliseconds * 1_000_000)
    studio.room.ask(.clock(settings))
    studio.play(to: 2_100 + 12 * 24_000 - 6_000)
    let hits = studio.hits
    #expect(hits.count == 12)
    #expect((hits[11] - 2_100 - 11 * 24_000 - milliseconds * 48).magnitude <= 2)
    #expect(studio.room.status.clockHealth.ticksLost == 0)
    #expect(studio.room.status.clockHealth.ticksDropped == 0)
  }

  @Test(arguments: Wire.allCases)
  func `a Start that was passed on is taken back when it is withdrawn`(wire: Wire) {
    for isOurs in [true, false] {
      let studio = Studio(wire)
      studio.send(.start, on: 2_000)
      studio.play(to: 10_000)
      #expect(studio.room.clock(.start).count == 1)
      if isOurs { studio.room.ask(.stop) } else { studio.send(.stop, on: 10_500) }
      studio.play(to: 20_000)
      #expect(studio.room.clock(.stop).count == 1)
      #expect(studio.room.countedBeats().strayCount == 0)
    }
  }

  @Test(arguments: [Wire.jack, .jackAhead])
  func `a clock while stopped has the leader's tempo, and none between Start and downbeat`(
    wire: Wire
  ) {
    let studio = Studio(wire) { $0.sendsWhileStopped = true }
    studio.tick(200, from: 2_000, apart: 800)
    studio.send(.start, on: 2_000 + 199 * 800 + 100)
    studio.tick(48, from: 2_000 + 200 * 800 + 700, apart: 800)
    studio.play(to: 2_000 + 240 * 800)
    let ticks = studio.room.clock(.timingClock)
    let idle = zip(ticks, ticks.dropFirst()).dropFirst(60).prefix(100)
    #expect(idle.allSatisfy { ($1 - $0 - 800).magnitude <= 1 })
    let hits = studio.hits
    let downbeat: Int64 = 2_000 + 200 * 800 + 700
    #expect(hits.first == downbeat)
    #expect(studio.room.countedBeats().frames.first == hits.first)
  }

  @Test(arguments: [EngineMessage.play, .locate(Beats(100))])
  func `once the clock is lost the song is ours to begin and to move`(order: EngineMessage) {
    let studio = Studio(.jack)
    studio.send(.start, on: 2_000)
    studio.tick(24 * 20, from: 2_100)
    studio.play(to: 2_100 + 22 * 24_000)
    let before = studio.hits.count
    studio.room.ask(order)
    let from = studio.room.frame.index
    studio.play(to: from + 4 * 24_000)
    let hits = studio.hits.dropFirst(before)
    #expect(hits.count == 4)
    #expect(zip(hits, hits.dropFirst()).allSatisfy { ($1 - $0 - 24_000).magnitude <= 4 })
    let beat = studio.room.status.position.inBeats
    #expect(beat < 5 || (103...105).contains(beat))
  }

  @Test(arguments: [EngineMessage.play, .locate(Beats(8))], [0, 128])
  func `of two places that are asked for between two ticks, the song goes on at the last`(
    first: EngineMessage, frames: Int64
  ) {
    let studio = Studio(.jack)
    studio.send(.start, on: 2_000)
    studio.tick(24 * 8 + 1, from: 2_100)
    studio.play(to: 2_100 + 8 * 24_000 + 128)
    studio.tick(24 * 2, from: 2_100 + 8 * 24_000 + 1_000)
    studio.room.ask(first)
    studio.play(to: studio.room.frame.index + frames)
    studio.room.ask(.locate(Beats(16)))
    studio.play(to: 2_100 + 9 * 24_000)
    let status = studio.room.status
    #expect(status.isRolling && !status.isArmed && status.hits > 8)
    #expect(status.position > Beats(16) && status.position < Beats(18))
  }

  @Test(arguments: [
    EngineMessage.tempo(Tempo(clampingBPM: 90)), .play, .locate(Beats(8)), .continue,
  ])
  func `what is asked for in one block with another clock goes by that`(order: EngineMessage) {
    let studio = Studio(.jack)
    // Only what begins a song is asked for at rest.
    if case .continue = order {} else { studio.send(.start, on: 2_000) }
    studio.tick(24 * 20, from: 2_100, apart: 800)
    studio.play(to: 2_100 + 4 * 19_200)
    var settings = ClockSettings()
    settings.source = .internal
    studio.room.ask(.clock(settings))
    studio.room.ask(order)
    studio.play(to: 2_100 + 20 * 19_200)
    let status = studio.room.status
    #expect(status.isRolling && !status.isArmed && status.leader == .internal)
    let beat: Int64 = if case .tempo = order { 32_000 } else { 24_000 }
    let hits = studio.hits.filter { $0 > 2_100 + 6 * 19_200 }
    #expect(zip(hits, hits.dropFirst()).allSatisfy { $1 - $0 == beat } && hits.count > 6, "\(hits)")
  }

  @Test func `what a clock sends in the block in which another is chosen is not followed`() {
    let studio = Studio(.jack)
    studio.play(to: 2_048)
    studio.send(.start, on: 2_050)
    studio.send(.timingClock, on: 2_060)
    var settings = ClockSettings()
    settings.source = .internal
    studio.room.ask(.clock(settings))
    studio.play(to: 8_192)
    let status = studio.room.status
    #expect(!status.isArmed && !status.isRolling && status.clockHealth.presence == .absent)
    #expect(studio.room.clock(.start).isEmpty)
  }

  @Test func `a clock that is chosen continues the song where that rests`() {
    var settings = ClockSettings()
    let studio = Studio(.jack) {
      $0.source = .internal
      settings = $0
    }
    studio.room.ask(.locate(Beats(8)))
    studio.play(to: 2_048)
    settings.source = .midi
    studio.room.ask(.clock(settings))
    studio.send(.continue, on: 5_000)
    studio.tick(24 * 2, from: 5_100)
    studio.play(to: 5_100 + 24_000)
    #expect(studio.room.status.position > Beats(8) && studio.room.status.position < Beats(10))
  }

  @Test func `a start that waits for its clock is taken back where another clock is chosen`() {
    let studio = Studio(.jack)
    studio.send(.start, on: 2_000)
    studio.play(to: 10_000)
    #expect(studio.room.status.isArmed && studio.room.clock(.start).count == 1)
    var settings = ClockSettings()
    (settings.source, settings.sendsWhileStopped) = (.internal, true)
    studio.room.ask(.clock(settings))
    studio.play(to: 60_000)
    #expect(!studio.room.status.isArmed && studio.room.clock(.stop).count == 1)
    #expect(studio.room.clock(.timingClock).filter { $0 > 11_000 }.count > 40)
  }

  @Test func `a tempo that is followed no more leaves the song going at our own`() {
    let studio = Studio(.jack) { $0.lost = .stop }
    studio.send(.start, on: 2_000)
    studio.tick(24 * 12, from: 2_100, apart: 800)
    studio.play(to: 2_100 + 4 * 19_200)
    var settings = ClockSettings()
    settings.source = .midi
    settings.lost = .stop
    settings.followsTempo = false
    studio.room.ask(.clock(settings))
    let before = studio.hits.count
    studio.play(to: 2_100 + 12 * 19_200)
    #expect(studio.room.status.isRolling && studio.room.status.leader == .internal)
    #expect(studio.room.status.tempo == .standard)
    let hits = studio.hits.dropFirst(before + 1)
    #expect(hits.count == 6)
    #expect(zip(hits, hits.dropFirst()).allSatisfy { $1 - $0 == 24_000 })
  }

  @Test func `a newly chosen port is not taken for the one chosen before`() {
    let studio = Studio(.jack) { $0.source = .port }
    var settings = ClockSettings()
    settings.source = .port
    settings.portChoice = 1
    studio.room.source = .jackClock
    studio.send(.timingClock, on: 1_000)
    studio.play(to: 1_280)
    #expect(studio.room.status.clockHealth.ticks == 1)
    studio.room.ask(.clock(settings))
    studio.tick(2, from: 1_500)
    studio.play(to: 4_000)
    #expect(studio.room.status.clockHealth.ticks == 0)
    studio.tick(2, from: 5_000)
    studio.play(to: 8_000)
    #expect(studio.room.status.clockHealth.ticks == 2)
  }

  @Test func `a chosen port keeps its lock whatever else is set, and the song its position`() {
    let studio = Studio(.jack) { $0.source = .port }
    studio.room.source = .jackClock
    studio.send(.start, on: 2_000)
    studio.tick(24 * 24, from: 2_100, apart: 1_250)
    studio.play(to: 2_100 + 4 * 30_000)
    var settings = ClockSettings()
    settings.source = .port
    let changes: [(inout ClockSettings) -> Void] = [
      { $0.offset = HostTime.Interval(nanoseconds: 2_000_000) }, { $0.lost = .stop },
      { $0.isTimebase = true }, { $0.sendsWhileStopped = true }, { $0.sends = false },
    ]
    for change in changes {
      change(&settings)
      studio.room.ask(.clock(settings))
      studio.play(to: studio.room.frame.index + 30_080)
      #expect(studio.room.status.clockHealth.presence == .locked)
      #expect((studio.room.status.tempo.bpm - 96).magnitude < 0.02)
    }
    let hits = studio.hits
    let late = hits.suffix(4).map { ($0 - 2_100) % 30_000 }
    #expect(late.count == 4 && late.allSatisfy { ($0 - 96).magnitude <= 2 }, "\(late)")
    #expect(studio.room.status.clockHealth.ticksLost == 0)
  }

  @Test(arguments: Wire.allCases, [-1_200, 0, 1_200] as [Int64])
  func `the offset moves what is heard`(wire: Wire, frames: Int64) {
    let studio = Studio(wire) {
      $0.offset = HostTime.Interval(nanoseconds: frames * 1_000_000 / 48)
    }
    studio.send(.start, on: 4_000)
    studio.tick(24 * 8, from: 4_100)
    studio.play(to: 4_100 + 8 * 24_000 - 6_000)
    for (beat, hit) in studio.hits.enumerated().dropFirst() {
      #expect((hit - 4_100 - Int64(beat) * 24_000 - frames).magnitude <= 2)
    }
    #expect(studio.hits.count == 8)
  }

  @Test func `tempo alone: our own play begins with the next tick, and Stop is not heard`() {
    let studio = Studio(.jack) { $0.followsTransport = false }
    studio.send(.start, on: 1_000)
    studio.tick(24 * 8, from: 2_100, apart: 800)
    studio.send(.stop, on: 120_000)
    studio.play(to: 40_200)
    #expect(studio.hits.isEmpty)
    studio.room.ask(.play)
    studio.play(to: 2_100 + 24 * 8 * 800)
    #expect(studio.hits.first == 40_500)
    #expect(studio.hits.count == 6)
  }

  @Test func `transport alone: Start begins at once, at our own tempo`() {
    let studio = Studio(.jack) { $0.followsTempo = false }
    studio.tick(24 * 4, from: 100, apart: 500)
    studio.send(.start, on: 2_000)
    studio.play(to: 50_100)
    #expect(studio.hits == [2_048, 26_048, 50_048])
  }

  @Test func `a song that rolls on its own is taken over by a clock that ticks`() {
    let studio = Studio(.jack)
    studio.room.ask(.play)
    studio.tick(24 * 8, from: 24_000, apart: 1_010)
    studio.play(to: 24_000 + 24 * 8 * 1_010)
    let hits = studio.hits
    #expect(zip(hits, hits.dropFirst()).allSatisfy { $0 < $1 })
    // Its phase is the clock's from then on: each beat falls on a tick.
    #expect((hits.last.map { ($0 - 24_000) % 1_010 } ?? 500) <= 3)
    #expect((studio.room.status.tempo.bpm - 118.8).magnitude < 0.2)
  }
}
