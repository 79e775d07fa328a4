import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Testing

/// What the paths after the ports make of the frames on which messages leave; 120 bpm at 48 kHz: a tick
/// is 1 000 frames, the pre-roll 48, a kick falls on every beat.
@Suite struct DelayTests {
  private static func rehearsal(ahead: Bool = false) -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = ahead
    return Rehearsal(Score([.kick: "x..."]).program(), configuration)
  }

  private static func noteOns(_ room: Rehearsal) -> [Int64] {
    room.notes.filter { $0.event.kind == 0x90 && $0.event.data2 > 0 }.map(\.frame.index)
  }

  @Test(arguments: [0, 1, 128, 2_000], [64, 1_024])
  func `notes and clock of a beat leave together, as much later as their sound is heard`(
    delay: Int32, block: Int
  ) throws {
    let room = Self.rehearsal()
    (room.clockDelay, room.notesDelay) = (delay, delay)
    room.ask(.play)
    room.play(frames: 60_000, block: block)
    let start = try #require(room.clock(.start).first)
    #expect(start == Int64(delay))
    #expect(Self.noteOns(room) == [start + 48, start + 24_048, start + 48_048])
    #expect(room.countedBeats().frames == Self.noteOns(room))
    #expect(room.hits().map(\.index) == [48, 24_048, 48_048])
    #expect(room.misplacedCount == 0)
  }

  @Test(arguments: [64, 128, 1_024])
  func `a latency that changes under way bends the clock by a hundredth and bunches nothing`(
    block: Int
  ) {
    let room = Self.rehearsal()
    room.ask(.play)
    room.play(frames: 48_000, block: block)
    for delay in [2_000, 128, 0] as [Int32] {
      (room.clockDelay, room.notesDelay) = (delay, delay)
      room.play(frames: 240_000, block: block)
      let late = room.countedBeats().frames.last.map { ($0 - 48) % 24_000 }
      #expect(late == Int64(delay))
    }
    let ticks = room.clock(.timingClock)
    let apart = zip(ticks, ticks.dropFirst()).map { $1 - $0 }
    #expect(apart.allSatisfy { (1_000 - 12...1_000 + 12).contains($0) })
    #expect(room.countedBeats().frames == Self.noteOns(room))
    #expect(room.misplacedCount == 0 && room.countedBeats().strayCount == 0)
  }

  @Test func `a latency that changed at rest is taken whole before the next Start`() {
    let room = Self.rehearsal()
    room.ask(.play)
    room.play(frames: 30_000)
    room.ask(.stop)
    room.play(frames: 10_000)
    (room.clockDelay, room.notesDelay) = (2_000, 2_000)
    room.play(frames: 128)
    let began = room.frame.index
    room.ask(.play)
    room.play(frames: 30_000)
    #expect(room.clock(.start).last == began + 2_000)
    let ticks = room.clock(.timingClock).filter { $0 > began }
    #expect(ticks.first == began + 2_048)
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 == 1_000 })
  }

  @Test func `a pad's notes leave at once beside delayed ones, and each stroke has its end`() {
    var dice = SplitMix64(seed: 3)
    let room = Rehearsal(Score([.kick: "xxxx", .snare: ".x.x"]).program())
    room.notesDelay = 300
    room.ask(.play)
    var balance = NoteBalance()
    var free: [Int64] = []
    var next: Int64 = 500
    for index in 0..<400 {
      next += .random(in: 50...900, using: &dice)
      // Every fourth is a drum that the program never strikes.
      let note: UInt8 = index % 4 == 0 ? 46 : 36
      room.strike(.noteOn(channel: 9, note: note, velocity: 90), on: Frame(index: next))
      room.strike(.noteOff(channel: 9, note: note), on: Frame(index: next + 40))
      if note == 46 { free.append(next) }
    }
    room.play(frames: Int(next) + 2_000)
    room.ask(.stop)
    room.play(frames: 6_000)
    let notes = room.notes
    for note in notes { balance.read(note.event) }
    #expect(balance.stuck == [] && balance.strayCount == 0)
    let passed = notes.filter { $0.event.kind == 0x90 && $0.event.data1 == 46 }.map(\.frame.index)
    #expect(passed == free)
    #expect(room.misplacedCount == 0)
  }

  @Test func `the end waits for no delay: every note and Stop leave with the last block`() {
    let room = Self.rehearsal()
    (room.clockDelay, room.notesDelay) = (2_000, 2_000)
    room.ask(.play)
    room.play(frames: 24_200)
    room.ask(.finish)
    room.makeBlock(frames: 128)
    var balance = NoteBalance()
    for note in room.notes { balance.read(note.event) }
    #expect(balance.stuck == [] && Self.noteOns(room).count == 2)
    #expect(room.clock(.stop).count == 1)
    #expect(room.messages.last { $0.event.port == .clock }?.event.message == .stop)
  }

  @Test func `a latency that shrinks by 20 ms bunches nothing that leaves by a queue`() {
    let room = Self.rehearsal(ahead: true)
    room.ask(.play)
    room.play(frames: 48_000)
    room.clockError = HostTime.Interval(nanoseconds: -20_000_000)
    room.play(frames: 96_000)
    let ticks = room.queue.departures.filter { $0.message == .timingClock }.map(\.time.nanoseconds)
    let apart = zip(ticks, ticks.dropFirst()).map { $1 - $0 }
    // A tick is 20.83 ms; an eighth of the time is made up.
    #expect(apart.count > 120 && apart.allSatisfy { (18_000_000...21_000_000).contains($0) })
    // In the end all leaves with its sound again.
    let last = ticks.last.map { ($0 - room.hearing(of: Frame(index: 48)).nanoseconds) % 20_833_333 }
    #expect((last ?? 0) > 0)
  }

  @Test(arguments: [false, true])
  func `from song position to the first clock gear has 5 ms`(ahead: Bool) throws {
    let room = Self.rehearsal(ahead: ahead)
    room.ask(.play)
    room.play(frames: 12_000)
    room.ask(.locate(Beats(8)))
    room.play(frames: 12_000)
    let told = try #require(room.clock(.songPosition(32)).first)
    let went = try #require(room.clock(.continue).first)
    let tick = try #require(room.clock(.timingClock).first { $0 >= went })
    #expect(tick - told >= 240 && tick - told < 300)
    #expect(room.countedBeats().strayCount == 0)
  }
}
