import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Testing

/// 120 bpm at 48 kHz: a tick is 1 000 frames, the pre-roll 48; a kick on every beat.
@Suite struct SendingTests {
  private static func rehearsal(
    ahead: Bool, offset milliseconds: Int64 = 0, whileStopped: Bool = false
  ) -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = ahead
    configuration.clockOffset = HostTime.Interval(nanoseconds: milliseconds * 1_000_000)
    configuration.clock.sendsWhileStopped = whileStopped
    return Rehearsal(Score([.kick: "x..."]).program(), configuration)
  }

  @Test(arguments: [false, true], [-100, -15, 0, 3, 100] as [Int64])
  func `the clock leaves as much later than the sound as it is set to`(ahead: Bool, offset: Int64) {
    let room = Self.rehearsal(ahead: ahead, offset: offset)
    room.play(frames: 12_800)
    room.ask(.play)
    room.play(frames: 60_000)
    let hits = room.hits().map(\.index)
    let beats = room.countedBeats().frames
    #expect(hits.count >= 2)
    for hit in hits.prefix(beats.count) { #expect(beats.contains(hit + offset * 48)) }
    guard ahead else { return }
    let ticks = room.queue.departures.filter { $0.message == .timingClock }
    let notes = room.queue.departures.filter { $0.message.kind == 0x90 }
    #expect(room.queue.lateCount == 0)
    #expect(notes.count >= 2)
    for note in notes.dropLast() {
      #expect(
        ticks.contains { $0.time.nanoseconds == note.time.nanoseconds + offset * 1_000_000 })
    }
  }

  @Test(arguments: [false, true], [-60, 0, 7] as [Int64])
  func `an offset clock is stopped and continued with none lost, doubled or stray`(
    ahead: Bool, offset: Int64
  ) {
    var dice = SplitMix64(seed: 21)
    let room = Self.rehearsal(ahead: ahead, offset: offset)
    room.play(frames: 12_800)
    room.ask(.play)
    for _ in 0..<40 {
      room.play(frames: .random(in: 9_000...40_000, using: &dice), block: 256)
      room.ask(.tempo(Tempo(clampingBPM: .random(in: 60...200, using: &dice))))
      room.play(frames: .random(in: 4_000...9_000, using: &dice), block: 256)
      if Bool.random(using: &dice) {
        room.ask(.stop)
      } else {
        room.strike(.stop, on: room.frame.advanced(by: .random(in: 0...1_000, using: &dice)))
      }
      room.play(frames: 12_000, block: 1_024)
      room.ask(.continue)
    }
    room.ask(.stop)
    room.play(frames: 12_000)
    let beats = room.countedBeats()
    #expect(room.misplacedCount == 0 && beats.strayCount == 0)
    #expect(beats.frames.count > 20)
    let kicks = Set(room.hits().map { $0.index + offset * 48 })
    #expect(beats.frames.filter { !kicks.contains($0) } == [])
    guard ahead else { return }
    let ports = room.messages.filter { $0.event.port == .clock }.map(\.event.message)
    let queue = room.queue.departures.filter { $0.port == .clock }.map(\.message)
    #expect(queue == ports)
    let notes = room.queue.departures.filter { $0.message.kind == 0x90 }
    #expect(notes.count == room.hits().count)
  }

  @Test func `a slower sound is waited for by the clock of the same frame`() {
    let room = Self.rehearsal(ahead: false)
    room.clockDelay = 300
    room.ask(.play)
    room.play(frames: 50_000)
    #expect(room.countedBeats().frames == [348, 24_348, 48_348])
    #expect(room.hits().map(\.index) == [48, 24_048, 48_048])
    // A delay that shrinks puts nothing before what went before it.
    room.clockDelay = -200
    room.play(frames: 50_000)
    #expect(room.misplacedCount == 0)
    #expect(room.countedBeats().frames.last == 96_048)
  }

  @Test func `a continue off the sixteenths is said a millisecond before the next one's tick`() {
    let room = Self.rehearsal(ahead: false)
    room.ask(.play)
    room.play(frames: 48 + 7_500)
    room.ask(.stop)
    room.play(frames: 10_000)
    let before = room.clock(.timingClock).count
    room.ask(.continue)
    room.play(frames: 20_000)
    // Rests on tick 8; the next sixteenth is tick 12.
    let began: Int64 = 48 + 7_500 + 10_000 + 240
    #expect(room.clock(.continue) == [began + 4_000 - 48])
    #expect(room.clock(.timingClock)[before] == began + 4_000)
    #expect(room.clock(.songPosition(2)).count == 1)
  }

  @Test(arguments: [false, true])
  func `a clock while stopped goes on evenly into the song and out of it`(ahead: Bool) {
    let room = Self.rehearsal(ahead: ahead, whileStopped: true)
    room.play(frames: 10_300)
    room.ask(.play)
    room.play(frames: 20_000)
    room.ask(.stop)
    room.play(frames: 10_000)
    room.ask(.continue)
    room.play(frames: 20_000)
    let ticks = room.clock(.timingClock)
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 == 1_000 })
    #expect(ticks.count >= 60)
    let beats = room.countedBeats()
    #expect(beats.strayCount == 0 && beats.frames.count == 2)
    let kicks = Set(room.hits().map(\.index))
    #expect(beats.frames.filter { !kicks.contains($0) } == [])
    #expect(room.queue.lateCount == 0)
  }

  @Test(arguments: [false, true], [128, 1_024])
  func `a clock while stopped goes on evenly where the song ends and where a pad stops it`(
    ahead: Bool, block: Int
  ) {
    var dice = SplitMix64(seed: 22)
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = ahead
    configuration.clock.sendsWhileStopped = true
    for loops in [false, true] {
      let room = Rehearsal(Score([.kick: "x..."]).program(loops: loops), configuration)
      for _ in 0..<20 {
        room.ask(.play)
        room.play(frames: .random(in: 26_000...30_000, using: &dice), block: block)
        #expect(room.status.isRolling == loops)
        if loops {
          room.strike(.stop, on: room.frame.advanced(by: .random(in: 0...1_000, using: &dice)))
        }
        room.play(frames: 5_000, block: block)
        #expect(!room.status.isRolling)
      }
      let ticks = room.clock(.timingClock)
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 == 1_000 })
      #expect(room.clock(.stop).count == 20 && room.countedBeats().strayCount == 0)
      #expect(room.queue.lateCount == 0)
    }
  }

  @Test func `a stopped clock follows a new tempo at once`() {
    let room = Self.rehearsal(ahead: false, whileStopped: true)
    room.play(frames: 5_000)
    room.ask(.tempo(Tempo(clampingBPM: 60)))
    room.play(frames: 10_000)
    let ticks = room.clock(.timingClock)
    #expect(ticks == [0, 1_000, 2_000, 3_000, 4_000, 5_000, 7_000, 9_000, 11_000, 13_000])
  }

  @Test func `sending is switched off with a Stop, and on in the middle of the song`() {
    let room = Self.rehearsal(ahead: false)
    room.ask(.play)
    room.play(frames: 30_000)
    var settings = ClockSettings()
    settings.sends = false
    room.ask(.clock(settings))
    room.play(frames: 30_000)
    let silent = room.clock(.timingClock).count
    #expect(room.clock(.stop).count == 1 && silent == 30)
    settings.sends = true
    room.ask(.clock(settings))
    room.play(frames: 60_000)
    #expect(room.clock(.timingClock).count > silent)
    let beats = room.countedBeats()
    #expect(beats.strayCount == 0)
    let kicks = Set(room.hits().map(\.index))
    #expect(beats.frames.count >= 4 && beats.frames.allSatisfy { kicks.contains($0) })
  }
}
