import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

/// JACK transport as a row of what it does from a frame on; blocks of 128 frames at 48 kHz.
@Suite struct JACKTransportTests {
  private struct Stage {
    var from: Int64
    var motion: TransportReport.Motion
    /// The transport's own frame on `from`.
    var at: Int64 = 0
    /// 0 for no timebase.
    var bpm = 0.0
    /// Ticks a beat where the timebase rounds to them, 0 where it gives the exact offset.
    var ticks: Int64 = 0
  }

  private static func rehearsal(_ stages: [Stage], ahead: Bool = false) -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = ahead
    configuration.clock.source = .jack
    let room = Rehearsal(Score([.kick: "x..."]).program(), configuration)
    room.transport = { frame in
      guard let stage = stages.last(where: { $0.from <= frame.index }) else { return nil }
      var position = stage.at
      if case .rolling = stage.motion { position += frame.index - stage.from }
      guard stage.bpm > 0 else {
        return TransportReport(motion: stage.motion, frame: position, timebase: nil)
      }
      let tempo = Tempo(clampingBPM: stage.bpm)
      let line = Timeline(
        tempo: tempo, sampleRate: .standard, beatOrigin: .zero, frameOrigin: Frame(index: 0))
      var beat = line.beat(at: Frame(index: position))
      var grain = Beats.zero
      if stage.ticks > 0 {
        grain = Beats(units: Beats.unitsPerBeat / stage.ticks)
        beat = grain * beat.dividedRoundingDown(by: grain)
      }
      return TransportReport(
        motion: stage.motion, frame: position,
        timebase: TransportReport.Timebase(beat: beat, grain: grain, tempo: tempo))
    }
    return room
  }

  @Test(arguments: [false, true])
  func `it rolls, stops and rolls on with JACK, on its frames`(ahead: Bool) {
    let room = Self.rehearsal(
      [
        Stage(from: 0, motion: .stopped), Stage(from: 1_280, motion: .rolling),
        Stage(from: 64_000, motion: .stopped, at: 62_720),
        Stage(from: 76_800, motion: .rolling, at: 62_720),
      ], ahead: ahead)
    room.play(frames: 128_000)
    // Without a timebase our own 120 bpm: a beat is 24 000 frames of the transport.
    #expect(
      room.hits().map(\.index) == [1_280, 25_280, 49_280, 76_800 + 9_280, 76_800 + 33_280])
    #expect(room.clock(.stop).count == 1)
    #expect(room.countedBeats().strayCount == 0)
    #expect(room.status.leader == .jack)
  }

  @Test(arguments: [false, true], [0, 1_920, 96] as [Int64])
  func `the timebase's beat is met on its frame`(ahead: Bool, ticks: Int64) {
    let room = Self.rehearsal(
      [
        Stage(from: 0, motion: .stopped, bpm: 100, ticks: ticks),
        Stage(from: 12_800, motion: .rolling, bpm: 100, ticks: ticks),
      ], ahead: ahead)
    room.play(frames: 48_000 * 20)
    let hits = room.hits().map(\.index)
    #expect(hits.count == 33)
    for (beat, hit) in hits.enumerated() {
      #expect((hit - 12_800 - Int64(beat) * 28_800).magnitude <= (ticks == 0 ? 1 : 3))
    }
    #expect(room.status.tempo == Tempo(clampingBPM: 100))
  }

  @Test(arguments: [false, true])
  func `it goes where JACK is moved to, and plays each beat once`(ahead: Bool) {
    let room = Self.rehearsal(
      [
        Stage(from: 0, motion: .rolling, bpm: 120),
        Stage(from: 51_200, motion: .rolling, at: 240_000, bpm: 120),
        Stage(from: 102_400, motion: .rolling, at: 12_000, bpm: 120),
      ], ahead: ahead)
    room.play(frames: 128_000)
    let hits = room.hits().map(\.index)
    #expect(hits.count == 7)
    let expected: [Int64] = [0, 24_000, 48_000, 51_200, 75_200, 99_200, 114_400]
    for (hit, due) in zip(hits, expected) { #expect((hit - due).magnitude <= 1) }
    #expect(room.countedBeats().strayCount == 0)
  }

  @Test(arguments: [false, true])
  func `a new tempo of the timebase is taken up without a lost or doubled beat`(ahead: Bool) {
    // 24 000 frames of 120 bpm are the first beat; at 60 bpm the same frame is half a beat: a jump.
    let room = Self.rehearsal(
      [
        Stage(from: 0, motion: .rolling, bpm: 120),
        Stage(from: 48_000, motion: .rolling, at: 96_000, bpm: 60),
      ], ahead: ahead)
    room.play(frames: 48_000 * 4 - 200)
    let hits = room.hits().map(\.index)
    for (hit, due) in zip(hits, [0, 24_000, 48_000, 96_000, 144_000] as [Int64]) {
      #expect((hit - due).magnitude <= 48, "\(hits)")
    }
    #expect(hits.count == 5, "\(hits)")
  }

  @Test(arguments: [false, true], [0.0, 120])
  func `followers are stopped before a relocation that passes through starting`(
    ahead: Bool, bpm: Double
  ) {
    // As jackd and PipeWire do it: a cycle or some of starting between two places.
    let room = Self.rehearsal(
      [
        Stage(from: 0, motion: .rolling, bpm: bpm),
        Stage(from: 51_200, motion: .starting, at: 240_000, bpm: bpm),
        Stage(from: 51_328, motion: .rolling, at: 240_000, bpm: bpm),
      ], ahead: ahead)
    room.play(frames: 128_000)
    let counted = room.countedBeats()
    #expect(counted.strayCount == 0)
    #expect(room.clock(.stop).count == 1 && room.clock(.continue).count == 1)
    let kicks = room.hits().map(\.index)
    #expect(counted.frames.count == 7 && counted.frames.allSatisfy { kicks.contains($0) })
    guard ahead else { return }
    #expect(room.countedBeatsOfQueue().strayCount == 0)
  }

  @Test func `a JACK that rests leaves our own song where it is, unless it was chosen`() {
    let room = Self.rehearsal([Stage(from: 0, motion: .stopped)])
    var settings = ClockSettings()
    settings.source = .auto
    room.ask(.clock(settings))
    room.ask(.play)
    room.play(frames: 60_000)
    room.ask(.stop)
    room.play(frames: 10_000)
    let place = room.status.position
    #expect(place > Beats(2))
    room.ask(.continue)
    room.play(frames: 1_000)
    #expect(room.status.position >= place)
    settings.source = .jack
    room.ask(.clock(settings))
    room.ask(.stop)
    room.play(frames: 1_000)
    #expect(room.status.position == .zero)
  }

  @Test func `starting sends followers Start before the first tick`() {
    let room = Self.rehearsal([
      Stage(from: 0, motion: .stopped), Stage(from: 1_280, motion: .starting),
      Stage(from: 1_408, motion: .rolling),
    ])
    room.play(frames: 12_800)
    #expect(room.clock(.start) == [1_280])
    #expect(room.clock(.timingClock).first == 1_408)
  }

  @Test(arguments: [ClockSettings.Source.jack, .auto])
  func `a start that JACK withdraws is taken back, and clock is sent at rest as before`(
    source: ClockSettings.Source
  ) {
    let room = Self.rehearsal([
      Stage(from: 0, motion: .stopped), Stage(from: 12_800, motion: .starting),
      Stage(from: 25_600, motion: .stopped),
    ])
    var settings = ClockSettings()
    (settings.source, settings.sendsWhileStopped) = (source, true)
    room.ask(.clock(settings))
    room.play(frames: 64_000)
    #expect(room.clock(.start) == [12_800] && room.clock(.stop).count == 1)
    #expect(room.clock(.stop).allSatisfy { (25_600..<26_000).contains($0) })
    let ticks = room.clock(.timingClock).filter { $0 > 27_000 }
    #expect(ticks.count > 30 && zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 == 1_000 })
  }

  @Test(arguments: [true, false], [true, false])
  func `where JACK's tempo has gone, with its server or its master, the song goes on at our own`(
    isServer: Bool, ahead: Bool
  ) {
    let room = Self.rehearsal([Stage(from: 0, motion: .rolling, bpm: 90)], ahead: ahead)
    let gone: Int64 = 128 * 1_000
    let report = room.transport
    room.transport = { frame in
      guard frame.index >= gone else { return report(frame) }
      return isServer
        ? nil : TransportReport(motion: .rolling, frame: frame.index, timebase: nil)
    }
    var settings = ClockSettings()
    (settings.source, settings.followsTransport) = (.jack, false)
    room.ask(.clock(settings))
    room.ask(.play)
    room.play(frames: Int(gone) + 4 * 24_000)
    #expect(room.status.tempo == .standard)
    let hits = room.hits().map(\.index)
    let (before, after) = (hits.filter { $0 < gone }, hits.filter { $0 > gone + 24_000 })
    // What came in the block of `play` was at our own tempo.
    let later = before.dropFirst()
    #expect(later.count > 1 && zip(later, later.dropFirst()).allSatisfy { $1 - $0 == 32_000 })
    #expect(after.count > 1 && zip(after, after.dropFirst()).allSatisfy { $1 - $0 == 24_000 })
  }

  @Test func `a pattern that takes over from a song while JACK rolls goes at the patch's tempo`()
    throws
  {
    let room = Self.rehearsal([Stage(from: 96_000, motion: .rolling)])
    var settings = ClockSettings()
    settings.source = .auto
    room.ask(.clock(settings))
    var patch = Patch()
    patch.pattern = try Pattern(rows: "kick x...", stepsPerBeat: 1)
    var song = patch
    try song.setSong(
      Song(sections: [Section(pattern: "", repeats: 8, tempo: Tempo(clampingBPM: 60))]))
    song.playsSong = true
    room.swap(to: Program(song))
    room.ask(.play)
    room.play(frames: 48_000)
    #expect(room.status.tempo == Tempo(clampingBPM: 60))
    room.ask(.stop)
    room.play(frames: 96_000)
    #expect(room.status.leader == .jack && room.status.isRolling)
    room.swap(to: Program(patch))
    room.play(frames: 48_000)
    #expect(room.status.leader == .jack && room.status.tempo == .standard)
  }

  @Test(arguments: [false, true])
  func `a song beside a standing JACK that is chosen goes at its master's tempo`(ahead: Bool) {
    let stages = [
      Stage(from: 0, motion: .stopped, bpm: 90), Stage(from: 300_000, motion: .stopped),
    ]
    let room = Self.rehearsal(stages, ahead: ahead)
    var settings = ClockSettings()
    settings.source = .auto
    room.ask(.clock(settings))
    room.ask(.play)
    room.play(frames: 60_000)
    settings.source = .jack
    room.ask(.clock(settings))
    room.play(frames: 230_000)
    #expect(room.status.isRolling && room.status.tempo.bpm == 90)
    room.play(frames: 210_000)
    #expect(room.status.isRolling && room.status.tempo == .standard)
    let hits = room.hits().map(\.index)
    for (frames, beat): (Range<Int64>, Int64) in [
      (90_000..<290_000, 32_000), (340_000..<500_000, 24_000),
    ] {
      let heard = hits.filter(frames.contains)
      #expect(heard.count > 4, "\(hits)")
      #expect(zip(heard, heard.dropFirst()).allSatisfy { $1 - $0 == beat }, "\(hits)")
    }
  }

  @Test func `a start that JACK announced is taken back where its transport is followed no longer`()
  {
    let room = Self.rehearsal([
      Stage(from: 0, motion: .stopped), Stage(from: 1_280, motion: .starting),
    ])
    room.play(frames: 2_560)
    #expect(room.clock(.start).count == 1)
    var settings = ClockSettings()
    (settings.source, settings.followsTransport) = (.jack, false)
    room.ask(.clock(settings))
    room.play(frames: 5_120)
    #expect(room.clock(.stop).count == 1 && !room.status.isRolling)
  }

  @Test func `clock sent at rest has the tempo of JACK's master`() {
    let room = Self.rehearsal([
      Stage(from: 0, motion: .stopped, bpm: 100), Stage(from: 96_000, motion: .stopped, bpm: 150),
    ])
    var settings = ClockSettings()
    (settings.source, settings.sendsWhileStopped) = (.jack, true)
    room.ask(.clock(settings))
    room.play(frames: 192_000)
    let ticks = room.clock(.timingClock)
    let gaps = zip(ticks, ticks.dropFirst()).map { (from: $0, frames: $1 - $0) }
    #expect(gaps.filter { $0.from > 2_000 && $0.from < 94_000 }.allSatisfy { $0.frames == 1_200 })
    #expect(gaps.filter { $0.from > 98_000 }.allSatisfy { $0.frames == 800 })
    #expect(ticks.count > 150)
  }

  @Test func `tempo alone leaves the transport ours`() {
    let room = Self.rehearsal([
      Stage(from: 0, motion: .stopped, bpm: 90), Stage(from: 40_000, motion: .rolling, bpm: 90),
    ])
    var settings = ClockSettings()
    settings.source = .jack
    settings.followsTransport = false
    room.ask(.clock(settings))
    room.play(frames: 48_000)
    #expect(room.hits().isEmpty)
    room.ask(.play)
    room.play(frames: 72_000)
    let hits = room.hits().map(\.index)
    #expect(zip(hits, hits.dropFirst()).allSatisfy { $1 - $0 == 32_000 })
    #expect(hits.count == 3)
  }
}
