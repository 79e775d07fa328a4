import ClockMonitor
import Commands
import Foundation
import GhostnoteTesting
import JACKClient
import Shell
import Testing

extension JACKTests {
  /// Debian's clock for JACK with the transport rolling, and our monitor connected to it; also whether no client of the
  /// server lost a cycle, as far as another one can tell.
  private func watch(
    _ clock: [String], seconds: String, port: [String]
  ) throws -> (outcome: Spawned.Outcome, isUndisturbed: Bool) {
    try #require(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/jack_midi_clock"),
      "jack_midi_clock is not installed: apt install jack-midi-clock")
    let server = try JACKServer()
    let witness = Bench(server) { $0.connectsPhysicalOutputs = false }
    try #require(witness.session.waitUntilSettled() == .connected)
    let environment = [(name: "JACK_DEFAULT_SERVER", value: server.name)]
    let monitor = try GhostnoteProgram.start(
      ["clock", "monitor", "--seconds", seconds] + port, environment: environment)
    #expect(eventually { monitor.errors.contains("JACK client ghostnote-clock, 48000 Hz") })
    let master = try Spawned("/usr/bin/jack_midi_clock", clock, environment: environment)
    #expect(
      eventually {
        monitor.errors.contains("connected jack_midi_clock:mclk_out to ghostnote-clock:monitor_in")
      })
    let before = (witness.session.xruns, witness.session.missedCycles)
    let transport = try Spawned("/usr/bin/jack_transport", [], environment: environment)
    transport.type("play")
    let outcome = monitor.finish()
    let isUndisturbed = (witness.session.xruns, witness.session.missedCycles) == before
    transport.process.end()
    master.process.end()
    return (outcome, isUndisturbed)
  }

  /// What was wrong with a run of the monitor.
  private struct Judgement {
    /// What no lost cycle excuses.
    var always: [String] = []
    /// What one may bring about: the clock counts its own frames, and where it loses a cycle its ticks are late.
    var undisturbed: [String] = []
    /// What the monitor itself missed.
    var missedMs = 0.0
  }

  /// Watches a clock, five times at most, until `judge` finds no fault; those of disturbed runs that a lost cycle may
  /// bring about do not count.
  private func watch(
    _ clock: [String], seconds: String, port: [String],
    judge: (Spawned.Outcome) -> Judgement
  ) throws {
    var counted: [[String]] = []
    for _ in 1...5 {
      let (outcome, isUndisturbed) = try watch(clock, seconds: seconds, port: port)
      let found = judge(outcome)
      #expect(found.always.isEmpty)
      if found.undisturbed.isEmpty { return }
      print("monitor, \(isUndisturbed ? "undisturbed" : "disturbed"): \(found)")
      if isUndisturbed, found.missedMs == 0 { counted.append(found.undisturbed) }
    }
    // One may be a loss that the server did not report.
    #expect(counted.count < 2, "\(counted)")
  }

  @Test func `the monitor measures Debian's JACK clock exactly to a frame`() throws {
    try watch(
      ["-b", "123.45"], seconds: "9", port: ["--jack", "--port", "jack_midi*", "--json"]
    ) { outcome in
      let lines = outcome.output.split(separator: "\n").map { Data($0.utf8) }
      let last = lines.last.flatMap { try? JSONDecoder().decode(ClockSummary.self, from: $0) }
      var found = Judgement()
      if outcome.status != 0 { found.always.append("status \(outcome.status)") }
      guard let summary = last else {
        found.always.append("no summary: \(outcome.errors)")
        return found
      }
      let rolling = lines.dropLast().compactMap {
        try? JSONDecoder().decode(ClockReading.self, from: $0)
      }.filter { $0.motion == "rolling" }
      found.missedMs = summary.missedMs
      if abs(summary.meanBPM - 123.45) > 0.005 || summary.jitterMaxMs > 0.021 {
        found.undisturbed.append("not to a frame: \(summary.text)")
      }
      if summary.lost != 0 || summary.dropped != 0 || summary.relocks != 0 {
        found.undisturbed.append("ticks lost: \(summary.text)")
      }
      let places = rolling.map(\.position)
      let hasMoved = places.last?.hasPrefix("1.1.1") == false
      if places.count <= 3 || places.sorted() != places || !hasMoved {
        found.always.append("positions \(places)")
      }
      return found
    }
  }

  @Test func `the monitor distinguishes a clock with jitter from an even one`() throws {
    try watch(
      ["-b", "120", "-J", "10"], seconds: "12", port: ["--jack", "--port", "jack_midi_clock"]
    ) { outcome in
      let words = outcome.output.split(separator: "\n").last.map(String.init) ?? ""
      let figures = figures(words.replacing(",", with: ""))
      var found = Judgement(missedMs: figures["missed"] ?? 0)
      if figures["jitter"] ?? 0 <= 0.3 { found.always.append("no jitter: \(words)") }
      if figures["lost"] != 0 || figures["dropped"] != 0 {
        found.undisturbed.append("ticks lost: \(words)")
      }
      // Its intervals are shaken by 5.8 %, so the mean of some 400 has a deviation of 0.35 bpm.
      let tempo = words.split(separator: " ").first.flatMap { Double($0) }
      if abs((tempo ?? 0) - 120) >= 2 { found.undisturbed.append("tempo: \(words)") }
      return found
    }
  }

  // Elsewhere ALSA has no ports at all, and nothing is shown.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/snd/seq")))
  func `a pattern of which ALSA has only reserved ports is listened to on JACK`() throws {
    let server = try JACKServer()
    let source = try WirePeer("Systematic", server: server)
    // ALSA's sequencer has System:Announce, which no wildcard connects.
    let monitor = try GhostnoteProgram.start(
      ["clock", "monitor", "--port", "System*"],
      environment: [(name: "JACK_DEFAULT_SERVER", value: server.name)])
    #expect(
      eventually {
        monitor.errors.contains("connected Systematic:out to ghostnote-clock:monitor_in")
      }, "\(monitor.errors)")
    monitor.signal(SIGINT)
    _ = monitor.finish()
    withExtendedLifetime(source) {}
  }

  @Test func `the monitor reports a lost clock when its server dies`() throws {
    let server = try JACKServer()
    let environment = [(name: "JACK_DEFAULT_SERVER", value: server.name)]
    let monitor = try GhostnoteProgram.start(
      ["clock", "monitor", "--jack", "--port", "jack_midi*", "--json"], environment: environment)
    #expect(eventually { monitor.errors.contains("JACK client ghostnote-clock, 48000 Hz") })
    let master = try Spawned(
      "/usr/bin/jack_midi_clock", ["-b", "120", "-B"], environment: environment)
    let transport = try Spawned("/usr/bin/jack_transport", [], environment: environment)
    transport.type("play")
    #expect(eventually { monitor.output.contains(#""presence":"locked""#) }, "\(monitor.errors)")
    // A machine that stalls may have lost it briefly before: the last reading counts.
    server.kill()
    #expect(
      eventually {
        monitor.output.split(separator: "\n").last?.contains(#""presence":"lost""#) == true
      }, "\(monitor.output)")
    monitor.signal(SIGINT)
    #expect(monitor.finish().status == 0)
    transport.process.end()
    master.process.end()
  }
}
