import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Testing

@Suite struct StuckNoteTests {
  private static let fast = Score(
    [.kick: "xx.x", .snare: ".x.x", .closedHat: "xxxx"], stepsPerBeat: 16)
  private static let slow = Score([.kick: "x...", .openHat: "..x."])

  /// One random session; everything is let go in its last second.
  private static func session(seed: UInt64) -> Rehearsal {
    var dice = SplitMix64(seed: seed)
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    configuration.passesThru = seed % 5 != 0
    let room = Rehearsal(fast.program(), configuration)
    for _ in 0..<60 {
      act(on: room, using: &dice)
      room.clockError = HostTime.Interval(nanoseconds: .random(in: -20_000...20_000, using: &dice))
      room.makeBlock(frames: .random(in: 1...2_048, using: &dice))
    }
    room.play(frames: 4_096)
    room.ask(.stop)
    for note: UInt8 in 0...127 {
      room.stage(.noteOff(channel: 9, note: note), offset: Int.random(in: 0...63, using: &dice))
    }
    room.play(frames: 48_000, block: 1_024)
    return room
  }

  private static func act(on room: Rehearsal, using dice: inout SplitMix64) {
    for _ in 0..<Int.random(in: 0...6, using: &dice) {
      let note = [36, 38, 42, 46, 99].randomElement(using: &dice) ?? 36
      let velocity = UInt8.random(in: 0...2, using: &dice) * 50
      let message = ShortMessage.noteOn(channel: 9, note: UInt8(note), velocity: velocity)
      room.strike(message, on: room.frame.advanced(by: .random(in: 0...2_000, using: &dice)))
    }
    let soon = room.frame.advanced(by: .random(in: 0...2_000, using: &dice))
    switch Int.random(in: 0...16, using: &dice) {
    case 0, 1: room.ask(.play)
    case 2: room.ask(.stop)
    case 3: room.ask(.continue)
    case 4: room.ask(.locate(.sixteenth * .random(in: 0...40, using: &dice)))
    case 5: room.ask(.tempo(Tempo(clampingBPM: .random(in: 20...300, using: &dice))))
    case 6:
      room.swap(to: (Bool.random(using: &dice) ? fast : slow).program(loops: dice.next() % 3 > 0))
    case 7: room.ask(.panic)
    case 8: room.ask(.hit(.kick, Velocity(clamping: 90)))
    case 9: room.strike(.controlChange(channel: 9, controller: 120, value: 0), on: soon)
    case 10: room.strike(.controlChange(channel: 9, controller: 123, value: 0), on: soon)
    case 11: room.strike(.controlChange(channel: 9, controller: 4, value: 127), on: soon)
    case 12: room.strike(.start, on: soon)
    case 13: room.strike(.stop, on: soon)
    case 14: room.strike(.continue, on: soon)
    default: break
    }
    room.collect()
  }

  @Test func `after 200 random sessions no note is stuck and none is let go twice`() {
    for seed in 0..<200 as Range<UInt64> {
      let room = Self.session(seed: seed)
      var ports = NoteBalance()
      for note in room.notes { ports.read(note.event) }
      #expect(ports.stuck.isEmpty && ports.strayCount == 0, "ports, seed \(seed)")
      var queue = NoteBalance()
      for departure in room.queue.departures where departure.port == .notes {
        queue.read(departure.message)
      }
      #expect(queue.stuck.isEmpty && queue.strayCount == 0, "queue, seed \(seed)")
      #expect(room.misplacedCount == 0, "order, seed \(seed)")
      let clock = { (message: ShortMessage) in message.status >= 0xF0 }
      let left = room.queue.departures.map(\.message).filter(clock).map(\.status)
      let posted = room.messages.map(\.event.message).filter(clock).map(\.status)
      #expect(left == posted, "clock, seed \(seed)")
      #expect(room.status.droppedMessages == 0)
    }
  }

  @Test func `pad and sequencer on one drum hand the note over without a stuck or missing note`() {
    let on = ShortMessage.noteOn(channel: 9, note: 36, velocity: 77)
    let off = ShortMessage.noteOff(channel: 9, note: 36)
    let room = Rehearsal(Self.slow.program())
    room.strike(on, on: Frame(index: 10))
    room.play(frames: 20)
    room.ask(.play)
    room.strike(on, on: Frame(index: 1_000))
    room.strike(on, on: Frame(index: 1_500))
    room.strike(off, on: Frame(index: 4_000))
    room.play(frames: 8_000)
    let notes = room.notes.map { "\($0.event.kind == 0x90 ? "on" : "off") \($0.frame.index)" }
    #expect(
      notes == [
        "on 10", "off 68", "on 68", "off 1000", "on 1000", "off 1500", "on 1500", "off 4000",
      ])
  }

  @Test func `stop lets go of exactly what sounds`() {
    let score = Score([.kick: "x...", .snare: "..x.", .tom1: "x..."])
    let room = Rehearsal(score.program())
    room.ask(.play)
    room.strike(.noteOn(channel: 9, note: 49, velocity: 9), on: Frame(index: 500))
    room.play(frames: 1_000)
    room.ask(.stop)
    room.play(frames: 24_000)
    let released = room.sounds(.release)
    #expect(released.map(\.event.drum) == [.kick, .tom1])
    #expect(released.map(\.frame.index) == [1_000, 1_000])
    #expect(room.notes.filter { $0.event.kind == 0x80 }.map(\.event.data1) == [36, 50])
  }

  @Test func `notes held by a pad that has gone end on every output`() {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    let room = Rehearsal(Score([:]).program(), configuration)
    room.strike(.noteOn(channel: 9, note: 38, velocity: 90), on: Frame(index: 100))
    room.strike(.noteOn(channel: 9, note: 46, velocity: 90), on: Frame(index: 300))
    room.play(frames: 4_096)
    #expect(room.notes.map(\.event.kind) == [0x90, 0x90])
    room.ask(.releaseHeld)
    room.play(frames: 4_096)
    #expect(room.notes.map(\.event).suffix(2).map(\.kind) == [0x80, 0x80])
    #expect(Set(room.notes.map(\.event).suffix(2).map(\.data1)) == [38, 46])
    let queued = room.queue.departures.filter { $0.port == .notes }.map(\.message)
    #expect(queued.filter { $0.kind == 0x80 }.count == 2)
    // The pads' own note-offs, should they come after all, find nothing to end.
    room.stage(.noteOff(channel: 9, note: 38), offset: 0)
    room.play(frames: 4_096)
    #expect(room.notes.count == 4)
  }
}
