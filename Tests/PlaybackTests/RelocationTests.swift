import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

/// What followers of ours are told when the song moves while it rolls: Stop, position, Continue.
@Suite struct RelocationTests {
  typealias Studio = FollowingTests.Studio

  @Test(arguments: FollowingTests.Wire.allCases)
  func `a Stop decided just before a relocation still reaches followers`(
    wire: FollowingTests.Wire
  ) {
    let studio = Studio(wire)
    studio.send(.start, on: 2_000)
    studio.tick(48, from: 2_100)
    // As a DAW writes them to JACK MIDI, and as they come in one USB packet.
    let moved: Int64 = 2_100 + 48_000
    for message in [ShortMessage.stop, .songPosition(128), .continue] {
      studio.send(message, on: moved - 500)
    }
    studio.tick(100, from: moved)
    studio.play(to: moved + 60_000)
    let counted = studio.room.countedBeats()
    #expect(counted.strayCount == 0)
    #expect(studio.room.clock(.stop).count == 1 && studio.room.clock(.continue).count == 1)
    #expect(counted.frames.count >= 4)
    guard wire != .jack else { return }
    #expect(studio.room.countedBeatsOfQueue().strayCount == 0)
  }

  @Test(arguments: FollowingTests.Wire.allCases)
  func `a locate typed under a followed clock stops followers before they are moved`(
    wire: FollowingTests.Wire
  ) {
    let studio = Studio(wire)
    studio.send(.start, on: 2_000)
    studio.tick(200, from: 2_100)
    studio.play(to: 50_000)
    studio.room.ask(.locate(Beats(32)))
    studio.play(to: 150_000)
    #expect(studio.room.status.position > Beats(32))
    #expect(studio.room.countedBeats().strayCount == 0)
    #expect(studio.room.clock(.stop).count == 1)
    guard wire != .jack else { return }
    #expect(studio.room.countedBeatsOfQueue().strayCount == 0)
  }
}
