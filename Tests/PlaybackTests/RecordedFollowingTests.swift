import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

extension FollowingTests {
  @Test(arguments: [Wire.jack, .jackAhead])
  func `what is played to a song that follows a clock is reported on the beat that was heard`(
    wire: Wire
  ) throws {
    let studio = Studio(wire)
    studio.send(.start, on: 4_000)
    studio.tick(400, from: 5_000)
    // Heard 5 ms after it was made, which are 240 frames, and sounded a block of 128 later.
    for beat in 1...12 {
      studio.send(
        .noteOn(channel: 9, note: 38, velocity: 90), on: 5_000 + 24_000 * Int64(beat) + 240 + 128)
    }
    studio.play(to: 5_000 + 24_000 * 13)
    let beats = studio.room.feed().compactMap { event -> Double? in
      if case .stroke(let heard) = event { heard.hit.beat.inBeats } else { nil }
    }
    #expect(beats.count == 12)
    let farthest = zip(1...12, beats).map { abs($1 - Double($0)) * 24_000 }.max() ?? .infinity
    #expect(farthest <= 2, "\(farthest) frames")
  }
}
