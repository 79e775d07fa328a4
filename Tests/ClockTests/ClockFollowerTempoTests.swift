import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Testing

/// Gaps that are lost ticks, and gaps that are a slower tempo.
@Suite struct ClockFollowerTempoTests {
  private var master = FollowedMaster()

  private mutating func roll(_ clocks: Int) {
    master.say(.start)
    master.clocks(clocks)
  }

  @Test(arguments: [2, 3] as [Int64])
  mutating func `two gaps of one length are a tempo, known with the second`(times: Int64) {
    roll(49)
    master.tick *= times
    master.clocks(2)
    #expect(master.follower.position.clocks == 50)
    #expect((master.follower.health.tempo.bpm - 120 / Double(times)).magnitude < 0.01)
    #expect(master.follower.health.ticksLost == 0)
    master.clocks(48)
    #expect(master.follower.position.clocks == 98)
  }

  @Test(arguments: [1, 2] as [Int64])
  mutating func `ticks lost twice so evenly are still counted once the tempo goes on`(lost: Int64) {
    roll(49)
    for _ in 0..<2 {
      master.wait(master.tick * lost)
      master.clocks(1)
    }
    master.clocks(1)
    #expect(master.follower.position.clocks == 48 + 2 * (lost + 1) + 1)
    #expect(master.follower.health.ticksLost == 2 * lost)
    #expect((master.follower.health.tempo.bpm - 120).magnitude < 0.01)
    master.clocks(48)
    #expect(master.follower.position.clocks == 48 + 2 * (lost + 1) + 49)
  }

  @Test mutating func `a tick lost now and then does not hold the beat up`() {
    roll(49)
    for _ in 0..<10 {
      master.wait(master.tick)
      master.clocks(1)
      for _ in 0..<20 {
        master.wait(master.tick / 2)
        _ = master.follower.look(at: master.now)
        let clocks = master.follower.beat(at: master.now).inBeats * 24
        #expect((clocks - Double(master.follower.position.clocks) - 0.5).magnitude < 0.01)
        master.wait(master.tick / 2 - master.tick)
        master.clocks(1)
      }
    }
    #expect(master.follower.health.ticksLost == 10)
  }
}
