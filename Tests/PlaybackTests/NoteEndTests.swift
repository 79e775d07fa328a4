import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// A note's end is an event of the engine, like its beginning, on every output. At 120 bpm a beat is
/// 24 000 frames, and the pre-roll is 48.
@Suite struct NoteEndTests {
  /// One message of a note as it left, in milliseconds from the beginning.
  private struct Mark: Equatable {
    var isOn: Bool
    var note: UInt8
    var milliseconds: Double
  }

  private static func room(_ program: Program) -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    return Rehearsal(program, configuration)
  }

  /// What left the queue, in milliseconds of what is heard.
  private static func departures(_ room: Rehearsal) -> [Mark] {
    let start = room.hearing(of: Frame(index: 0))
    return room.queue.departures.compactMap { departure in
      guard [0x80, 0x90].contains(departure.message.kind) else { return nil }
      let since = start.distance(to: departure.time)
      return Mark(
        isOn: departure.message.kind == 0x90, note: departure.message.data1,
        milliseconds: (Double(since.nanoseconds) / 100_000).rounded() / 10)
    }
  }

  /// What left by the block-synchronous ports, likewise.
  private static func posted(_ room: Rehearsal) -> [Mark] {
    room.notes.compactMap { note in
      guard [0x80, 0x90].contains(note.event.kind) else { return nil }
      return Mark(
        isOn: note.event.kind == 0x90, note: note.event.data1,
        milliseconds: (Double(note.frame.index) / 4.8).rounded() / 10)
    }
  }

  /// Notes that began while their key sounded, and ends of keys that did not.
  private static func faults(_ marks: [Mark]) -> Int {
    var sounding: Set<UInt8> = []
    return marks.count { mark in
      mark.isOn
        ? !sounding.insert(mark.note).inserted : sounding.remove(mark.note) == nil
    }
  }

  /// A bar of 16 beats whose first hit is held for all of it.
  private static func longHold() throws -> Program {
    var step = Step(Velocity(clamping: 100))
    step.hold = 15
    let steps = [step] + Array(repeating: nil, count: 15)
    let note = try #require(Voice(note: 64, channel: 2))
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 16, stepsPerBeat: 1,
      lanes: [Lane(drum: .kick, steps: steps), Lane(note, steps: steps)])
    return Program(patch)
  }

  @Test func `strokes of one voice 30 ms apart take over from each other on every output`() {
    // 64 steps of 31.25 ms; a note lasts for 50 ms.
    let score = Score([.snare: "xxxxxxxxxxxxxxxx", .kick: "x.x.x.x.xxxx...."], stepsPerBeat: 16)
    for block in [32, 128, 1_024, 4_096] {
      let room = Self.room(score.program())
      room.ask(.play)
      room.play(frames: 48_000, block: block)
      room.ask(.stop)
      room.play(frames: 24_000, block: block)
      let left = Self.departures(room)
      #expect(left.count(where: \.isOn) > 40)
      #expect(Self.faults(left) == 0 && Self.faults(Self.posted(room)) == 0, "block \(block)")
      #expect(left.last?.isOn == false)
    }
  }

  @Test func `both kinds of output hear the same notes with the same ends`() throws {
    let score = Score(
      [.snare: "xx.xxx.x", .kick: "x..xx...", .openHat: "..x...x."], stepsPerBeat: 12)
    let room = Self.room(score.program())
    room.ask(.play)
    room.play(frames: 96_000)
    let byTime = { (mark: Mark) in "\(mark.milliseconds) \(mark.note) \(mark.isOn)" }
    let early = { (mark: Mark) in mark.milliseconds < 1_800 }
    #expect(
      Self.departures(room).filter(early).map(byTime).sorted()
        == Self.posted(room).filter(early).map(byTime).sorted())
  }

  @Test(arguments: [64, 128, 512]) func `stop ends a held note within 30 ms, once`(block: Int)
    throws
  {
    let room = Self.room(try Self.longHold())
    room.ask(.play)
    room.play(frames: 24_064, block: block)
    let stopped = Double(room.frame.index) / 48
    room.ask(.stop)
    room.play(frames: 24_000 * 20, block: block)
    for marks in [Self.departures(room), Self.posted(room)] {
      for note: UInt8 in [36, 64] {
        let own = marks.filter { $0.note == note }
        #expect(own.map(\.isOn) == [true, false], "note \(note)")
        let end = try #require(own.last).milliseconds
        #expect(end >= stopped - 0.1 && end <= stopped + 30, "note \(note) ends at \(end) ms")
      }
    }
  }

  @Test func `a note that Stop falls just before does not begin`() throws {
    let room = Self.room(try Self.longHold())
    room.ask(.play)
    // The note is scheduled to leave, and Stop comes 48 frames before it is due.
    room.makeBlock(frames: 1)
    room.ask(.stop)
    room.play(frames: 24_000 * 20)
    for marks in [Self.departures(room), Self.posted(room)] {
      #expect(marks.filter { $0.note == 36 }.isEmpty)
    }
  }

  @Test func `started again within a long note, no end of the old one cuts the new`() throws {
    let room = Self.room(try Self.longHold())
    room.ask(.play)
    room.play(frames: 24_064)
    room.ask(.stop)
    room.ask(.play)
    room.play(frames: 24_000 * 12)
    for marks in [Self.departures(room), Self.posted(room)] {
      #expect(Self.faults(marks) == 0)
      let own = marks.filter { $0.note == 36 }
      // The second note still sounds.
      #expect(own.map(\.isOn) == [true, false, true])
    }
  }

  @Test func `panic ends held notes at once on every output, and nothing ends them later`() throws {
    let room = Self.room(try Self.longHold())
    room.ask(.play)
    room.play(frames: 24_064)
    let asked = Double(room.frame.index) / 48
    room.ask(.panic)
    room.play(frames: 24_000 * 14)
    for marks in [Self.departures(room), Self.posted(room)] {
      for note: UInt8 in [36, 64] {
        let own = marks.filter { $0.note == note }
        #expect(own.map(\.isOn) == [true, false])
        #expect(abs((own.last?.milliseconds ?? 0) - asked) < 10)
      }
    }
  }

  @Test
  func
    `a relocation withdraws the note-offs that were scheduled, and schedules again those that stay`()
    throws
  {
    let score = Score([.snare: "x.x.", .kick: "xxxx"], stepsPerBeat: 16)
    for pause in stride(from: 100, to: 6_000, by: 331) {
      let room = Self.room(score.program())
      room.ask(.play)
      for _ in 0..<20 {
        room.play(frames: pause, block: 64)
        room.ask(.locate(.sixteenth * Int64(pause % 7)))
      }
      room.ask(.stop)
      room.play(frames: 9_600)
      let left = Self.departures(room)
      #expect(Self.faults(left) == 0 && left.last?.isOn == false, "every \(pause) frames")
    }
  }

  @Test func `pad and sequencer on one drum hand the note over on outputs that schedule ahead`() {
    let score = Score([.snare: "xxxx"])
    var clean = 0
    for first in stride(from: 0, to: 6_000, by: 113) {
      let room = Self.room(score.program())
      room.ask(.play)
      let strokes = [first, first + 2_600, first + 5_200]
      for stroke in strokes {
        room.strike(.noteOn(channel: 9, note: 38, velocity: 90), on: Frame(index: Int64(stroke)))
        room.strike(.noteOff(channel: 9, note: 38), on: Frame(index: Int64(stroke) + 500))
      }
      room.play(frames: 20_000, block: 128)
      room.ask(.stop)
      room.play(frames: 9_600)
      let left = Self.departures(room)
      var balance = NoteBalance()
      for departure in room.queue.departures { balance.read(departure.message) }
      #expect(left.count(where: \.isOn) == 7)
      #expect(balance.stuck.isEmpty && balance.strayCount == 0 && left.last?.isOn == false)
      // The end of a note, from 2 400 frames after it on, is scheduled 20 ms and the latency ahead, and
      // stays: a stroke by hand within that time is let go of with it.
      let isLate = strokes.contains { (1_072...2_752).contains(($0 - 288 + 6_000) % 6_000) }
      if !isLate { clean += 1 }
      #expect(isLate || Self.faults(left) == 0, "first at \(first)")
    }
    #expect(clean > 10)
  }
}
