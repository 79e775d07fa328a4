import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// Stop, song position and Continue in a hurry, as a DAW sends them that moves or loops while it plays:
/// 120 bpm at 48 kHz, a tick every 1 000 frames, a stroke on every sixteenth.
@Suite struct RelocationTests {
  typealias Wire = FollowingTests.Wire
  typealias Studio = FollowingTests.Studio

  /// Kicks in the first bar, snares in the second.
  private static func twoBars() -> Program {
    Score([
      .kick: "xxxxxxxxxxxxxxxx ................", .snare: "................ xxxxxxxxxxxxxxxx",
    ]).program()
  }

  /// How many frames after a message the engine can first do as it says.
  private static func delay(_ wire: Wire, _ latency: Int64) -> Int64 {
    wire == .alsa ? 128 + latency * 48 : 0
  }

  @Test(arguments: Wire.allCases, [0, 5] as [Int64])
  func `a master that moves while it plays leaves no old stroke, and the new one comes in time`(
    wire: Wire, latency: Int64
  ) {
    // Every other time all three are on one frame.
    for place in 0..<20 as Range<Int64> {
      let (moves, goesOn): (Int64, Int64) = place % 2 == 0 ? (12, 36) : (0, 0)
      let studio = Studio(wire, Self.twoBars(), latency: latency)
      studio.send(.start, on: 2_000)
      studio.tick(24 * 6, from: 2_100)
      let stop = 2_100 + 48_000 + 6_000 * 3 + 20 + place * 300
      studio.send(.stop, on: stop)
      studio.send(.songPosition(16), on: stop + moves)
      studio.send(.continue, on: stop + goesOn)
      studio.play(to: 2_100 + 24 * 5 * 1_000)
      let delay = Self.delay(wire, latency)
      let room = studio.room
      let old = room.strokes(of: .kick).filter { $0 > stop + delay }
      #expect(old.isEmpty, "\(place): \(old.map { $0 - stop })")
      // What an ALSA queue has not let go of is taken back.
      let known = room.hearing(of: Frame(index: stop + 128 + latency * 48))
      let late = room.queue.departures.filter {
        $0.message.kind == 0x90 && $0.message.data1 == Drum.kick.note && $0.time > known
      }
      #expect(late.isEmpty, "\(place): \(late)")
      let said = stop + goesOn
      let tick = said + 1_000 - (said - 2_100) % 1_000
      let new = room.strokes(of: .snare)
      let tardiness = max(delay - (tick - said), 0) + 2
      #expect(
        (-2...tardiness).contains((new.first ?? 0) - tick),
        "\(place): \((new.first ?? 0) - tick), not \(tardiness)")
      #expect(zip(new, new.dropFirst()).dropFirst().allSatisfy { ($1 - $0 - 6_000).magnitude <= 4 })
      #expect(room.countedBeats().strayCount == 0)
      #expect(room.misplacedCount == 0)
    }
  }

  @Test(arguments: Wire.allCases, [0, 5] as [Int64])
  func `Stop and Continue at once play each step once`(wire: Wire, latency: Int64) {
    for place in 0..<20 as Range<Int64> {
      let studio = Studio(wire, Score([.kick: "xxxx"]).program(), latency: latency)
      studio.send(.start, on: 2_000)
      studio.tick(24 * 6, from: 2_100)
      let stop = 2_100 + 48_000 + 6_000 * 3 + 20 + place * 300
      studio.send(.stop, on: stop)
      studio.send(.continue, on: stop + 30)
      studio.play(to: 2_100 + 24 * 5 * 1_000 - 3_000)
      let hits = studio.hits
      #expect(hits.count == 20, "\(place): \(hits.count)")
      #expect(
        zip(hits, hits.dropFirst()).dropFirst().allSatisfy { ($1 - $0 - 6_000).magnitude < 700 },
        "\(place): \(hits)")
      #expect(studio.room.countedBeats().strayCount == 0)
    }
  }

  @Test(arguments: [0, 5] as [Int64])
  func `after silence Continue begins as soon as Start does`(latency: Int64) {
    var delays: [[Int64]] = []
    for sixteenths in [0, 0, 32, 33, 48] {
      var those: [Int64] = []
      for offset in [0, 37, 64, 100, 127] as [Int64] {
        let studio = Studio(.alsa, Score([.kick: "xxxx"]).program(), latency: latency)
        let said = 20_000 + offset
        if delays.isEmpty {
          studio.send(.start, on: said)
        } else {
          studio.send(.songPosition(sixteenths), on: said)
          studio.send(.continue, on: said + 10)
        }
        studio.tick(24, from: said + 101)
        studio.play(to: said + 101 + 20_000)
        those.append((studio.hits.first ?? 0) - said - 101)
      }
      delays.append(those)
    }
    let limit = 128 + latency * 48 + 2
    #expect(delays.allSatisfy { $0.allSatisfy { (0...limit).contains($0) } }, "\(delays)")
    #expect(
      delays.dropFirst().allSatisfy { zip($0, delays[0]).allSatisfy { ($0 - $1).magnitude < 15 } })
  }

  @Test(arguments: Wire.allCases)
  func `a clock that stands still after Continue is waited for`(wire: Wire) {
    for pause in [300, 2_000, 40_000] as [Int64] {
      let studio = Studio(wire, Self.twoBars())
      studio.send(.start, on: 2_000)
      studio.tick(24 * 2 + 10, from: 2_100)
      let stop: Int64 = 2_100 + 57_000 + 500
      studio.send(.stop, on: stop)
      studio.send(.songPosition(16), on: stop + 12)
      studio.send(.continue, on: stop + 36)
      let again = stop + 500 + pause
      studio.tick(24 * 2, from: again)
      studio.play(to: again + 24_000)
      #expect((studio.room.status.position.inBeats - 5).magnitude < 0.05)
      // The first came with the clock that was foreseen.
      let new = studio.room.strokes(of: .snare).map { $0 - again }
      #expect(new.filter { $0 < 1_000 }.count <= 2, "\(pause): \(new)")
      let steps = zip(new.filter { $0 > 1_000 }, [6_000, 12_000, 18_000] as [Int64])
      #expect(new.count > 3 && steps.allSatisfy { ($0 - $1).magnitude < 100 }, "\(pause): \(new)")
      #expect(studio.room.countedBeats().strayCount == 0)
    }
  }

  @Test(arguments: Wire.allCases)
  func `our own stop leaves no stroke after it`(wire: Wire) {
    for part in 0..<20 as Range<Int64> {
      let studio = Studio(wire, Score([.kick: "xxxx"]).program())
      studio.send(.start, on: 2_000)
      studio.tick(24 * 6, from: 2_100)
      studio.play(to: 50_000 + part * 300)
      studio.room.ask(.stop)
      let stop = studio.room.frame.index
      studio.play(to: 80_000)
      #expect(studio.hits.allSatisfy { $0 < stop })
      let known = studio.room.hearing(of: Frame(index: stop))
      let late = studio.room.queue.departures.filter { $0.message.kind == 0x90 && $0.time > known }
      #expect(late.isEmpty, "\(late)")
      let steps = (stop - 2_100) / 6_000 + 1
      #expect((Int64(studio.hits.count) - steps).magnitude <= 1)
    }
  }
}
