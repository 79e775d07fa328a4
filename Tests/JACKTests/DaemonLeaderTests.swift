import Commands
import Control
import Foundation
import GhostnoteTesting
import Shell
import Testing

/// The clock master, as reported by the daemon and chosen by its options.
extension JACKTests.DaemonTests {
  @Test func `with JACK transport as master, play, locate, stop and continue control it`() throws {
    let daemon = try Daemon(on: try JACKServer(), ["--clock", "jack", "--bpm", "120"])
    let session = daemon.session
    #expect(session.says("clock: follows JACK transport"))
    #expect(session.status { $0.clock.leader == .jack && !$0.isRolling } != nil)
    let steps: [(line: String, isDone: (MachineStatus) -> Bool)] = [
      ("play", { $0.isRolling && $0.beat > 1 }), ("stop", { !$0.isRolling }),
      ("locate 9", { !$0.isRolling && abs($0.beat - 8) < 0.001 }),
      ("continue", { $0.isRolling && $0.beat > 9 }), ("toggle", { !$0.isRolling && $0.beat > 9 }),
      ("play", { $0.isRolling && $0.beat < 8 }),
    ]
    for step in steps {
      session.type(step.line)
      #expect(session.status(where: step.isDone) != nil, "\(step.line)")
    }
    // Any other client can stop it too.
    #expect(try Daemon.transport(of: daemon.server, "stop").finish().status == 0)
    #expect(session.status { $0.clock.leader == .jack && !$0.isRolling } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `without its server a song that follows JACK can be played, stopped and continued`()
    throws
  {
    let server = try JACKServer()
    let daemon = try Daemon(on: server, ["--clock", "jack", "--jack-timebase", "--play"])
    let session = daemon.session
    #expect(session.status { $0.clock.leader == .jack && $0.isRolling } != nil)
    #expect(session.says("clock: JACK timebase master: yes"))
    #expect(session.answer(to: "clock status", until: "JACK timebase: on\n") != nil)
    server.kill()
    #expect(session.says("audio: JACK is gone"))
    #expect(session.status { $0.clock.leader == .internal && $0.isRolling } != nil)
    #expect(session.answer(to: "clock status", until: "timebase: on (waits for JACK)\n") != nil)
    for (line, isRolling) in [("stop", false), ("toggle", true), ("toggle", false), ("play", true)]
    {
      session.type(line)
      #expect(session.status { $0.isRolling == isRolling } != nil, "\(line)")
    }
    try server.start()
    #expect(session.says("audio: JACK client ghostnote,", times: 2))
    // JACK's transport is stopped, and our song continues independently until it is stopped.
    let back = try #require(session.status { $0.clock.leader == .jack && $0.isRolling })
    #expect(session.status { $0.beat > back.beat + 1 && $0.isRolling } != nil)
    session.type("stop")
    #expect(session.status { !$0.isRolling } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `a server at another rate can be the master, and receives the song resampled`() throws
  {
    let server = try JACKServer()
    server.stop()
    let session = try Session(
      ["rock", "--audio", "jack", "--midi", "jack", "--clock", "jack", "--rate", "44100"],
      environment: [("JACK_DEFAULT_SERVER", server.name)])
    #expect(
      session.says("follows JACK transport when JACK appears; until then our own tempo leads"))
    try server.start()
    #expect(session.says(", resampled from 44100 Hz"))
    let peer = try WirePeer("peer", server: server)
    #expect(peer.connect("ghostnote:out_left", "peer:audio"))
    session.type("locate 17")
    session.type("continue")
    let rolling = session.status { $0.isRolling && $0.clock.leader == .jack }
    let beat = try #require(rolling).beat
    #expect((16..<40).contains(beat))
    #expect(peer.isTransportRolling)
    #expect(eventually { peer.samples.contains { $0.height > 0.01 } })
    #expect(session.end().status == 0)
  }

  @Test func `without audio options, a daemon on JACK plays at once with its transport`() throws {
    let server = try JACKServer()
    let session = try Session(
      ["rock", "--clock", "jack", "--play", "--midi", "jack"],
      environment: [("JACK_DEFAULT_SERVER", server.name)])
    #expect(session.says("clock: follows JACK transport\n"))
    #expect(session.status { $0.clock.leader == .jack && $0.isRolling && $0.beat > 1 } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `a timebase held by another client is reported, and becomes ours when it is given up`()
    throws
  {
    let server = try JACKServer()
    let conductor = try Conductor(on: server)
    try conductor.ask("master 90")
    let session = try Daemon(on: server, ["--jack-timebase"]).session
    #expect(session.says("clock: JACK timebase master: no"))
    #expect(
      session.answer(to: "clock status", until: "timebase: on (held by another)\n") != nil)
    // The other client stays, so that no departure is reported.
    try conductor.ask("leave")
    #expect(session.says("clock: JACK timebase master: yes"))
    #expect(session.answer(to: "clock status", until: "JACK timebase: on\n") != nil)
    #expect(session.end().status == 0)
  }

  @Test func `a MIDI clock is named as master, and reported when it is lost and when it returns`()
    throws
  {
    let server = try JACKServer()
    let master = try Spawned(
      "/usr/bin/jack_midi_clock", ["-b", "123", "-B"],
      environment: [("JACK_DEFAULT_SERVER", server.name)])
    let daemon = try Daemon(on: server, ["--clock", "jack_midi_clock*"])
    let session = daemon.session
    let device = "MIDI clock from jack_midi_clock:mclk_out"
    #expect(session.says("connected jack_midi_clock:mclk_out to ghostnote:clock_in"))
    #expect(try Daemon.transport(of: server, "play").finish().status == 0)
    #expect(session.says("clock: \(device) leads, locked at 12"))
    let status = try #require(session.status { $0.clock.presence == .locked })
    #expect(status.clock.leader == .midi && abs(status.clock.tempoBPM - 123) < 0.5)
    #expect(status.clock.device == "jack_midi_clock:mclk_out")
    let text = try #require(session.answer(to: "clock status", until: "JACK timebase: off"))
    #expect(text.hasPrefix("\(device) leads, locked at 12"))
    session.type("tempo 99")
    #expect(eventually { session.program.output.contains("MIDI clock leads: 99 bpm is kept") })
    #expect(try Daemon.transport(of: server, "stop").finish().status == 0)
    #expect(session.says("clock: \(device) is lost: our own tempo leads"))
    #expect(session.status { $0.tempoBPM == 99 && !$0.isRolling } != nil)
    #expect(try Daemon.transport(of: server, "play").finish().status == 0)
    #expect(session.says("clock: \(device) is back, locked at 12"))
    #expect(session.end().status == 0)
    master.process.end()
  }
}

extension Daemon {
  /// jackd2's own transport control, with one command.
  fileprivate static func transport(of server: JACKServer, _ line: String) throws -> Spawned {
    let control = try Spawned(
      "/usr/bin/jack_transport", [], environment: [("JACK_DEFAULT_SERVER", server.name)])
    control.type(line)
    control.type("quit")
    return control
  }
}
