import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// A clock that is heard late, falls silent, stalls or comes back elsewhere: 120 bpm at 48 kHz, a tick
/// every 1 000 frames, a kick on every beat.
@Suite struct LostClockTests {
  typealias Wire = FollowingTests.Wire
  typealias Studio = FollowingTests.Studio

  @Test(arguments: [250, 300, 1_000] as [Int64])
  func `a clock is followed as well where outputs are heard late`(latency: Int64) {
    let studio = Studio(.alsa, latency: latency) { $0.lost = .stop }
    studio.send(.start, on: 4_000)
    studio.tick(24 * 16, from: 4_100)
    studio.play(to: 4_100 + 12 * 24_000 - 500)
    #expect(studio.room.status.clockHealth.presence == .locked)
    #expect(studio.room.status.isRolling)
    #expect((studio.room.status.tempo.bpm - 120).magnitude < 0.02)
    // What is struck on the beats that can be met is heard on them.
    let hits = studio.hits.filter { $0 > 4_100 + 4 * 24_000 - 100 }
    #expect(hits.count == 8, "\(hits)")
    #expect(hits.allSatisfy { ($0 - 4_100) % 24_000 < 3 || ($0 - 4_100) % 24_000 > 23_997 })
    // Nor do those before them come in a burst, as the song catches up with the clock: no three within 200 ms.
    let all = studio.hits
    #expect(zip(all, all.dropFirst(2)).allSatisfy { $1 - $0 > 9_600 }, "\(all)")
  }

  @Test func `a clock heard late is lost after a quarter of a second all the same`() {
    let studio = Studio(.alsa, latency: 300)
    studio.send(.start, on: 24_000)
    studio.tick(24 * 4, from: 24_100)
    // The last tick is stamped 300 ms after its frame is made, and known then.
    let silent: Int64 = 24_100 + 95 * 1_000 + 14_400
    studio.play(to: silent + 11_500)
    #expect(studio.room.status.clockHealth.presence == .locked)
    studio.play(to: silent + 12_500)
    #expect(studio.room.status.clockHealth.presence == .lost)
  }

  @Test(arguments: Wire.allCases)
  func `a master that returns elsewhere is followed there`(wire: Wire) {
    let studio = Studio(wire)
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    // The cable is out for five beats, and Stop is not heard.
    let back: Int64 = 4_100 + 9 * 24_000 + 345
    studio.send(.songPosition(64), on: back - 600)
    studio.send(.continue, on: back - 500)
    studio.tick(24 * 6, from: back)
    studio.play(to: back - 700)
    #expect(studio.room.status.clockHealth.presence == .lost && studio.room.status.isRolling)
    studio.play(to: back + 5 * 24_000 - 480)
    #expect((studio.room.status.position.inBeats - 21).magnitude < 0.04)
    let hits = studio.hits.filter { $0 > back + 2_000 }
    let due = (1..<5).map { back + $0 * 24_000 }
    #expect(hits.count == 4, "\(studio.hits)")
    #expect(zip(hits, due).allSatisfy { ($0 - $1).magnitude <= 3 }, "\(hits) \(due)")
  }

  @Test(arguments: Wire.allCases, [ClockSettings.LostPolicy.hold, .internal])
  func `a master that continues out of a silence is followed from where its clock ended`(
    wire: Wire, policy: ClockSettings.LostPolicy
  ) {
    let studio = Studio(wire) { $0.lost = policy }
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    // The cable is out as it stops, for five beats, and it says no song position.
    let back: Int64 = 4_100 + 9 * 24_000 + 345
    studio.send(.continue, on: back - 500)
    studio.tick(24 * 6, from: back)
    studio.play(to: back - 700)
    #expect(studio.room.status.clockHealth.presence == .lost && studio.room.status.isRolling)
    studio.play(to: back + 5 * 24_000 - 480)
    #expect((studio.room.status.position.inBeats - 9).magnitude < 0.04)
    let hits = studio.hits.filter { $0 > back + 2_000 }
    let due = (1..<5).map { back + $0 * 24_000 }
    #expect(hits.count == 4, "\(studio.hits)")
    #expect(zip(hits, due).allSatisfy { ($0 - $1).magnitude <= 3 }, "\(hits) \(due)")
    #expect(studio.room.countedBeats().strayCount == 0)
  }

  @Test(arguments: Wire.allCases, [false, true])
  func `a pattern that came in on a later bar goes on in its place, or from a song position`(
    wire: Wire, saysPosition: Bool
  ) {
    let studio = Studio(wire)
    studio.send(.start, on: 4_000)
    studio.tick(24 * 6, from: 4_100)
    studio.play(to: 4_100 + 84_000)
    // This comes in on beat 4.
    studio.room.swap(to: Score([.snare: "x......"], stepsPerBeat: 1).program(), at: .bar)
    // The cable is out after beat 6, for four beats.
    let back: Int64 = 4_100 + 10 * 24_000 + 345
    if saysPosition { studio.send(.songPosition(24), on: back - 600) }
    studio.send(.continue, on: back - 500)
    studio.tick(24 * 7, from: back)
    studio.play(to: back - 700)
    #expect(studio.room.status.clockHealth.presence == .lost)
    #expect(studio.room.status.origin == Beats(4))
    studio.play(to: back + 6 * 24_000 - 480)
    #expect((studio.room.status.position.inBeats - 12).magnitude < 0.04)
    // Every seven beats from beat 4 on, or from the top.
    #expect(studio.room.status.origin == (saysPosition ? .zero : Beats(4)))
    let snares = studio.room.strokes(of: .snare).filter { $0 > back }
    let due = back + (saysPosition ? 1 : 5) * 24_000
    #expect(snares.count == 1, "\(snares)")
    #expect(snares.allSatisfy { ($0 - due).magnitude <= 48 }, "\(snares) \(due)")
  }

  @Test(arguments: [0, 350, 400, 700] as [Int64])
  func `a clock that takes over a song leaves its pattern in place, however its ticks fall`(
    phase: Int64
  ) {
    let studio = Studio(.jack)
    studio.room.ask(.play)
    studio.play(to: 10_000)
    studio.room.swap(to: Score([.snare: "x......"], stepsPerBeat: 1).program(), at: .loopEnd)
    // The tick that takes over is late: by then our own beat may be nearer to the next.
    studio.tick(24, from: 30_048 + phase)
    studio.tick(24, from: 54_248 + phase)
    studio.play(to: 80_000)
    #expect(studio.room.status.isRolling && studio.room.status.leader == .midi(.jack))
    #expect(studio.room.status.origin == Beats(1))
  }

  @Test(arguments: [EngineMessage.play, .locate(Beats(8))])
  func `a song that is begun or moved without its lost clock keeps that tempo, until it is set`(
    order: EngineMessage
  ) {
    let studio = Studio(.jack)
    studio.room.ask(.tempo(Tempo(clampingBPM: 100)))
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    studio.play(to: 4_100 + 6 * 24_000)
    #expect(studio.room.status.clockHealth.presence == .lost)
    /// The frames between the last two beats.
    func gap() -> Int64 {
      let hits = studio.hits.suffix(2)
      return zip(hits, hits.dropFirst()).map { $1 - $0 }.first ?? 0
    }
    let steps: [(message: EngineMessage, bpm: Double)] = [
      (order, 120), (.tempo(Tempo(clampingBPM: 90)), 90), (.locate(.zero), 90),
    ]
    for (message, bpm) in steps {
      studio.room.ask(message)
      studio.play(to: studio.room.frame.index + 100_000)
      #expect((studio.room.status.tempo.bpm - bpm).magnitude < 0.02)
      #expect((Double(gap()) - 48_000 * 60 / bpm).magnitude < 6, "\(studio.hits)")
    }
  }

  @Test(arguments: [EngineMessage.play, .locate(Beats(8))], [0, 30_000] as [Int64])
  func `what a lost clock means can be chosen also for a song that was begun or moved without it`(
    order: EngineMessage, frames: Int64
  ) {
    for policy in [ClockSettings.LostPolicy.internal, .stop] {
      var settings = ClockSettings()
      let studio = Studio(.jack) { settings = $0 }
      studio.room.ask(.tempo(Tempo(clampingBPM: 100)))
      studio.send(.start, on: 4_000)
      studio.tick(24 * 4, from: 4_100)
      studio.play(to: 4_100 + 6 * 24_000)
      studio.room.ask(order)
      studio.play(to: studio.room.frame.index + frames)
      settings.lost = policy
      studio.room.ask(.clock(settings))
      let from = studio.room.frame.index + 28_800
      studio.play(to: from + 4 * 28_800)
      #expect(studio.room.status.isRolling == (policy == .internal))
      #expect(studio.room.status.tempo.bpm == 100)
      let hits = studio.hits.filter { $0 > from }
      #expect(zip(hits, hits.dropFirst()).allSatisfy { $1 - $0 == 28_800 }, "\(hits)")
      #expect(hits.count >= (policy == .internal ? 4 : 0))
    }
  }

  @Test func `after a stop nothing is held of a lost clock`() {
    let studio = Studio(.jack)
    studio.room.ask(.tempo(Tempo(clampingBPM: 100)))
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    studio.play(to: 4_100 + 6 * 24_000)
    #expect((studio.room.status.tempo.bpm - 120).magnitude < 0.02)
    studio.room.ask(.stop)
    studio.play(to: studio.room.frame.index + 1_280)
    studio.room.ask(.play)
    studio.play(to: studio.room.frame.index + 1_280)
    #expect(studio.room.status.isRolling && studio.room.status.tempo.bpm == 100)
  }

  @Test(arguments: [0, 1_280] as [Int64])
  func `after a stop a lost clock leads no song, and that plays at its own tempi`(
    rest: Int64
  ) throws {
    let studio = Studio(.jack, try Self.song())
    studio.room.ask(.tempo(Tempo(clampingBPM: 100)))
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    studio.play(to: 4_100 + 6 * 24_000)
    #expect(studio.room.status.leader != .internal)
    studio.room.ask(.stop)
    studio.play(to: studio.room.frame.index + rest)
    studio.room.ask(.play)
    studio.play(to: studio.room.frame.index + 1_280)
    #expect(studio.room.status.leader == .internal && studio.room.status.isRolling)
    // Eight beats at 100 bpm, and then at 60.
    let turn = studio.room.frame.index + 8 * 28_800
    studio.play(to: turn + 3 * 48_000)
    #expect(studio.room.status.tempo.bpm == 60)
    let hits = studio.hits.filter { $0 > turn }
    #expect(zip(hits, hits.dropFirst()).allSatisfy { $1 - $0 == 48_000 } && hits.count > 1)
  }

  @Test func `a count-in is at our own tempo after a clock that was lost`() throws {
    let studio = Studio(.jack) { $0.sendsWhileStopped = true }
    studio.room.ask(.tempo(Tempo(clampingBPM: 100)))
    var counting = MetronomeSettings()
    counting.countInBars = 1
    studio.room.ask(.metronome(Metronome(counting, isRecording: false)))
    studio.tick(24 * 4, from: 4_100)
    studio.play(to: 4_100 + 6 * 24_000)
    #expect(studio.room.status.clockHealth.presence == .lost)
    studio.room.ask(.play)
    studio.play(to: studio.room.frame.index + 4 * 28_800)
    let clicks = studio.room.sounds(.click).map(\.frame.index)
    #expect(clicks.count == 4)
    #expect(zip(clicks, clicks.dropFirst()).allSatisfy { $1 - $0 == 28_800 }, "\(clicks)")
  }

  @Test(arguments: Wire.allCases)
  func `what a lost clock means can be chosen after it was lost`(wire: Wire) {
    for policy in [ClockSettings.LostPolicy.internal, .stop] {
      var settings = ClockSettings()
      let studio = Studio(wire) { settings = $0 }
      studio.room.ask(.tempo(Tempo(clampingBPM: 100)))
      studio.send(.start, on: 4_000)
      studio.tick(24 * 4, from: 4_100)
      studio.play(to: 4_100 + 6 * 24_000)
      #expect(studio.room.status.clockHealth.presence == .lost && studio.room.status.isRolling)
      settings.lost = policy
      studio.room.ask(.clock(settings))
      let now = studio.room.frame.index
      studio.play(to: now + 5 * 28_800)
      #expect(studio.room.status.isRolling == (policy == .internal))
      let hits = studio.hits.filter { $0 > now + 24_000 }
      #expect(policy == .internal ? hits.count >= 4 : hits.isEmpty, "\(hits)")
      let gaps = zip(hits, hits.dropFirst()).map { $1 - $0 }
      #expect(gaps.allSatisfy { ($0 - 28_800).magnitude < 3 }, "\(gaps)")
    }
  }

  @Test(arguments: Wire.allCases)
  func `a clock that is lost between Continue and its next tick is lost as any other`(wire: Wire) {
    for policy in [ClockSettings.LostPolicy.internal, .stop] {
      let studio = Studio(wire) { $0.lost = policy }
      studio.room.ask(.tempo(Tempo(clampingBPM: 100)))
      studio.send(.start, on: 4_000)
      studio.tick(24 * 4, from: 4_100)
      let back: Int64 = 4_100 + 95 * 1_000
      for message in [ShortMessage.stop, .songPosition(32), .continue] {
        studio.send(message, on: back + 300)
      }
      studio.play(to: back + 24_000)
      #expect(studio.room.status.clockHealth.presence == .lost)
      let now = studio.room.frame.index
      studio.play(to: now + 5 * 28_800)
      #expect(studio.room.status.isRolling == (policy == .internal))
      let hits = studio.hits.filter { $0 > now + 1_000 }
      #expect(policy == .internal ? hits.count >= 4 : hits.isEmpty, "\(policy): \(hits)")
      let gaps = zip(hits, hits.dropFirst()).map { $1 - $0 }
      #expect(gaps.allSatisfy { ($0 - 28_800).magnitude < 3 }, "\(gaps)")
    }
  }

  @Test(arguments: Wire.allCases)
  func `a master that starts beside a song of our own is followed, though a lost clock stops`(
    wire: Wire
  ) {
    let studio = Studio(wire) { $0.lost = .stop }
    studio.send(.start, on: 4_000)
    studio.tick(24, from: 4_100)
    studio.send(.stop, on: 28_000)
    studio.play(to: 72_000)
    #expect(studio.room.status.clockHealth.presence == .lost && !studio.room.status.isRolling)
    studio.room.ask(.play)
    studio.play(to: 96_000)
    studio.send(.start, on: 100_000)
    studio.tick(24 * 3, from: 101_000)
    studio.play(to: 101_000 + 60_000)
    #expect(studio.room.status.isRolling && studio.room.status.leader != .internal)
    #expect((studio.room.status.position.inBeats - 2.5).magnitude < 0.1)
  }

  @Test func `clock sent at rest is at our own tempo after a clock that was lost`() {
    let studio = Studio(.jack) { $0.sendsWhileStopped = true }
    studio.room.ask(.tempo(Tempo(clampingBPM: 100)))
    studio.tick(24 * 4, from: 4_100)
    let lost: Int64 = 4_100 + 95 * 1_000 + 24_000
    studio.play(to: lost + 96_000)
    let ticks = studio.room.clock(.timingClock).filter { $0 > lost }
    #expect(ticks.count > 70)
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 == 1_200 }, "\(ticks)")
  }

  /// Eight beats, and eight at 60 bpm, of a kick each.
  private static func song() throws -> Program {
    var patch = Patch()
    patch.pattern = try Pattern(rows: "kick xxxx", stepsPerBeat: 1)
    try patch.setSong(
      Song(sections: [
        Section(pattern: "", repeats: 2),
        Section(pattern: "", repeats: 2, tempo: Tempo(clampingBPM: 60)),
      ]))
    patch.playsSong = true
    return Program(patch)
  }

  @Test(arguments: Wire.allCases)
  func `a song keeps the tempi that it brings after its clock was lost`(wire: Wire) throws {
    let studio = Studio(wire, try Self.song()) { $0.lost = .internal }
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    // Beat 8 is where the second section begins.
    let turn: Int64 = 4_100 + 8 * 24_000
    studio.play(to: turn + 4 * 48_000 - 1_000)
    #expect(studio.room.status.tempo.bpm == 60)
    let hits = studio.hits.filter { $0 > turn - 1_000 }
    #expect(hits.count == 4, "\(studio.hits)")
    for (beat, hit) in hits.enumerated() {
      #expect((hit - turn - Int64(beat) * 48_000).magnitude <= 48, "\(beat): \(hit - turn)")
    }
  }

  @Test(arguments: Wire.allCases)
  func `a master whose clock ticks before it continues elsewhere is followed there`(wire: Wire) {
    let studio = Studio(wire)
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    let back: Int64 = 4_100 + 9 * 24_000 + 345
    studio.tick(24 * 8, from: back)
    studio.send(.songPosition(64), on: back + 48_000 - 600)
    studio.send(.continue, on: back + 48_000 - 500)
    studio.play(to: back + 7 * 24_000)
    #expect((studio.room.status.position.inBeats - 21).magnitude < 0.02)
  }

  @Test func `a Song Position from a rolling master moves nothing`() {
    let studio = Studio(.jack)
    studio.send(.start, on: 4_000)
    studio.tick(24 * 8, from: 4_100)
    studio.send(.songPosition(64), on: 4_100 + 30_000)
    studio.send(.continue, on: 4_100 + 30_100)
    studio.play(to: 4_100 + 7 * 24_000)
    #expect((studio.room.status.position.inBeats - 7).magnitude < 0.02)
    #expect(studio.hits.count == 7)
  }

  @Test(arguments: [500, 1_000, 4_000] as [Int64])
  func `a stall is skipped: its ticks are sent and its strokes are not`(milliseconds: Int64) {
    let studio = Studio(.alsa, Score([.kick: "xxxx"]).program())
    studio.send(.start, on: 2_000)
    studio.tick(24 * 24, from: 2_100)
    studio.play(to: 2_100 + 6 * 24_000 + 3_000)
    let stalled = studio.room.frame.index
    let before = studio.hits.count
    studio.lostTime = HostTime.Interval(nanoseconds: milliseconds * 1_000_000)
    // Two beats a second, at up to 1 000 bpm.
    let caughtUp = stalled + milliseconds * 48 / 7 + 2_000
    studio.play(to: caughtUp)
    #expect(studio.hits.count - before <= 2, "\(studio.hits.dropFirst(before))")
    studio.play(to: stalled + 6 * 24_000)
    let lost = milliseconds * 48
    let hits = studio.hits.filter { $0 > caughtUp }
    #expect(hits.count >= 16)
    #expect(
      hits.allSatisfy {
        let after = ($0 + lost - 2_100) % 6_000
        return after <= 24 || after >= 5_976
      }, "\(hits)")
    // Followers have counted every tick.
    let beat = (stalled + 6 * 24_000 + lost - 2_100) / 24_000
    #expect((studio.room.status.position.inBeats - Double(beat)).magnitude < 0.2)
    let ticks = studio.room.clock(.timingClock)
    let due = (stalled + 6 * 24_000 + lost - 2_100) / 1_000 + 1
    #expect((Int64(ticks.count) - due).magnitude <= 1, "\(ticks.count) \(due)")
    #expect(studio.room.countedBeats().strayCount == 0)
  }

  @Test(arguments: [(120.0, 60.0), (140, 70), (120, 62), (120, 40), (90, 30)])
  func `a tempo that falls to a half or a third plays next to nothing early`(
    tempos: (Double, Double)
  ) {
    let studio = Studio(.jack, Score([.kick: "xxxx"]).program())
    let before = 48_000 * 2.5 / tempos.0
    let after = 48_000 * 2.5 / tempos.1
    studio.send(.start, on: 2_000)
    studio.tick(24 * 8, from: 2_100, apart: before)
    let turn = 2_100 + Int64((before * 24 * 8).rounded())
    studio.tick(24 * 8, from: turn, apart: after)
    studio.play(to: turn + Int64(after * 24 * 7.9))
    let hits = studio.hits
    #expect(hits.count == 64)
    for (step, hit) in hits.enumerated().dropFirst(32).prefix(32) {
      let due = turn + Int64((Double(step - 32) * 6 * after).rounded())
      // A gap or two go by at the old tempo: no stroke comes more than one and a half of the new one's ticks early
      // where that is a half, and two where it is a third.
      let mostEarly = after < 2.5 * before ? 1.5 * after : 2 * after
      let early = step < 34 ? Int64(mostEarly) + 48 : 48
      #expect((-early...48).contains(hit - due), "\(step): \(hit - due)")
    }
    #expect((studio.room.status.tempo.bpm - tempos.1).magnitude < 0.1)
    #expect(studio.room.status.clockHealth.ticksLost == 0)
  }

  @Test(arguments: [20.0, 40, 60])
  func `a slow clock that nothing was known of plays nothing before its tick`(bpm: Double) {
    let studio = Studio(.jack, Score([.kick: "xxxx"]).program())
    let apart = 48_000 * 2.5 / bpm
    studio.send(.start, on: 2_000)
    studio.tick(24 * 4, from: 2_100, apart: apart)
    studio.play(to: 2_100 + Int64(apart * 24 * 3.9))
    let hits = studio.hits
    #expect(hits.count == 16)
    for (step, hit) in hits.enumerated() {
      let due = 2_100 + Int64((Double(step) * 6 * apart).rounded())
      #expect((hit - due).magnitude <= 480, "\(step): \(hit - due)")
    }
  }
}
