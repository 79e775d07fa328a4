import Commands
import Control
import Foundation
import GhostnoteTesting
import JACKClient
import Shell
import Testing

extension JACKTests.DaemonTests {
  @Test(arguments: [SIGKILL, SIGTERM])
  func `the daemon plays on through three deaths of jackd, and its connections are restored`(
    signal: Int32
  ) throws {
    let server = try JACKServer()
    let daemon = try Daemon(on: server, ["rock", "--play"])
    let session = daemon.session
    #expect(session.says("connected ghostnote:out_right to system:playback_2"))
    try server.tool("jack_connect", "ghostnote:out_left", "system:playback_2")
    #expect(session.says("connected ghostnote:out_left to system:playback_2"))
    for round in 1...3 {
      if signal == SIGKILL { server.kill() } else { server.stop() }
      #expect(session.says("audio: JACK is gone", times: round))
      let alone = try #require(session.status { $0.devices["JACK"] == nil })
      #expect(alone.isRolling)
      #expect(alone.devices["audio"]?.hasPrefix("silent until JACK appears") == true)
      #expect(session.status { $0.beat > alone.beat && $0.hits > alone.hits } != nil)
      try server.start()
      #expect(session.says("audio: JACK client ghostnote,", times: round + 1))
      let back = try #require(session.status { $0.devices["JACK"] != nil })
      #expect(back.isRolling)
      #expect(session.status { $0.beat > back.beat && $0.hits > back.hits } != nil)
      #expect(
        try eventually {
          try Set(connections(of: "ghostnote:out_left", server))
            == ["system:playback_1", "system:playback_2"]
            && connections(of: "ghostnote:out_right", server) == ["system:playback_2"]
        })
      // libjack can hang if a server exits while its client still connects ports.
      usleep(300_000)
    }
    #expect(session.end().status == 0)
  }

  /// Hears the song and counts its ticks as a client that leaves again; it `connects` itself, or is
  /// connected by the daemon as it was before.
  private func hear(_ daemon: Daemon, at rate: Int, connects: Bool) throws {
    let peer = try WirePeer("peer", server: daemon.server)
    if connects {
      #expect(peer.connect("ghostnote:out_left", "peer:audio"))
      // A server under load was seen to take a connection and not to make it.
      let isConnected = eventually {
        peer.connect("ghostnote:clock_out", "peer:in")
          && daemon.session.program.errors.contains("connected ghostnote:clock_out to peer:in")
      }
      #expect(isConnected)
    }
    let isHeard = eventually {
      peer.samples.contains { $0.height > 0.01 } && peer.heard.count > 100
    }
    #expect(isHeard, "\(daemon.session.program.errors)")
    // 24 ticks are half a second at any rate; the delay may still be adapting.
    let ticks = peer.heard.filter { $0.bytes == [0xF8] }.map(\.frame).suffix(49)
    let (first, last) = (try #require(ticks.first), try #require(ticks.last))
    if peer.lostCycles == 0, daemon.losses == 0 {
      #expect(abs(Double(last - first) / Double(rate) - 1) < 0.012)
    }
  }

  @Test func `after jackd returns at another rate, pitch and tempo are right`() throws {
    // Cycles of 1.3 ms were too short for jackd itself on a busy machine: it stood still.
    let server = try JACKServer(period: 256)
    let daemon = try Daemon(on: server, ["rock", "--bpm", "120", "--play"])
    let session = daemon.session
    #expect(session.status { $0.hits > 0 } != nil)
    for (round, rate) in [44_100, 96_000, 48_000].enumerated() {
      server.kill()
      #expect(session.says("audio: JACK is gone", times: round + 1))
      try server.start(rate: rate)
      #expect(session.says("audio: JACK client ghostnote, \(rate) Hz"))
      let isResampled = session.program.errors.contains("\(rate) Hz, 256 frames, resampled")
      #expect(isResampled == (rate != 48_000))
      try hear(daemon, at: rate, connects: round == 0)
      // The peer has left in good time before the server dies: its wires are not the user's to cut.
      #expect(session.says("disconnected ghostnote:clock_out from peer:in", times: round + 1))
      usleep(500_000)
    }
    #expect(session.end().status == 0)
  }

  @Test func `a daemon without a server plays silently and connects when the server starts`() throws
  {
    let server = try JACKServer()
    server.stop()
    let session = try Session(
      ["--audio", "jack", "--midi", "jack", "rock", "--play"],
      environment: [("JACK_DEFAULT_SERVER", server.name)])
    #expect(session.says("no JACK server yet: silent until it appears"))
    let alone = try #require(session.status { $0.isRolling && $0.hits > 0 })
    try server.start()
    #expect(session.says("audio: JACK client ghostnote,"))
    #expect(session.status { $0.devices["JACK"] != nil && $0.hits > alone.hits } != nil)
    #expect(session.end().status == 0)
  }

  @Test func `the threads of JACK's client have names, also after jackd returns`() throws {
    let server = try JACKServer()
    let daemon = try Daemon(on: server, ["rock"])
    for round in 1...2 {
      var names: [Int32: String] = [:]
      let areNamed = eventually {
        names = daemon.session.program.threadNames
        let unnamed = names.filter { $0.value == "ghostnote" }.keys.sorted()
        // Those that libjack starts have the name of the one that opened the client.
        return names.values.contains("ghostnote-jack")
          && unnamed == [daemon.session.program.process.id]
      }
      #expect(areNamed, "\(names)")
      // libjack can hang, and its threads stay, if a server exits while its client still connects ports.
      usleep(300_000)
      server.kill()
      #expect(daemon.session.says("audio: JACK is gone", times: round))
      try server.start()
      #expect(daemon.session.says("audio: JACK client ghostnote,", times: round + 1))
    }
    #expect(daemon.session.end().status == 0)
  }

  /// A server that takes connections and says nothing, and a daemon that was started meanwhile and plays.
  private func daemonOfSilentServer(
    _ runtime: Runtime, audio: String
  ) throws -> (server: JACKServer, session: Session) {
    let server = try JACKServer()
    server.hang()
    // Without a sound card, whatever this machine has.
    let session = try Session(
      ["--audio", audio, "--alsa-device", "no-such-device", "--midi", "jack", "rock", "--play"],
      environment: [("JACK_DEFAULT_SERVER", server.name)] + runtime.environment)
    #expect(session.says("audio: the JACK server does not respond"), "\(session.program.errors)")
    try #require(session.isReady(), "\(session.program.errors)")
    return (server, session)
  }

  @Test(arguments: ["jack", "auto"])
  func `a daemon whose server takes connections and says nothing plays and replies`(
    audio: String
  ) throws {
    let runtime = Runtime()
    let (server, session) = try daemonOfSilentServer(runtime, audio: audio)
    let alone = try #require(session.status { $0.isRolling && $0.hits > 0 })
    #expect(alone.devices["JACK"] == nil)
    let ctl = try GhostnoteProgram.start(["ctl", "status"], environment: runtime.environment)
    ctl.closeInput()
    let reply = ctl.finish()
    #expect(reply.status == 0 && reply.output.contains("silent until JACK appears"), "\(reply)")
    server.resume()
    #expect(session.says("audio: JACK client ghostnote,"), "\(session.program.errors)")
    #expect(session.status { $0.devices["JACK"] != nil && $0.hits > alone.hits } != nil)
    #expect(session.end().status == 0)
    withExtendedLifetime(runtime) {}
  }

  @Test func `a daemon ends cleanly while its server has said nothing`() throws {
    let runtime = Runtime()
    let (server, session) = try daemonOfSilentServer(runtime, audio: "jack")
    let outcome = session.end()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("stopped cleanly"))
    withExtendedLifetime((runtime, server)) {}
  }

  @Test func `a daemon whose server returns and says nothing plays on until it responds`() throws {
    let server = try JACKServer()
    let daemon = try Daemon(on: server, ["rock", "--play"])
    let session = daemon.session
    server.kill()
    #expect(session.says("audio: JACK is gone"))
    // Held up, so that it finds the server only once that says nothing.
    session.program.signal(SIGSTOP)
    try server.start()
    server.hang()
    session.program.signal(SIGCONT)
    let alone = try #require(session.status { $0.isRolling && $0.devices["JACK"] == nil })
    // Eight beats are four seconds, in which it looks for the server twenty times.
    let later = try #require(session.status { $0.beat > alone.beat + 8 && $0.hits > alone.hits })
    #expect(later.devices["JACK"] == nil && later.isRolling)
    server.resume()
    #expect(
      session.says("audio: JACK client ghostnote,", times: 2), "\(session.program.errors)")
    #expect(session.status { $0.devices["JACK"] != nil && $0.hits > later.hits } != nil)
    #expect(session.end().status == 0)
  }
}

extension JACKTests.DaemonTests {
  /// A daemon whose audio thread is monitored, and the report.
  private func watched(
    selfTest: Bool = false, _ body: (Daemon) throws -> Void
  ) throws -> AudioThreadWatch.Counts {
    let watch = try AudioThreadWatch(selfTest: selfTest)
    let daemon = try Daemon(
      on: try JACKServer(), ["rock", "--play"], environment: watch.environment)
    try body(daemon)
    #expect(daemon.session.end().status == 0, "\(daemon.session.program.errors)")
    let counts = try watch.counts()
    if !selfTest { #expect(counts["offences"] == 0, "\(counts.text)") }
    return counts
  }

  @Test func `a busy session never allocates, locks or calls the system on the audio thread`()
    throws
  {
    let counts = try watched { daemon in
      let flood = try daemon.start(
        judge: "jack_flood",
        ["--to", "ghostnote:midi_in", "--rate", "150", "--seconds", "120", "--freewheel"])
      let kit = "\(GhostnoteProgram.root)/SoundFonts/Ghostnote-Kit.sf2"
      let other = "\(GhostnoteProgram.root)/SoundFonts/Ghostnote-Machine.sf2"
      let lines = [
        "tempo 287.3", "step crash 3 X", "kit \"\(kit)\" 0", "hit kick", "mute snare", "panic",
        "sound crash \"\(other)\"", "hit crash", "sound crash kit",
        "load funk", "tempo 41", "level -6", "pan snare 1", "tuning tom1 300", "decay crash 0.2",
        "choke ride hats", "locate 3", "stop", "continue", "loop off", "loop on", "play",
        "load samba", "solo kick", "clear", "load rock", "play", "reload",
        "reverb snare 0.4", "delay closedhat 0.5", "delay time 1/8t",
        "filter kick lowpass", "cutoff kick 300", "resonance kick 6", "filter kick off",
      ]
      var rounds = 0
      // At least two rounds: the flood may end before.
      while rounds < 2 || (rounds < 40 && !flood.hasEnded) {
        for line in lines { daemon.session.type(line) }
        #expect(daemon.session.status() != nil)
        rounds += 1
      }
      let flooded = flood.finish(within: 300)
      #expect(flooded.status == 0, "\(flooded.errors)")
      #expect(try #require(figures(flooded.output)["sent"]) > 10_000)
      daemon.session.type("load rock")
      daemon.session.type("play")
      let status = try #require(daemon.session.status { $0.isRolling })
      #expect(daemon.session.status { $0.hits > status.hits } != nil)
      #expect(daemon.session.program.errors.contains("error: ") == false)
    }
    for name in ["malloc", "calloc", "realloc", "free", "pthread_mutex_lock", "write", "futex"] {
      #expect(counts[name] == 0, "\(name)")
    }
    #expect(try #require(counts["frames"]) > 120 * 48_000)
    // Code that runs for the first time may fault; memory of ours, as a new kit's, may not.
    #expect(try #require(counts["late-faults"]) <= 8, "\(counts.offences)")
  }

  @Test func `the monitor of the audio thread counts forbidden calls`() throws {
    let counts = try watched(selfTest: true) { _ in }
    #expect(counts["malloc"] == 1 && counts["free"] == 1 && counts["write"] == 1)
    #expect(counts["offences"] == 3)
  }
}
