import Commands
import GhostnoteTesting
import Testing

extension ALSATests {
  @Suite(.serialized) struct DaemonClock {
    @Test func `16 beats at 120 bpm: Start once, then 24 even ticks per beat, then Stop`() throws {
      let daemon = try Daemon(["--bpm", "120"])
      let judge = try Peer(judging: daemon, "clock")
      let stamps = try Spawned(
        Judges.path("alsa_stamps"),
        ["--from", "\(daemon.number):clock", "--count", "360", "--seconds", "30"])
      try #require(daemon.session.says("connected Ghostnote:clock to alsa_stamps:in"))
      daemon.session.type("play")
      var heard: [Peer.Heard] = []
      #expect(judge.listen(into: &heard) { $0.count(where: \.isClock) >= 385 })
      daemon.session.type("stop")
      #expect(judge.listen(into: &heard) { $0.contains(where: \.isStop) })
      #expect(heard.first?.name == "start" && heard.last?.name == "stop")
      #expect(heard.transport == ["start", "stop"])
      try expectRest(daemon, at: heard.ticks.count)
      let tempo = steadyTempo(heard.ticks)
      #expect(abs(tempo - 120) < 0.01, "\(tempo) bpm")
      let judged = stamps.finish()
      #expect(judged.status == 0, "\(judged.errors)")
      print("clock: \(tempo) bpm; alsa_stamps: \(judged.output)")
      #expect(daemon.session.end().status == 0)
    }

    @Test func `tempo changes neither lose nor double a tick`() throws {
      let daemon = try Daemon(["--bpm", "120"])
      let judge = try Peer(judging: daemon, "clock")
      daemon.session.type("play")
      var heard: [Peer.Heard] = []
      for tempo in [90, 200, 61.7, 300, 133.33, 299.9, 120] {
        let known = heard.ticks.count
        #expect(judge.listen(into: &heard) { $0.ticks.count >= known + 12 })
        daemon.session.type("tempo \(tempo)")
      }
      // Enough at once to fill the queue.
      for tempo in 100..<140 { daemon.session.type("tempo \(tempo)") }
      let known = heard.ticks.count
      #expect(judge.listen(into: &heard) { $0.ticks.count >= known + 48 })
      daemon.session.type("stop")
      #expect(judge.listen(into: &heard) { $0.contains(where: \.isStop) })
      #expect(heard.transport == ["start", "stop"])
      #expect(heard.last?.name == "stop")
      try expectRest(daemon, at: heard.ticks.count)
      #expect(heard.ticks == heard.ticks.sorted())
      #expect(daemon.session.end().status == 0)
    }

    @Test func `nothing follows Stop, and Continue resumes with the next tick`() throws {
      let daemon = try Daemon(["--bpm", "150"])
      let judge = try Peer(judging: daemon, "clock")
      var heard: [Peer.Heard] = []
      var expected: [String] = []
      var resting = 0
      for round in 0..<6 {
        // The third time from another position, which a follower reaches by song position.
        if round == 3 {
          daemon.session.type("locate 4")
          resting = 72
          expected.append("spp 12")
        }
        // Followers can only continue at a sixteenth: the next one.
        let joining = (resting + 5) / 6
        if round > 0 { expected.append("spp \(joining)") }
        expected.append(round == 0 ? "start" : "continue")
        expected.append("stop")
        let known = heard.ticks.count
        daemon.session.type("continue")
        #expect(judge.listen(into: &heard) { $0.ticks.count >= known + 17 + round })
        daemon.session.type("stop")
        #expect(judge.listen(into: &heard) { $0.count(where: \.isStop) == round + 1 })
        let next = try daemon.restingTick()
        heard += judge.heard()
        #expect(heard.last?.name == "stop")
        try expectRest(daemon, at: heard.ticks.count - known + 6 * joining)
        resting = next
      }
      #expect(heard.transport == expected)
      #expect(daemon.session.end().status == 0)
    }
  }
}

/// Checks that the daemon is stopped on the tick after the received ones.
private func expectRest(_ daemon: Daemon, at tick: Int) throws {
  let resting = try daemon.restingTick()
  #expect(resting == tick)
}

/// The tempo of clock ticks: the median over pairs half the song apart, so that single delayed
/// ticks have no influence.
private func steadyTempo(_ ticks: [Int64]) -> Double {
  let half = ticks.count / 2
  guard half > 0 else { return 0 }
  let intervals = (0..<half).map { Double(ticks[$0 + half] - ticks[$0]) / Double(half) }.sorted()
  return 60e9 / 24 / intervals[half / 2]
}
