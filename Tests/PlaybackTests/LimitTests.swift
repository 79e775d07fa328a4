import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

/// Playing a number of beats.
@Suite struct LimitTests {
  private func strokes(_ room: Rehearsal) -> Int {
    room.sounds.count { $0.event.kind == .hit }
  }

  @Test(arguments: [64, 128, 1_000, 8_192])
  func `a loop stops on the bar line that it was limited to, without the next downbeat`(
    block: Int
  ) throws {
    let pattern = try Pattern(rows: "kick x...", stepsPerBeat: 1)
    let room = Rehearsal(Program(Patch(pattern: pattern)))
    room.ask(.limit(Beats(8)))
    room.ask(.play)
    // Two bars of 120 bpm last 4 s; the third would begin there.
    room.play(frames: 5 * 48_000, block: block)
    #expect(strokes(room) == 2)
    #expect(!room.status.isRolling && room.status.position == .zero)
  }

  @Test func `without a limit it goes on, and a limit that is passed ends it at once`() throws {
    let pattern = try Pattern(rows: "kick x...", stepsPerBeat: 1)
    let room = Rehearsal(Program(Patch(pattern: pattern)))
    room.ask(.limit(nil))
    room.ask(.play)
    room.play(frames: 5 * 48_000)
    #expect(strokes(room) == 3 && room.status.isRolling)
    room.ask(.limit(Beats(4)))
    room.play(frames: 2 * 48_000)
    #expect(strokes(room) == 3 && !room.status.isRolling)
  }
}
