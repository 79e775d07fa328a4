import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// Percussion that is none of the kit's drums, from a lane to the synthesizer.
@Suite struct PercussionSoundTests {
  private static func room(_ voice: Voice) throws -> Rehearsal {
    let steps = [Step(Velocity(clamping: 90)), nil, nil, nil]
    var patch = Patch()
    patch.pattern = try Pattern(stepCount: 4, stepsPerBeat: 4, lanes: [Lane(voice, steps: steps)])
    let room = Rehearsal(Program(patch))
    room.ask(.play)
    room.play(frames: 48 + 90_000)
    return room
  }

  @Test func `a lane of channel 10 strikes its key, and lets go of it with its note`() throws {
    let room = try Self.room(try #require(Voice(name: "claves")))
    let struck = room.sounds.filter { $0.event.kind == .key }
    #expect(struck.map(\.event.number) == [75, 75, 75, 75])
    #expect(struck.allSatisfy { $0.event.value == 90 })
    let released = room.sounds.filter { $0.event.kind == .keyRelease }
    #expect(released.map(\.event.number).allSatisfy { $0 == 75 } && released.count >= 3)
    let offs = room.notes.filter { $0.event.kind == 0x80 }
    #expect(released.map(\.frame) == offs.map(\.frame))
    #expect(room.status.hits == 4)
  }

  @Test func `a lane of another channel is for MIDI only`() throws {
    let room = try Self.room(try #require(Voice(note: 75, channel: 2)))
    #expect(!room.sounds.contains { [.key, .keyRelease].contains($0.event.kind) })
    #expect(room.notes.contains { $0.event.kind == 0x90 })
  }
}
