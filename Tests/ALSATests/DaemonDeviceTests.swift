import ALSASequencer
import Commands
import Control
import Foundation
import GhostnoteTesting
import Shell
import Testing

extension ALSATests {
  @Suite(.serialized) struct DaemonDevices {
    @Test func `a device that returns with another number is connected again by its pattern`()
      throws
    {
      let daemon = try Daemon(["--connect", "Drum*:port"])
      let connected = "connected Drum Module:port to Ghostnote:in"
      var pad: Peer? = try Peer("Drum Module")
      let number = try #require(pad?.number)
      #expect(daemon.session.says(" " + connected))
      let squatter = try Peer("Squatter")
      pad = nil
      #expect(daemon.session.says("disconnected Drum Module:port from Ghostnote:in"))
      // The first client to take the free number keeps it.
      let other = try Peer("Other")
      pad = try Peer("Drum Module")
      #expect(pad?.number != number)
      #expect(daemon.session.says(" " + connected, times: 2))
      let dump = try Aseqdump(to: "out", of: daemon)
      try pad?.play(note: 36)
      #expect(eventually { dump.notes == ["on 9 36 100"] })
      #expect(daemon.session.end().status == 0)
      #expect(eventually { dump.notes == ["on 9 36 100", "off 9 36"] })
      withExtendedLifetime((squatter, other)) {}
    }

    @Test func `a listener connected by a user is connected again after it was killed`() throws {
      let daemon = try Daemon()
      for round in 1...3 {
        let dump = try Aseqdump(of: daemon)
        if round == 1 {
          try run("/usr/bin/aconnect", daemon.number(of: "out"), "aseqdump:0")
        }
        #expect(daemon.session.says(" connected Ghostnote:out to aseqdump:aseqdump", times: round))
        daemon.session.type("hit snare 90")
        #expect(eventually { dump.notes == ["on 9 38 90", "off 9 38"] })
        dump.program.process.end(SIGKILL)
        #expect(daemon.session.says("disconnected Ghostnote:out", times: round))
      }
      #expect(daemon.session.end().status == 0)
    }

    @Test func `a second daemon with the same name reports it, and both play`() throws {
      let first = try Daemon(["--connect", "Pad"])
      let second = try Daemon(["--connect", "Pad"])
      let warning = "another ALSA client is called Ghostnote"
      #expect(eventually { second.session.program.errors.contains(warning) })
      #expect(!first.session.program.errors.contains(warning))
      let pad = try Peer("Pad")
      for daemon in [first, second] {
        #expect(daemon.session.says("connected Pad:port to Ghostnote:in"))
      }
      let dumps = try [first, second].map { try Aseqdump(to: "out", of: $0) }
      try pad.play(note: 40)
      for dump in dumps { #expect(eventually { dump.notes == ["on 9 40 100"] }) }
      #expect(second.session.end().status == 0)
      #expect(first.comesTo { $0.hits == 1 })
      #expect(first.session.end().status == 0)
    }

    @Test func `a sound card plays through a stall, and SIGTERM stops it cleanly`() throws {
      let daemon = try Daemon(
        ["rock", "--play", "--alsa-device", "plughw:Dummy", "--period", "512"], audio: "alsa")
      #expect(daemon.comesTo { $0.beat > 1 })
      kill(daemon.session.program.process.id, SIGSTOP)
      usleep(400_000)
      kill(daemon.session.program.process.id, SIGCONT)
      let before = try #require(daemon.session.status())
      #expect(daemon.comesTo { $0.beat > before.beat + 1 && $0.hits > before.hits })
      let audio = try #require(daemon.session.status()?.devices["audio"])
      #expect(audio.hasPrefix("ALSA plughw:Dummy"))
      print("sound card after a stall: \(audio)")
      #expect(daemon.session.end().status == 0)
    }
  }
}
