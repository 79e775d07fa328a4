import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// 120 bpm at 48 kHz: a sixteenth is 6 000 frames, a tick 1 000, the pre-roll 48.
@Suite struct StrokeTests {
  private static let score = Score([
    .kick: "X... x... x... x.x.", .snare: ".... X... .o.. X...", .closedHat: "x.x.x.x.x.x.x.xx",
  ])

  private static func rehearsal(
    ahead: Bool = false, rate: SampleRate = .standard, tempo: Tempo = .standard,
    _ program: Program = score.program()
  ) -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = ahead
    configuration.sampleRate = rate
    configuration.tempo = tempo
    return Rehearsal(program, configuration)
  }

  @Test(arguments: [1, 3, 64, 128, 1_000, 4_096])
  func `hits fall on their frames whatever the size of the blocks`(block: Int) {
    let room = Self.rehearsal()
    room.ask(.play)
    room.play(frames: 200_000, block: block)
    let kicks: [Int64] = [0, 24_000, 48_000, 72_000, 84_000]
    let expected = kicks.map { $0 + 48 } + kicks.map { $0 + 96_048 } + [192_048]
    #expect(room.strokes(of: .kick) == expected)
    #expect(room.strokes(of: .snare).prefix(3) == [24_048, 54_048, 72_048])
    #expect(room.misplacedCount == 0)
  }

  /// A session whose orders come at fixed frames, in blocks split by chance.
  private static func session(seed: UInt64, ahead: Bool) -> Rehearsal {
    let room = rehearsal(ahead: ahead)
    var dice = SplitMix64(seed: seed)
    let other = Score([.tom1: "xx.x x", .closedHat: ".x"]).program()
    let orders: [(Int, (Rehearsal) -> Void)] = [
      (100, { $0.ask(.play) }), (30_000, { $0.ask(.tempo(Tempo(clampingBPM: 187.3))) }),
      (50_001, { $0.swap(to: other) }), (70_000, { $0.ask(.locate(Beats(3))) }),
      (90_007, { $0.ask(.stop) }), (91_000, { $0.ask(.continue) }),
      (120_000, { $0.ask(.tempo(Tempo(clampingBPM: 61.7))) }), (150_000, { _ in }),
    ]
    for frame in stride(from: Int64(500), to: 150_000, by: 7_777) {
      room.strike(.noteOn(channel: 9, note: 38, velocity: 90), on: Frame(index: frame))
      room.strike(.noteOff(channel: 9, note: 38), on: Frame(index: frame + 2_500))
    }
    for (frame, order) in orders {
      while room.frame.index < frame {
        let left = frame - Int(room.frame.index)
        room.makeBlock(frames: min(left, .random(in: 1...2_000, using: &dice)))
      }
      order(room)
    }
    return room
  }

  @Test(arguments: [false, true])
  func `any split into blocks plays the same`(ahead: Bool) {
    let first = Self.session(seed: 0, ahead: ahead)
    let message = \Dated<PortMessage>.event.message
    for seed in 1..<6 as Range<UInt64> {
      let again = Self.session(seed: seed, ahead: ahead)
      #expect(again.sounds.map(\.frame) == first.sounds.map(\.frame))
      #expect(again.sounds.map(\.event.drum) == first.sounds.map(\.event.drum))
      #expect(again.messages.map(\.frame) == first.messages.map(\.frame))
      #expect(again.messages.map { $0[keyPath: message] } == first.messages.map(\.event.message))
      #expect(again.misplacedCount == 0)
      #expect(again.queue.lateCount == 0)
    }
  }

  @Test(arguments: [false, true])
  func `no hit is lost or doubled through loops, tempo changes and swaps`(ahead: Bool) {
    var dice = SplitMix64(seed: 5)
    // Odd length, one hit on each edge of the loop, always the same: a swap changes nothing.
    let length = Beats(7, over: 11)
    let hits = [Beats.zero, Beats(1, over: 3), Beats(units: length.units - 1)].map {
      Hit(drum: .kick, velocity: Velocity(clamping: 100), beat: $0)
    }
    let room = Self.rehearsal(ahead: ahead, Program(hits: hits, length: length, loops: true))
    room.ask(.play)
    for _ in 0..<600 {
      if Bool.random(using: &dice) {
        room.ask(.tempo(Tempo(clampingBPM: .random(in: 20...300, using: &dice))))
      }
      if Bool.random(using: &dice) {
        room.swap(to: Program(hits: hits, length: length, loops: true))
        room.collect()
      }
      room.makeBlock(frames: .random(in: 1...3_000, using: &dice))
    }
    let beats: [Int64] = room.feed().compactMap {
      guard case .hit(_, _, let beat, _, _) = $0 else { return nil }
      return beat.units
    }
    let expected = (0..<Int64(beats.count)).map {
      (length * ($0 / 3) + hits[Int($0 % 3)].beat).units
    }
    #expect(beats.count > 200)
    #expect(beats == expected)
    #expect(room.status.droppedHits == 0)
  }

  @Test func `a bar that does not loop plays once, says Stop at its end and rests at the top`() {
    let room = Self.rehearsal(Self.score.program(loops: false))
    room.ask(.play)
    room.play(frames: 300_000)
    #expect(room.strokes(of: .kick).count == 5)
    #expect(room.clock(.timingClock).count == 96)
    #expect(room.clock(.stop) == [96_048])
    #expect(!room.status.isRolling)
    #expect(room.status.position == .zero)
    room.ask(.continue)
    room.play(frames: 1_000)
    #expect(room.clock(.start).count == 2)
    #expect(room.clock(.continue).isEmpty)
  }

  @Test func `a bar that ceases to loop is played to its end, whichever time round it is`() {
    let room = Self.rehearsal()
    room.ask(.play)
    // Into the third bar: a bar is 96 000 frames.
    room.play(frames: 220_000)
    room.swap(to: Self.score.program(loops: false))
    room.play(frames: 200_000)
    #expect(room.strokes(of: .kick).count == 15)
    #expect(room.clock(.stop) == [288_048])
    #expect(room.status.position == .zero)
  }

  @Test func `a choke comes before the hit that silences, on its frame`() {
    let chokes = Drum.all.map { $0 == .closedHat ? DrumSet([.openHat]) : DrumSet() }
    let score = Score([.openHat: "x.", .closedHat: ".x"])
    let room = Self.rehearsal(
      Program(hits: score.hits, length: score.length, loops: true, chokes: chokes))
    room.ask(.play)
    room.play(frames: 12_000)
    let sounds = room.sounds.filter { $0.event.kind != .release }
    #expect(sounds.map(\.event.kind) == [.hit, .choke, .hit])
    #expect(sounds.map(\.frame.index) == [48, 6_048, 6_048])
    #expect(sounds[1].event.drums == DrumSet([.openHat]))
  }

  @Test func `a velocity curve bends what sounds and not what leaves`() {
    let halves = (0...127).map { UInt8(max($0 / 2, 1)) }
    let curves = Array(repeating: halves, count: Drum.count)
    let score = Score([.snare: "X"])
    let room = Self.rehearsal(
      Program(hits: score.hits, length: Beats(4), loops: true, curves: curves))
    room.ask(.play)
    room.strike(.noteOn(channel: 9, note: 38, velocity: 80), on: Frame(index: 20))
    room.play(frames: 128)
    #expect(room.sounds(.hit).map(\.event.value) == [40, 60])
    #expect(room.notes.filter { $0.event.kind == 0x90 }.map(\.event.data2) == [80, 120])
  }
}
