import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// More than can sound, and more than can leave in a block.
@Suite struct FloodTests {
  /// The balances of what left by the block-synchronous ports and by an output that schedules ahead.
  private static func balances(_ room: Rehearsal) -> (ports: NoteBalance, queue: NoteBalance) {
    var (ports, queue) = (NoteBalance(), NoteBalance())
    for note in room.notes { ports.read(note.event) }
    for departure in room.queue.departures where departure.port == .notes {
      queue.read(departure.message)
    }
    return (ports, queue)
  }

  @Test(arguments: [(512, 0, 1_000_000), (16, 1_000, 50_000), (8_192, 20_000, 50_000)])
  func `a flood of hits is taken or counted, and the music goes on`(
    block: Int, delay: Int32, count: Int64
  ) {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = block == 512
    let room = Rehearsal(Score([.kick: "x.x.", .snare: "..x."]).program(), configuration)
    room.notesDelay = delay
    room.ask(.play)
    var sent: Int64 = 0
    while sent < count {
      let before = sent
      while sent < count, room.ask(.hit(.tom1, Velocity(clamping: 9))) { sent += 1 }
      #expect(sent > before, "the engine takes no more after \(sent)")
      if sent == before { return }
      room.makeBlock(frames: block)
      _ = room.feed()
    }
    room.play(frames: 48_000, block: block)
    #expect(room.status.hits + room.status.droppedHits >= sent)
    let (heard, end) = (room.strokes(of: .snare).count, room.frame)
    room.play(frames: 240_000, block: block)
    #expect(room.strokes(of: .snare).count - heard >= 4, "the pattern goes on after \(end.index)")
    room.ask(.stop)
    room.play(frames: 96_000, block: block)
    let balances = Self.balances(room)
    #expect(balances.ports.stuck.isEmpty && balances.queue.stuck.isEmpty)
    #expect(room.misplacedCount == 0)
  }

  /// A pattern of 64 voices that strike 80 times a second each.
  private static func crowd() throws -> Program {
    let step = Step(Velocity(clamping: 100))
    let lanes = (0..<64).compactMap { note in
      Voice(note: note, channel: 3).map { Lane($0, steps: Array(repeating: step, count: 64)) }
    }
    var patch = Patch()
    patch.tempo = Tempo(clampingBPM: 300)
    patch.pattern = try Pattern(stepCount: 64, stepsPerBeat: 16, lanes: lanes)
    return Program(patch)
  }

  @Test(arguments: [1_024, 8_192, 48_000], [0, 4_000] as [Int32])
  func `however much leaves in a block, every note that begins ends once and no tick is lost`(
    block: Int, delay: Int32
  ) throws {
    let room = Rehearsal(try Self.crowd())
    (room.notesDelay, room.clockDelay) = (delay, delay)
    room.ask(.tempo(Tempo(clampingBPM: 300)))
    room.ask(.play)
    room.play(frames: 96_000, block: block)
    room.ask(.stop)
    room.play(frames: 480_000, block: block)
    let balance = Self.balances(room).ports
    #expect(room.notes.count > 1_000)
    #expect(balance.stuck.isEmpty && balance.strayCount == 0)
    #expect(room.misplacedCount == 0)
    let ticks = room.clock(.timingClock)
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 == 400 })
  }
}
