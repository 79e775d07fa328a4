import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

/// Strokes with the time of the gesture. 120 bpm at 48 kHz: a millisecond is 48 frames, the pre-roll 48.
@Suite struct GestureTests {
  private static func milliseconds(_ count: Int64) -> HostTime.Interval {
    HostTime.Interval(nanoseconds: count * 1_000_000)
  }

  private static func hit(
    _ drum: Drum, _ room: Rehearsal, heardAt frame: Int64, after delay: Int64? = nil
  ) -> EngineMessage {
    .hit(
      drum, Velocity(clamping: 90),
      GestureTime(
        struck: room.hearing(of: Frame(index: frame)), delay: delay.map(milliseconds)))
  }

  /// Frames on which hits are heard, as they are reported.
  private func heard(_ room: Rehearsal) -> [Int64] {
    room.feed().compactMap { event in
      guard case .hit(_, _, _, let time, .command) = event else { return nil }
      let since = room.hearing(of: Frame(index: 0)).distance(to: time)
      return Int64((Double(since.nanoseconds) * 48 / 1_000_000).rounded())
    }
  }

  private func recorded(_ room: Rehearsal) -> [Beats] {
    room.feed().compactMap { event in
      guard case .stroke(let hit) = event else { return nil }
      return hit.hit.beat
    }
  }

  @Test(arguments: [64, 128, 1_000])
  func `a stroke with a delay is heard exactly that long after the gesture`(block: Int) {
    let room = Rehearsal(Score([.kick: "...."]).program())
    room.play(frames: 10_000, block: block)
    room.ask(Self.hit(.snare, room, heardAt: 9_900, after: 40))
    room.ask(Self.hit(.tom1, room, heardAt: 9_700, after: 40))
    room.play(frames: 5_000, block: block)
    #expect(heard(room) == [9_700 + 1_920, 9_900 + 1_920])
  }

  @Test func `a stroke that comes later than its delay is heard at once`() {
    let room = Rehearsal(Score([.kick: "...."]).program())
    room.play(frames: 10_240, block: 256)
    room.ask(Self.hit(.snare, room, heardAt: 5_000, after: 40))
    room.play(frames: 1_024, block: 256)
    #expect(heard(room) == [10_240])
  }

  @Test(arguments: [nil, 0, 40] as [Int64?])
  func `a stroke is recorded on the beat that was heard as the hand struck`(delay: Int64?) {
    let room = Rehearsal(Score([.kick: "x... x..."]).program())
    room.ask(.play)
    room.play(frames: 30_080, block: 128)
    _ = room.feed()
    room.ask(Self.hit(.snare, room, heardAt: 24_048, after: delay))
    room.play(frames: 10_000, block: 128)
    // To a frame: times are whole nanoseconds.
    let beats = recorded(room)
    #expect(beats.count == 1 && (beats[0].inBeats - 1).magnitude <= 1.0 / 24_000)
  }

  @Test func `a stamp far from now is taken as now`() {
    for stamp in [-96_000, 960_000] as [Int64] {
      let room = Rehearsal(Score([.kick: "...."]).program())
      room.play(frames: 10_240, block: 256)
      room.ask(Self.hit(.snare, room, heardAt: stamp, after: 40))
      room.play(frames: 1_024, block: 256)
      #expect(heard(room) == [10_240])
    }
  }

  @Test func `panic forgets strokes that wait, and more than can wait are heard at once`() {
    let room = Rehearsal(Score([.kick: "...."]).program())
    room.play(frames: 1_024, block: 256)
    for _ in 0..<80 { room.ask(Self.hit(.snare, room, heardAt: 1_024, after: 100)) }
    room.play(frames: 256, block: 256)
    #expect(heard(room).count == 16)
    room.ask(.panic)
    room.play(frames: 9_600, block: 256)
    #expect(heard(room).isEmpty)
  }
}
