import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm

/// Notes that still sound after 200 random sessions and the release of all pads.
enum StuckNotes {
  private static let fast = Score(
    [.kick: "xx.x", .snare: ".x.x", .closedHat: "xxxx"], stepsPerBeat: 16)
  private static let slow = Score([.kick: "x...", .openHat: "..x."])

  private struct Count {
    var notes = 0
    var ports = 0
    var queue = 0
    var stray = 0
    var voices = 0
  }

  static func measure() throws -> [Figure] {
    var count = Count()
    for seed in 0..<200 as Range<UInt64> { try play(seed, counting: &count) }
    let what = "stuck after 200 random sessions (\(count.notes) notes; stops, kit swaps, panics)"
    return [
      Figure(
        what: "\(what): notes on the ports + in the queue (note-offs too many)", bar: "0",
        ours: "\(count.ports) + \(count.queue) (\(count.stray))",
        passes: count.ports + count.queue + count.stray == 0),
      Figure(
        what: "\(what): FluidSynth voices", bar: "0", ours: "\(count.voices)",
        passes: count.voices == 0),
    ]
  }

  private static func play(_ seed: UInt64, counting count: inout Count) throws {
    var dice = SplitMix64(seed: seed)
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    configuration.passesThru = seed % 5 != 0
    let room = Rehearsal(fast.program(), configuration)
    var drums = try Drums()
    let buffers = Buffers(frames: 2_048)
    for _ in 0..<60 {
      act(on: room, using: &dice)
      if dice.once(in: 40) { try drums.changeKit() }
      room.clockError = HostTime.Interval(nanoseconds: .random(in: -20_000...20_000, using: &dice))
      block(.random(in: 1...2_048, using: &dice), room, &drums, buffers)
    }
    // First the live hits for the next blocks.
    for _ in 0..<4 { block(1_024, room, &drums, buffers) }
    room.ask(.stop)
    for note: UInt8 in 0...127 {
      room.stage(.noteOff(channel: 9, note: note), offset: Int.random(in: 0...63, using: &dice))
    }
    // Long enough for the longest cymbal of the kit to ring out.
    for _ in 0..<48_000 * 12 / 1_024 { block(1_024, room, &drums, buffers) }
    count.voices += drums.voices()
    read(room, counting: &count)
  }

  private static func block(
    _ frames: Int, _ room: Rehearsal, _ drums: inout Drums, _ buffers: borrowing Buffers
  ) {
    let before = room.sounds.count
    room.makeBlock(frames: frames)
    let events = room.sounds[before...].map(\.event)
    unsafe events.withUnsafeBufferPointer { unsafe drums.render($0, frames: frames, buffers) }
  }

  private static func act(on room: Rehearsal, using dice: inout SplitMix64) {
    for _ in 0..<Int.random(in: 0...6, using: &dice) {
      let note: UInt8 = [36, 38, 42, 46, 99].randomElement(using: &dice) ?? 36
      let velocity = UInt8.random(in: 0...2, using: &dice) * 50
      room.strike(
        .noteOn(channel: 9, note: note, velocity: velocity),
        on: room.frame.advanced(by: .random(in: 0...2_000, using: &dice)))
    }
    let soon = room.frame.advanced(by: .random(in: 0...2_000, using: &dice))
    switch Int.random(in: 0...16, using: &dice) {
    case 0, 1: room.ask(.play)
    case 2: room.ask(.stop)
    case 3: room.ask(.continue)
    case 4: room.ask(.locate(.sixteenth * .random(in: 0...40, using: &dice)))
    case 5: room.ask(.tempo(Tempo(clampingBPM: .random(in: 20...300, using: &dice))))
    case 6: room.swap(to: (dice.once(in: 2) ? fast : slow).program(loops: !dice.once(in: 3)))
    case 7: room.ask(.panic)
    case 8: room.ask(.hit(.kick, Velocity(clamping: 90)))
    case 9: room.strike(.controlChange(channel: 9, controller: 120, value: 0), on: soon)
    case 10: room.strike(.controlChange(channel: 9, controller: 123, value: 0), on: soon)
    case 11: room.strike(.start, on: soon)
    case 12: room.strike(.stop, on: soon)
    case 13: room.strike(.continue, on: soon)
    default: break
    }
    room.collect()
  }

  private static func read(_ room: Rehearsal, counting count: inout Count) {
    var ports = NoteBalance()
    for note in room.notes { ports.read(note.event) }
    var queue = NoteBalance()
    for departure in room.queue.departures where departure.port == .notes {
      queue.read(departure.message)
    }
    count.notes += room.sounds(.hit).count
    count.ports += ports.stuck.count
    count.queue += queue.stuck.count
    count.stray += ports.strayCount + queue.strayCount
  }
}
