import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

@Suite struct DrummerBarTests {
  /// A bar from a row of sixteenths for one drum, all of them `early`.
  private static func bar(
    _ number: Int64, _ row: String, of drum: Drum = .kick, early: Beats = .zero
  ) -> CompiledBar {
    let hits = Score([drum: row]).hits.map {
      Hit(drum: $0.drum, velocity: $0.velocity, beat: $0.beat - early)
    }
    return CompiledBar(number: number, hits: hits)
  }

  /// An engine with an empty pattern whose drummer plays these bars at 120 bpm: 96 000 frames a bar.
  private static func room(
    _ bars: [CompiledBar], schedulesAhead: Bool = false, pattern: Program? = nil
  ) -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = schedulesAhead
    let empty = Program(hits: [], length: Beats(3), loops: true)
    let room = Rehearsal(pattern ?? empty, configuration)
    for bar in bars { room.drum(.bar(bar)) }
    room.drum(.plays(true))
    return room
  }

  /// The sixteenths of the song on which `drum` was struck, pre-roll taken off.
  private static func sixteenths(_ room: Rehearsal, _ drum: Drum = .kick) -> [Int64] {
    room.strokes(of: drum).map { ($0 - 48 + 3_000) / 6_000 }
  }

  @Test(arguments: [1, 64, 128, 1_000, 8_192])
  func `bars are played one after the other, whatever the block and the pattern's length`(
    block: Int
  ) {
    let room = Self.room([Self.bar(0, "x...x..."), Self.bar(1, "..x..."), Self.bar(2, "x")])
    room.ask(.play)
    room.play(frames: 3 * 96_000 - 7_000, block: block)
    #expect(room.strokes(of: .kick) == [48, 24_048, 108_048, 192_048])
    #expect(room.status.starvedBars == 0)
    #expect(room.status.awaitedBars == 0)
    #expect(room.misplacedCount == 0)
  }

  @Test func `a hit a little before its bar is played before the bar line`() {
    let room = Self.room([
      Self.bar(0, "x..............."), Self.bar(1, "x...", early: Beats(1, over: 8)),
    ])
    room.ask(.play)
    room.play(frames: 200_000)
    #expect(room.strokes(of: .kick).prefix(2) == [48, 96_048 - 3_000])
  }

  @Test func `a jump to a bar line brings the downbeat that is a little early for it, once`() {
    let early = Beats(1, over: 8)
    let room = Self.room([
      Self.bar(0, "x...x..."), Self.bar(5, "x...x...", early: early),
      Self.bar(6, "x...", early: early),
    ])
    room.ask(.play)
    room.play(frames: 60_000)
    let before = room.strokes(of: .kick).count
    let asked = room.frame.index
    room.ask(.locate(Beats(20)))
    room.play(frames: 96_000 + 48_000)
    let strokes = room.strokes(of: .kick).dropFirst(before).map { $0 - asked }
    #expect(strokes.count == 3)
    #expect(strokes.first.map { $0 >= 0 && $0 < 1_000 } == true)
    #expect(strokes.map { $0 - (strokes.first ?? 0) } == [0, 21_000, 93_000])
  }

  @Test(arguments: [-1, 0, 1] as [Int64])
  func `JACK's loop, whose bar line is a frame away, has its downbeats`(away: Int64) {
    var configuration = EngineConfiguration()
    configuration.clock.source = .jack
    let room = Rehearsal(Program(hits: [], length: Beats(3), loops: true), configuration)
    room.drum(.bar(Self.bar(2, "................")))
    room.drum(.bar(Self.bar(3, "x...x...", early: Beats(1, over: 16))))
    room.drum(.plays(true))
    let turns: [Int64] = [1_280, 49_280]
    room.transport = { frame in
      let line = 12 * 24_000 + away
      guard let turn = turns.last(where: { $0 <= frame.index }) else {
        return TransportReport(motion: .stopped, frame: line, timebase: nil)
      }
      return TransportReport(
        motion: .rolling, frame: line + frame.index - turn, timebase: nil)
    }
    room.play(frames: 79_872)
    let expected = turns.flatMap { [$0, $0 + 22_500 - away] }
    #expect(room.hits().map(\.index) == expected)
  }

  @Test func `pattern and drummer sound together`() {
    let pattern = Score([.cowbell: "x..x"]).program()
    let room = Self.room([Self.bar(0, "x...")], pattern: pattern)
    room.ask(.play)
    room.play(frames: 24_000)
    #expect(Self.sixteenths(room, .cowbell) == [0, 3])
    #expect(Self.sixteenths(room) == [0])
  }

  @Test func `a bar that is not there in time is the last one again, and counted`() {
    let room = Self.room([Self.bar(0, "x...x..."), Self.bar(3, "..x.")])
    room.ask(.play)
    room.play(frames: 4 * 96_000 - 7_000)
    #expect(Self.sixteenths(room) == [0, 4, 16, 20, 32, 36, 50])
    #expect(room.status.starvedBars == 2)
  }

  @Test func `a bar jumped into before it is there is silent until it is, and then not late`() {
    let room = Self.room([Self.bar(0, "x...x...x...x...")])
    room.ask(.play)
    room.play(frames: 12_000)
    room.ask(.locate(Beats(40)))
    room.play(frames: 12_000)
    let before = room.strokes(of: .kick).count
    room.drum(.bar(Self.bar(10, "xxxxxxxxxxxxxxxx")))
    room.makeBlock(frames: 128)
    room.play(frames: 23_000)
    #expect(room.status.awaitedBars == 1)
    #expect(room.status.starvedBars == 0)
    let late = room.strokes(of: .kick).dropFirst(before)
    // Two sixteenths have passed silently; four fall into what is played since.
    #expect(late.count == 4)
    #expect(zip(late, late.dropFirst()).allSatisfy { $1 - $0 == 6_000 })
  }

  @Test func `after a bar that never came the last one is played, and each is counted once`() {
    let room = Self.room([Self.bar(0, "x...x...x...x...")])
    room.ask(.play)
    room.play(frames: 48_000)
    room.ask(.locate(Beats(40)))
    room.play(frames: 2 * 96_000 - 7_000)
    #expect(room.status.awaitedBars == 1)
    #expect(room.status.starvedBars == 1)
    #expect(room.strokes(of: .kick).count == 2 + 4)
  }

  @Test func `a newer writing of a bar holds for what is not planned yet, on every output`() {
    let room = Self.room([Self.bar(0, "x.x.x.x.x.x.x.x.")], schedulesAhead: true)
    room.ask(.play)
    room.play(frames: 48_000)
    room.drum(.bar(Self.bar(0, ".x.x.x.x.x.x.x.x", of: .snare)))
    room.play(frames: 48_000)
    #expect(Self.sixteenths(room) == [0, 2, 4, 6, 8])
    #expect(Self.sixteenths(room, .snare) == [9, 11, 13, 15])
    let ons = room.queue.departures.filter { $0.message.kind == 0x90 }
    #expect(ons.map(\.message.data1) == [36, 36, 36, 36, 36, 38, 38, 38, 38])
    #expect(room.queue.lateCount == 0)
  }

  @Test func `bars keep their positions as the song goes on and back`() {
    let room = Self.room((0..<3).map { Self.bar($0, "x...") })
    room.ask(.play)
    for bar in Int64(0)..<100 {
      for next in bar...bar + 2 { room.drum(.bar(Self.bar(next, "x..."))) }
      room.play(frames: 96_000, block: 4_096)
    }
    #expect(room.strokes(of: .kick).count == 100)
    room.ask(.play)
    room.play(frames: 48 + 24_000)
    #expect(room.strokes(of: .kick).count == 101)
    #expect(room.status.starvedBars == 0)
    #expect(room.status.awaitedBars == 0)
  }

  @Test func `what is forgotten is not played, and what is kept is`() {
    let room = Self.room((0..<6).map { Self.bar($0, "x...") })
    room.drum(.keepOnly(BarRange(first: 4, last: 5), and: BarRange(first: 0, last: 1)))
    room.ask(.play)
    room.play(frames: 6 * 96_000 - 7_000)
    // Bars 2 and 3 are bar 1 again.
    #expect(room.status.starvedBars == 2)
    #expect(room.strokes(of: .kick).count == 6)
  }

  @Test func `switched off it plays nothing from the next planned beat on`() {
    let room = Self.room([Self.bar(0, "xxxxxxxxxxxxxxxx")])
    room.ask(.play)
    room.play(frames: 24_000)
    room.drum(.plays(false))
    room.play(frames: 72_000)
    #expect(Self.sixteenths(room) == [0, 1, 2, 3])
    #expect(room.status.starvedBars == 0)
  }

  @Test func `a bar of more hits than it can take leaves the softest out, and what lies outside`() {
    let hits = (0..<300).map { number in
      Hit(
        drum: .snare, velocity: Velocity(clamping: number < 150 ? 100 : 1 + number % 90),
        beat: Beats(Int64(number), over: 100))
    }
    let outside = [Beats(-1), Beats(4), Beats(7)].map {
      Hit(drum: .crash, velocity: StepNotation.accent, beat: $0)
    }
    let image = CompiledBar(number: 0, hits: hits + outside)
    #expect(image.count == CompiledBar.capacity)
    let room = Self.room([image])
    room.ask(.play)
    room.play(frames: 96_000)
    #expect(room.strokes(of: .crash).isEmpty)
    #expect(room.strokes(of: .snare).count == CompiledBar.capacity)
  }

  @Test func `drummer and recorder hear a stroke on one beat, also across a tempo change`() throws {
    let room = Self.room([])
    guard var seat = room.seat() else {
      Issue.record("the seat is empty")
      return
    }
    room.ask(.play)
    room.play(frames: 20_096)
    room.ask(.tempo(Tempo(clampingBPM: 217)))
    for offset in stride(from: 40, to: 900, by: 61) {
      let frame = room.frame.advanced(by: Int64(offset))
      room.strike(.noteOn(channel: 9, note: 38, velocity: 90), on: frame)
    }
    room.play(frames: 1_280)
    let recorded = room.feed().compactMap { event in
      if case .stroke(let stroke) = event { stroke.hit.beat } else { nil }
    }
    var heard: [Beats] = []
    while let next = seat.nextHeard() { heard.append(next.hit.beat) }
    #expect(recorded.count == 15 && recorded == heard)
  }

  @Test func `a drummer that rests does not hear what it would later take for strokes of now`() {
    let room = Rehearsal(Program(hits: [], length: Beats(3), loops: true))
    guard var seat = room.seat() else {
      Issue.record("the seat is empty")
      return
    }
    room.ask(.play)
    var heard = 0
    for plays in [false, true, false] {
      _ = seat.send(.plays(plays))
      room.play(frames: 1_280)
      room.strike(.noteOn(channel: 9, note: 38, velocity: 90), on: room.frame)
      room.play(frames: 1_280)
      while seat.nextHeard() != nil { heard += 1 }
      if plays { #expect(heard == 1) }
    }
    #expect(heard == 1)
  }

  @Test func `what is played live is heard by the drummer at the beat that sounded then`() throws {
    let room = Self.room([])
    guard var seat = room.seat() else {
      Issue.record("the seat is empty")
      return
    }
    room.ask(.play)
    room.play(frames: 48 + 24_000)
    room.strike(
      .noteOn(channel: 9, note: 38, velocity: 90), on: room.frame.advanced(by: 64))
    room.makeBlock(frames: 128)
    let next = seat.nextHeard()
    let heard = try #require(next)
    let more = seat.nextHeard()
    let isAlone = more == nil
    #expect(isAlone)
    // A block and 5 ms of latency before the frame it sounds on.
    let frame = 24_000 + 64 - 128 - 240
    #expect(heard.hit.drum == .snare)
    #expect(heard.hit.beat == Beats(units: Int64(frame) * Beats.unitsPerBeat / 24_000))
    let hits = seat.status().hits
    #expect(hits == 1)
  }
}
