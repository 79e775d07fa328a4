import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

/// Frames that the driver lets go by without us, as JACK does in an xrun: the song goes on where it
/// would be. Blocks of 128 frames; 120 bpm, so a tick is 1 000 frames and the pre-roll 48.
@Suite struct LostFramesTests {
  typealias Studio = FollowingTests.Studio

  @Test(arguments: [false, true], [1, 4, 40])
  func `our own beat, its clock and its position are right after 100 lost cycles`(
    ahead: Bool, most: Int
  ) {
    var dice = SplitMix64(seed: 7)
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = ahead
    let room = Rehearsal(Score([.kick: "x..."]).program(), configuration)
    room.ask(.play)
    room.play(frames: 12_800)
    for _ in 0..<100 {
      room.play(frames: 128 * .random(in: 1...40, using: &dice))
      room.lose(frames: 128 * .random(in: 1...most, using: &dice))
    }
    room.play(frames: 12_800)
    let ticks = room.clock(.timingClock)
    // None lost, none doubled, none before its time nor later than the first frame there was.
    let total = (room.frame.index - 48 + 999) / 1_000
    #expect(ticks.count == Int(total))
    for (number, frame) in ticks.enumerated() {
      let late = frame - 48 - Int64(number) * 1_000
      #expect(late >= 0 && late <= Int64(most * 128))
    }
    #expect(room.clock(.stop).isEmpty && room.clock(.start).count == 1)
    #expect(room.countedBeats().strayCount == 0)
    let line = Timeline(
      tempo: .standard, sampleRate: .standard, beatOrigin: .zero, frameOrigin: Frame(index: 48))
    let off = room.status.position - line.beat(at: room.frame)
    #expect(off.units.magnitude < 200)
    #expect(room.misplacedCount == 0)
    // A stroke that is hardly late is heard; one that is more than 20 ms late is not.
    let hits = room.hits().map(\.index)
    #expect(hits.allSatisfy { ($0 - 48) % 24_000 <= 960 })
    if most == 1 { #expect(hits.count == Int((room.frame.index - 48 + 23_999) / 24_000)) }
  }

  @Test(arguments: [0.0, 120], [false, true])
  func `a cycle lost under JACK transport stops and moves nothing`(
    bpm: Double, countsFrames: Bool
  ) {
    var dice = SplitMix64(seed: 8)
    var configuration = EngineConfiguration()
    configuration.clock.source = .jack
    let room = Rehearsal(Score([.kick: "x..."]).program(), configuration)
    var ahead: Int64 = 0
    room.transport = { frame in
      let position = frame.index + ahead
      let line = Timeline(
        tempo: .standard, sampleRate: .standard, beatOrigin: .zero, frameOrigin: Frame(index: 0))
      let beat = line.beat(at: Frame(index: position))
      return TransportReport(
        motion: .rolling, frame: position,
        timebase: bpm > 0
          ? TransportReport.Timebase(beat: beat, grain: .zero, tempo: .standard) : nil)
    }
    for _ in 0..<100 {
      room.play(frames: 128 * .random(in: 20...60, using: &dice))
      // The server's frames may be known, or only the transport's.
      if countsFrames { room.lose(frames: 128) } else { ahead += 128 }
    }
    let played = room.frame.index
    room.play(frames: 32_000)
    #expect(room.clock(.stop).isEmpty && room.countedBeats().strayCount == 0)
    let ticks = room.clock(.timingClock).count
    #expect(Int64(ticks) == (room.frame.index + ahead + 999) / 1_000)
    // The last beat falls on the transport's frame.
    let hit = room.hits().map(\.index).last { $0 > played + 4_800 }
    let off = hit.map { ($0 + ahead + 12_000) % 24_000 - 12_000 }
    #expect(off.map { $0.magnitude <= 1 } == true, "\(off ?? .max)")
  }

  /// What JACK transport has lost or rounded before each of some blocks, in frames.
  private static let leaps = [-1, 1, 128, 1_024, 4_096] as [Int64]

  @Test(arguments: [false, true])
  func `a song that has ended is begun again only where JACK is moved, not where cycles are lost`(
    countsFrames: Bool
  ) {
    var dice = SplitMix64(seed: 10)
    var configuration = EngineConfiguration()
    configuration.clock.source = .jack
    let room = Rehearsal(Score([.kick: "xxxx"]).program(loops: false), configuration)
    var ahead: Int64 = 0
    room.transport = {
      TransportReport(motion: .rolling, frame: $0.index + ahead, timebase: nil)
    }
    room.play(frames: 48_000)
    #expect(room.hits().count == 4 && !room.status.isRolling)
    for _ in 0..<40 {
      room.play(frames: 128 * .random(in: 1...60, using: &dice))
      if countsFrames {
        room.lose(frames: 128 * .random(in: 1...80, using: &dice))
      } else {
        ahead += Self.leaps.randomElement(using: &dice) ?? 0
      }
    }
    #expect(room.hits().count == 4 && room.clock(.continue).isEmpty && !room.status.isRolling)
    ahead = -room.frame.index
    room.play(frames: 12_800)
    #expect(room.hits().count == 7 && room.status.isRolling)
  }

  @Test func `where a MIDI clock stops the song, JACK that rolls on does not begin it again`() {
    let studio = Studio(.jack) { $0.source = .auto }
    studio.room.transport = {
      TransportReport(
        motion: $0.index < 20_000 ? .stopped : .rolling, frame: $0.index, timebase: nil)
    }
    studio.send(.start, on: 4_000)
    studio.tick(24 * 4, from: 4_100)
    studio.send(.stop, on: 4_100 + 24_000 * 4)
    studio.play(to: 110_080)
    let played = studio.hits.count
    #expect(played >= 4)
    studio.play(to: 300_032)
    #expect(studio.hits.count == played && studio.room.status.leader == .jack)
  }

  @Test(arguments: [false, true])
  func `after a locate without a timebase the song is on the transport's frames`(ahead: Bool) {
    for starting in [0, 128] as [Int64] {
      var configuration = EngineConfiguration()
      configuration.schedulesAhead = ahead
      configuration.clock.source = .jack
      let room = Rehearsal(Score([.kick: "x..."]).program(), configuration)
      room.transport = { frame in
        if frame.index < 51_200 {
          return TransportReport(motion: .rolling, frame: frame.index, timebase: nil)
        }
        let isStarting = frame.index < 51_200 + starting
        return TransportReport(
          motion: isStarting ? .starting : .rolling,
          frame: isStarting ? 250_000 : 250_000 + frame.index - 51_200 - starting, timebase: nil)
      }
      room.play(frames: 200_000)
      let begun = 51_200 + starting - 250_000
      let hits = room.hits().map(\.index).filter { $0 > 51_200 + starting }
      #expect(hits.map { $0 - begun } == [264_000, 288_000, 312_000, 336_000, 360_000, 384_000])
      #expect(room.countedBeats().strayCount == 0)
    }
  }

  @Test func `our own tempo changed under JACK transport goes on from the same beat`() {
    var configuration = EngineConfiguration()
    configuration.clock.source = .jack
    let room = Rehearsal(Score([.kick: "x..."]).program(), configuration)
    room.transport = { TransportReport(motion: .rolling, frame: $0.index, timebase: nil) }
    room.play(frames: 96_000)
    room.ask(.tempo(Tempo(clampingBPM: 60)))
    room.play(frames: 192_000)
    #expect(
      room.hits().map(\.index)
        == [0, 24_000, 48_000, 72_000, 96_000, 144_000, 192_000, 240_000])
    #expect(room.clock(.stop).isEmpty && room.countedBeats().strayCount == 0)
  }

  @Test(arguments: [FollowingTests.Wire.jack, .jackAhead])
  func `a followed clock keeps its position through 100 cycles lost with all they carried`(
    wire: FollowingTests.Wire
  ) {
    var dice = SplitMix64(seed: 9)
    let studio = Studio(wire)
    studio.send(.start, on: 4_000)
    studio.tick(24 * 200, from: 4_100)
    studio.play(to: 100_096)
    for _ in 0..<100 {
      studio.room.lose(frames: 128)
      studio.play(to: studio.room.frame.index + 128 * .random(in: 60...200, using: &dice))
    }
    studio.play(to: studio.room.frame.index + 96_000)
    let end = studio.room.frame.index
    let master = Beats(units: (end - 4_100) * Beats.unitsPerBeat / 24_000)
    let off = studio.room.status.position - master
    #expect(off.units.magnitude < Beats.unitsPerBeat * 128 / 24_000)
    #expect(studio.room.clock(.stop).isEmpty)
    #expect(studio.room.countedBeats().strayCount == 0)
    let ticks = studio.room.clock(.timingClock).count
    #expect((Int64(ticks) - (end - 4_100 + 999) / 1_000).magnitude <= 1)
  }
}
