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

  /// Eight beats whose first hits are held for four, and a snare where those end. Its song, where it plays one,
  /// goes on at 60 bpm a quarter of a beat after its beginning.
  private static func shortHold(inSong: Bool = false) throws -> Program {
    var step = Step(Velocity(clamping: 100))
    step.hold = 3
    let steps = [step] + Array(repeating: nil, count: 7)
    var ending: [Step?] = Array(repeating: nil, count: 8)
    ending[4] = Step(Velocity(clamping: 100))
    let note = try #require(Voice(note: 64, channel: 2))
    var patch = Patch()
    patch.pattern = try Pattern(
      stepCount: 8, stepsPerBeat: 1,
      lanes: [
        Lane(drum: .kick, steps: steps), Lane(note, steps: steps),
        Lane(drum: .snare, steps: ending),
      ])
    if inSong {
      let slower = TempoChange(beat: Beats(1, over: 4), tempo: Tempo(clampingBPM: 60))
      try patch.setSong(
        Song(sections: [
          Section(pattern: "", repeats: 2, tempo: Tempo(clampingBPM: 120), tempi: [slower])
        ]))
      patch.playsSong = true
    }
    return Program(patch)
  }

  /// Expects of everything that heard `shortHold` that the held notes ended as the snare began, after a time in
  /// `milliseconds`.
  private static func expectEnds(
    in room: Rehearsal, schedulesAhead: Bool = true, after milliseconds: ClosedRange<Double>
  ) throws {
    for marks in schedulesAhead ? [departures(room), posted(room)] : [posted(room)] {
      let snare = try #require(marks.first { $0.isOn && $0.note == 38 }).milliseconds
      for note: UInt8 in [36, 64] {
        let own = marks.filter { $0.note == note }
        try #require(own.map(\.isOn) == [true, false], "note \(note)")
        // Both are rounded to a tenth.
        #expect(abs(own[1].milliseconds - snare) < 0.15, "note \(note)")
        #expect(milliseconds.contains(own[1].milliseconds - own[0].milliseconds), "note \(note)")
      }
    }
    let released = room.sounds(.release).filter { $0.event.drum == .kick }.map(\.frame.index)
    // A clock that is followed may bend the line by a frame or two after the stroke was planned.
    let apart = zip(released, room.strokes(of: .snare)).map { ($0 - $1).magnitude }
    #expect(released.count == room.strokes(of: .snare).count && apart.count == 1)
    #expect(apart.allSatisfy { $0 <= 3 }, "\(apart)")
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

  @Test(arguments: [64, 512], [false, true])
  func `a note held to a beat ends with it though the tempo changes meanwhile`(
    block: Int, inSong: Bool
  ) throws {
    let room = Self.room(try Self.shortHold(inSong: inSong))
    room.ask(.play)
    room.play(frames: 6_000, block: block)
    if !inSong { room.ask(.tempo(Tempo(clampingBPM: 60))) }
    room.play(frames: 200_000, block: block)
    // A quarter of a beat at 120 bpm, and 20 ms that were planned already; the rest at 60.
    try Self.expectEnds(in: room, after: 3_840...3_880)
  }

  @Test(arguments: FollowingTests.Wire.allCases)
  func `a note held from Start on lasts by the clock, whose tempo is not ours`(
    wire: FollowingTests.Wire
  ) throws {
    let studio = FollowingTests.Studio(wire, try Self.shortHold())
    studio.send(.start, on: 4_000)
    studio.tick(24 * 5, from: 4_100, apart: 2_000)
    studio.play(to: 4_100 + 5 * 48_000 - 1_000)
    try Self.expectEnds(in: studio.room, schedulesAhead: wire != .jack, after: 3_950...4_050)
  }

  @Test(arguments: [EngineMessage.stop, .panic])
  func `what was ended early is not lengthened by a tempo that comes with it`(
    message: EngineMessage
  ) throws {
    let room = Self.room(try Self.longHold())
    room.ask(.play)
    room.play(frames: 12_032)
    room.ask(.tempo(Tempo(clampingBPM: 60)))
    room.play(frames: 12_032)
    let asked = Double(room.frame.index) / 48
    room.ask(message)
    room.ask(.tempo(Tempo(clampingBPM: 30)))
    room.play(frames: 24_000 * 20)
    for marks in [Self.departures(room), Self.posted(room)] {
      for note: UInt8 in [36, 64] {
        let own = marks.filter { $0.note == note }
        #expect(own.map(\.isOn) == [true, false], "note \(note)")
        // Panic ends at once what is heard 5 ms later.
        #expect(abs((own.last?.milliseconds ?? 0) - asked) < 30, "note \(note)")
      }
    }
  }

  @Test func `after a jump, what was held before keeps its end though the tempo changes`() throws {
    let room = Self.room(try Self.longHold())
    room.ask(.play)
    room.play(frames: 24_064)
    room.ask(.locate(Beats(8)))
    room.play(frames: 2_048)
    room.ask(.tempo(Tempo(clampingBPM: 60)))
    room.play(frames: 370_000)
    for marks in [Self.departures(room), Self.posted(room)] {
      for note: UInt8 in [36, 64] {
        let own = marks.filter { $0.note == note }
        #expect(own.map(\.isOn) == [true, false], "note \(note)")
        // 16 beats of half a second, after the pre-roll.
        #expect(abs((own.last?.milliseconds ?? 0) - 8_001) < 0.15, "note \(note)")
      }
    }
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
