import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

/// What chance, groove and looseness make of a patch is the same wherever it is heard.
@Suite struct SamenessTests {
  private struct HeardHit: Hashable {
    var frame: Int64
    var note: UInt8
    var velocity: UInt8
  }

  @Test func `sound, both kinds of MIDI output and the cues of a file are at one`() throws {
    var dice = SplitMix64(seed: 11)
    var count = 0
    for _ in 0..<40 {
      var patch = try LivelyMusic.patch(using: &dice)
      // A song would stop, and bring its tempi.
      patch.playsSong = false
      let program = Program(patch)
      var configuration = EngineConfiguration()
      configuration.schedulesAhead = true
      let room = Rehearsal(program, configuration)
      room.ask(.play)
      room.play(frames: 48 + 24_000 * 16, block: 256)
      let line = Timeline(
        tempo: .standard, sampleRate: .standard, beatOrigin: .zero, frameOrigin: Frame(index: 48),
        isCentred: true)
      let end = line.beat(at: room.frame)
      let cues = program.cues(from: .zero, to: end, lands: true)
      let expected = cues.map {
        HeardHit(
          frame: line.frame(at: $0.beat).index, note: $0.voice.note, velocity: $0.velocity.value)
      }
      let drums = Set(cues.filter { $0.voice.drum != nil }.map(\.voice.note))
      let sounds = room.sounds.compactMap { sound -> HeardHit? in
        guard case .hit = sound.event.kind else { return nil }
        return HeardHit(
          frame: sound.frame.index, note: sound.event.drum.note, velocity: sound.event.value)
      }
      let posted = room.messages.compactMap { message -> HeardHit? in
        guard message.event.port == .notes, message.event.message.kind == 0x90 else { return nil }
        return HeardHit(
          frame: message.frame.index, note: message.event.message.data1,
          velocity: message.event.message.data2)
      }
      let left = room.outgoing.compactMap { event -> HostTime? in
        event.message.kind == 0x90 ? event.time : nil
      }
      count += expected.count
      #expect(Set(sounds) == Set(expected.filter { drums.contains($0.note) && $0.note != 64 }))
      #expect(Set(posted) == Set(expected))
      let hearing = expected.map { room.hearing(of: Frame(index: $0.frame)) }
      #expect(left.count >= hearing.count)
      // A frame is 20 833 ns; where blocks meet, times differ by a nanosecond.
      #expect(zip(left, hearing).allSatisfy { abs($0.distance(to: $1).nanoseconds) <= 2 })
    }
    #expect(count > 2_000)
  }
}
