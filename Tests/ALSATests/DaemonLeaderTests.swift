import Commands
import Control
import Foundation
import GhostnoteTesting
import Testing

/// A master daemon and a following daemon in the kernel's sequencer.
extension ALSATests {
  @Test func `a daemon follows another's clock from its Start on, and reports the source`() throws {
    let master = try Daemon(["--bpm", "140"], name: "Master")
    let follower = try Daemon(["--clock", "Master:clock", "--bpm", "90"], name: "Follower")
    #expect(follower.session.says("clock: follows MIDI clock on clock-in from 'Master:clock'"))
    #expect(follower.session.says("connected Master:clock to Follower:clock-in"))
    #expect(follower.comesTo { !$0.isRolling && $0.clock.leader == .internal })
    master.session.type("play")
    #expect(follower.session.says("clock: MIDI clock from Master:clock leads, locked at 1"))
    let status = try #require(follower.session.status { $0.isRolling && $0.beat > 4 })
    #expect(status.clock.leader == .midi && status.clock.device == "Master:clock")
    #expect(abs(status.clock.tempoBPM - 140) < 0.5 && status.clock.ticksLost == 0)
    master.session.type("stop")
    let ticks = try master.restingTick()
    #expect(try abs(follower.restingTick() - ticks) <= 1)
    #expect(follower.session.says("clock: MIDI clock from Master:clock is lost"))
    follower.session.type("clock source internal")
    #expect(follower.session.says("disconnected Master:clock from Follower:clock-in"))
    #expect(follower.session.end().status == 0)
    #expect(master.session.end().status == 0)
  }

  // By its exact name: a pattern does not match another Ghostnote.
  @Test func `a clock source that is not there yet is reported, and taken when it appears`() throws
  {
    let follower = try Daemon(["--clock", "Late"], name: "Follower")
    #expect(follower.session.says("--clock 'Late': no such source yet"))
    let late = try Daemon(name: "Late")
    #expect(follower.session.says("connected Late:clock to Follower:clock-in"))
    late.session.type("play")
    #expect(follower.comesTo { $0.isRolling && $0.clock.device == "Late:clock" })
    #expect(follower.session.says("clock: MIDI clock from Late:clock leads, locked at 1"))
    // It died without a Stop: its tempo is held.
    late.session.end(SIGKILL)
    #expect(follower.session.says("clock: MIDI clock from Late:clock is lost: 1"))
    #expect(follower.comesTo { $0.isRolling && $0.clock.presence == .lost })
    #expect(follower.session.end().status == 0)
  }
}
