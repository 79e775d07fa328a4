import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

@Suite struct LiveTests {
  private static let snare = ShortMessage.noteOn(channel: 9, note: 38, velocity: 100)
  private static let snareOff = ShortMessage.noteOff(channel: 9, note: 38)
  private static let rest = Score([.kick: "...."]).program()

  @Test func `a staged note sounds and is sent on its frame`() {
    let room = Rehearsal(Self.rest)
    room.strike(Self.snare, on: Frame(index: 200))
    room.strike(Self.snareOff, on: Frame(index: 300))
    room.play(frames: 512)
    #expect(room.strokes(of: .snare) == [200])
    #expect(room.sounds(.release).map(\.frame.index) == [300])
    #expect(
      room.notes == [
        Dated(Self.snare, on: Frame(index: 200)), Dated(Self.snareOff, on: Frame(index: 300)),
      ])
  }

  @Test func `an offset outside the block means its first or its last frame`() {
    let room = Rehearsal(Self.rest)
    room.stage(Self.snareOff, offset: .max)
    room.stage(Self.snare, offset: .min)
    room.stage(.noteOn(channel: 9, note: 36, velocity: 1), offset: 128)
    room.makeBlock(frames: 128)
    #expect(room.strokes(of: .snare) == [0])
    #expect(room.strokes(of: .kick) == [127])
    #expect(room.notes.last?.event == Self.snareOff)
    #expect(room.misplacedCount == 0)
  }

  @Test func `after a block that had too many messages, drums are held until they are let go of`() {
    let room = Rehearsal(Self.rest)
    for _ in 0..<600 { room.stage(Self.snare, offset: 0) }
    room.makeBlock(frames: 128)
    room.strike(Self.snare, on: Frame(index: 200))
    room.strike(Self.snareOff, on: Frame(index: 1_000))
    room.play(frames: 1_200)
    let later = room.sounds(.release).map(\.frame.index).filter { $0 >= 200 }
    #expect(later == [1_000])
  }

  @Test func `a block without frames keeps live messages for the next`() {
    let room = Rehearsal(Self.rest)
    room.stage(Self.snare, offset: 0)
    room.makeBlock(frames: 0)
    #expect(room.sounds.isEmpty)
    room.makeBlock(frames: 64)
    #expect(room.strokes(of: .snare) == [0])
  }

  @Test func `a stamped note sounds one block after its stamp, wherever it fell`() {
    let room = Rehearsal(Self.rest)
    for frame in [3, 100, 130, 255, 256, 257, 700] as [Int64] {
      room.arrive(Self.snare, at: room.moment(of: Frame(index: frame)))
    }
    room.play(frames: 1_024)
    let strokes = room.strokes(of: .snare)
    // The stamp is whole nanoseconds, so rounding may move it by a frame.
    for (stroke, frame) in zip(strokes, [131, 228, 258, 383, 384, 385, 828] as [Int64]) {
      #expect((frame - 1...frame + 1).contains(stroke))
    }
    #expect(strokes.count == 7)
  }

  @Test func `a stamp long past sounds at once, and one of another clock blocks nothing`() {
    let room = Rehearsal(Self.rest)
    room.arrive(Self.snare, at: HostTime(nanoseconds: .min / 4))
    room.arrive(Self.snare, at: HostTime(nanoseconds: .max / 2))
    room.arrive(Self.snare, at: HostTime(nanoseconds: 0))
    room.makeBlock(frames: 128)
    #expect(room.strokes(of: .snare) == [0, 0, 0])
  }

  @Test func `10 000 notes in a block are capped at 64 and counted, and none stays on`() {
    let room = Rehearsal(Self.rest)
    for _ in 0..<5_000 {
      room.stage(Self.snare, offset: 5)
      room.stage(Self.snareOff, offset: 5)
    }
    room.makeBlock(frames: 128)
    #expect(room.strokes(of: .snare).count == 64)
    #expect(room.status.hits == 64)
    #expect(room.status.droppedHits == 256 - 64)
    #expect(room.status.droppedMessages == 10_000 - 512)
    var balance = NoteBalance()
    for note in room.notes { balance.read(note.event) }
    #expect(balance.stuck.isEmpty && balance.strayCount == 0)
  }

  @Test func `a flood that loses a note-off lets the note go all the same`() {
    let room = Rehearsal(Self.rest)
    room.stage(Self.snare, offset: 0)
    for _ in 0..<511 { room.stage(.controlChange(channel: 9, controller: 1, value: 3), offset: 1) }
    room.stage(Self.snareOff, offset: 2)
    room.makeBlock(frames: 128)
    #expect(room.notes.map(\.event) == [Self.snare, Self.snareOff])
    #expect(room.sounds(.release).count == 1)
  }

  @Test func `stamped notes that do not fit wait for the next block in order`() {
    let room = Rehearsal(Self.rest)
    for number in 0..<600 {
      let value = UInt8(number % 128)
      room.arrive(
        .controlChange(channel: 9, controller: 7, value: value),
        at: room.moment(of: Frame(index: 0)))
    }
    room.play(frames: 512)
    #expect(room.sounds(.controller).map { Int($0.event.value) } == (0..<600).map { $0 % 128 })
    #expect(room.status.droppedMessages == 0)
  }

  @Test func `thru off sends no live notes and still sounds them`() {
    var configuration = EngineConfiguration()
    configuration.passesThru = false
    configuration.schedulesAhead = true
    let room = Rehearsal(Score([.snare: "x..."]).program(), configuration)
    room.ask(.play)
    room.strike(Self.snare, on: Frame(index: 5))
    room.strike(Self.snareOff, on: Frame(index: 2_000))
    room.strike(Self.snare, on: Frame(index: 3_000))
    room.play(frames: 5_000)
    room.ask(.panic)
    room.play(frames: 1_000)
    #expect(room.strokes(of: .snare) == [5, 48, 3_000])
    #expect(room.notes.filter { $0.event.kind == 0x90 }.map(\.frame.index) == [48])
    #expect(room.notes.filter { $0.event.kind == 0x80 }.count == 1)
    // What left is the sequenced note and its end.
    let left = room.outgoing.filter { $0.port == .notes && $0.message.kind < 0xB0 }
    #expect(left.map(\.message.kind) == [0x90, 0x80])
  }

  @Test func `a stroke by order sounds at once and ends after its gate`() {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    let room = Rehearsal(Self.rest, configuration)
    room.ask(.hit(.snare, Velocity(clamping: 100)))
    room.play(frames: 4_096)
    #expect(room.strokes(of: .snare) == [0])
    #expect(room.sounds(.release).map(\.frame.index) == [2_400])
    #expect(room.notes.map(\.frame.index) == [0, 2_400])
    #expect(room.outgoing.map(\.message.kind) == [0x90, 0x80])
    let departures = room.queue.departures.map {
      room.moment(of: Frame(index: 0)).distance(to: $0.time)
    }
    // At once, and 50 ms after it.
    #expect(departures.map(\.nanoseconds) == [0, 50_000_000])
  }

  @Test func `panic silences and ends what sounds, and the song goes on`() {
    let room = Rehearsal(Score([.kick: "x..."]).program())
    room.ask(.play)
    room.strike(Self.snare, on: Frame(index: 100))
    room.play(frames: 256)
    room.ask(.panic)
    room.play(frames: 256)
    #expect(room.sounds(.allSoundOff).map(\.frame.index) == [256])
    let said = room.notes.filter { $0.frame.index == 256 }.map(\.event)
    #expect(said.filter { $0.kind == 0x80 }.map(\.data1) == [36, 38])
    #expect(said.suffix(2).map(\.data1) == [123, 120])
    #expect(room.status.isRolling)
  }

  @Test func `a mapped control is reported and sounds nothing`() {
    let map = InputMap(notes: [:], controls: [ControlAssignment(.note(38), .play)])
    let room = Rehearsal(
      Program(hits: [], length: Beats(4), loops: true, input: InputTable(map)))
    room.strike(Self.snare, on: Frame(index: 0))
    room.play(frames: 64)
    #expect(room.sounds.isEmpty)
    guard case .control(.note(38), 100, 9)? = room.feed().first else {
      Issue.record("no control in the feed")
      return
    }
  }

  @Test func `a mapped pitch bend is reported with all its bits`() {
    let map = InputMap(
      notes: [:], controls: [ControlAssignment(.pitchBend, .play, channel: 3)])
    let room = Rehearsal(
      Program(hits: [], length: Beats(4), loops: true, input: InputTable(map)))
    room.strike(ShortMessage(status: 0xE3, data1: 0x21, data2: 0x43), on: Frame(index: 0))
    room.play(frames: 64)
    guard case .control(.pitchBend, 0x21 + 0x43 * 128, 3)? = room.feed().first else {
      Issue.record("no control in the feed")
      return
    }
  }
}
