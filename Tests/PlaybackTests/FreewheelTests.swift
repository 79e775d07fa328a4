import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// Blocks that come faster than they are heard: 120 bpm at 48 kHz, a kick on every beat.
@Suite struct FreewheelTests {
  private static func rehearsal() -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    return Rehearsal(Score([.kick: "x..."]).program(), configuration)
  }

  @Test
  func `an export sends nothing by outputs that keep to a clock, and followers join after it`() {
    let room = Self.rehearsal()
    room.ask(.play)
    room.play(frames: 60_000)
    let before = room.outgoing.count
    room.isFreewheeling = true
    room.play(frames: 480_000)
    // What was on its way is taken back, followers are stopped and notes ended: no more than that.
    let told = room.outgoing.dropFirst(before).map(\.message)
    #expect(told == [.stop, .stop, .controlChange(channel: 9, controller: 123, value: 0)])
    #expect(room.hits().count == 23)
    #expect(room.clock(.stop).isEmpty && room.clock(.timingClock).count == 540)
    room.isFreewheeling = false
    room.play(frames: 120_000)
    let clock = room.queue.departures.filter { $0.port == .clock }.map(\.message)
    let joins = clock.lastIndex { $0.status == 0xFB }
    #expect(joins.map { clock[$0 - 1].status } == 0xF2)
    #expect(joins.map { clock[($0 + 1)...].allSatisfy { $0 == .timingClock } } == true)
    #expect(joins.map { clock.count - $0 > 100 } == true)
    #expect(room.countedBeats().strayCount == 0)
  }

  /// A note is sent and not yet heard, sounds, has its end on its way, or has ended.
  @Test(arguments: [100, 24_000, 47_900, 48_100])
  func `a note that is held as an export begins ends with it, also on a channel of its own`(
    frames: Int
  ) throws {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    var held = Step(Velocity(clamping: 90))
    held.hold = 1
    let voice = try #require(Voice(note: 60, channel: 2))
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 4, stepsPerBeat: 1, lanes: [Lane(voice, steps: [held, nil, nil, nil])])
    let room = Rehearsal(Program(patch), configuration)
    room.ask(.play)
    room.play(frames: frames)
    let begins = room.hearing(of: room.frame)
    room.isFreewheeling = true
    room.play(frames: 24_000 * 8)
    let notes = room.queue.departures.filter { $0.port == .notes }
    #expect(
      notes.map(\.message) == [
        .noteOn(channel: 2, note: 60, velocity: 90), .noteOff(channel: 2, note: 60),
        .controlChange(channel: 9, controller: 123, value: 0),
      ])
    #expect(notes.allSatisfy { $0.time <= begins })
  }

  @Test func `what pads and devices send during an export is not played into it`() {
    let room = Self.rehearsal()
    room.play(frames: 1_280)
    room.arrive(.noteOn(channel: 9, note: 38, velocity: 90), at: room.moment(of: room.frame))
    room.play(frames: 1_280)
    #expect(room.strokes(of: .snare).count == 1)
    room.isFreewheeling = true
    room.play(frames: 1_280)
    for _ in 0..<20 {
      room.arrive(.noteOn(channel: 9, note: 38, velocity: 90), at: room.moment(of: room.frame))
      room.play(frames: 1_280)
    }
    room.isFreewheeling = false
    room.play(frames: 12_800)
    #expect(room.strokes(of: .snare).count == 1)
    // But what JACK brings belongs to it.
    room.isFreewheeling = true
    room.strike(.noteOn(channel: 9, note: 38, velocity: 90), on: room.frame.advanced(by: 100))
    room.play(frames: 1_280)
    #expect(room.strokes(of: .snare).count == 2)
  }
}
