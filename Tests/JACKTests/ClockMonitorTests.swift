import Control
import Foundation
import GhostnoteTesting
import Testing

extension JACKTests {
  /// Debian's clock for JACK, its transport rolling, our monitor before it, and beside that a witness.
  ///
  /// Debian's clock counts its own frames: where the server runs a cycle without it, all that follows
  /// is late. What the monitor says is held against what the witness heard.
  private func watch(
    _ clock: [String], seconds: String, port: [String]
  ) throws -> (outcome: Spawned.Outcome, ticks: [Int], isUndisturbed: Bool) {
    try #require(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/jack_midi_clock"),
      "jack_midi_clock is not installed: apt install jack-midi-clock")
    let server = try JACKServer()
    let environment = [(name: "JACK_DEFAULT_SERVER", value: server.name)]
    let monitor = try GhostnoteProgram.start(
      ["clock", "monitor", "--seconds", seconds] + port, environment: environment)
    #expect(eventually { monitor.errors.contains("JACK client ghostnote-clock, 48000 Hz") })
    let master = try Spawned("/usr/bin/jack_midi_clock", clock, environment: environment)
    #expect(
      eventually {
        monitor.errors.contains("connected jack_midi_clock:mclk_out to ghostnote-clock:monitor_in")
      })
    let witness = try WirePeer("witness", server: server)
    #expect(witness.connect("jack_midi_clock:mclk_out", "witness:in"))
    let transport = try Spawned("/usr/bin/jack_transport", [], environment: environment)
    transport.type("play")
    let outcome = monitor.finish(within: 120)
    let isUndisturbed = witness.lostCycles == 0
    let ticks = witness.heard.filter { $0.bytes == [0xF8] }.map(\.frame)
    transport.process.end()
    master.process.end()
    return (outcome, ticks, isUndisturbed)
  }

  /// The tempo of ticks on these frames of 48 kHz, and the longest and shortest way between two.
  private func judge(_ ticks: [Int]) throws -> (bpm: Double, apart: ClosedRange<Int>) {
    let (first, last) = (try #require(ticks.first), try #require(ticks.last))
    let apart = zip(ticks, ticks.dropFirst()).map { $1 - $0 }
    let shortest = try #require(apart.min())
    return (
      Double(ticks.count - 1) * 48_000 * 60 / (24 * Double(last - first)),
      shortest...(apart.max() ?? shortest)
    )
  }

  @Test func `the monitor finds Debian's JACK clock exact to a frame`() throws {
    let (outcome, ticks, isUndisturbed) = try watch(
      ["-b", "123.45"], seconds: "9", port: ["--jack", "--port", "jack_midi*", "--json"])
    #expect(outcome.status == 0)
    let (bpm, apart) = try judge(ticks)
    // 972.05 frames a tick: so it is where neither the clock nor the witness lost a cycle.
    let isEven = isUndisturbed && apart.lowerBound >= 971 && apart.upperBound <= 974
    let lines = outcome.output.split(separator: "\n").map { Data($0.utf8) }
    let summary = try JSONDecoder().decode(ClockSummary.self, from: try #require(lines.last))
    if isEven {
      #expect(abs(summary.meanBPM - 123.45) <= 0.005)
      #expect(summary.jitterMaxMs <= 0.021)
      #expect(summary.lost == 0 && summary.dropped == 0 && summary.relocks == 0)
    } else if isUndisturbed {
      print("the clock lost cycles: \(apart), \(bpm) bpm; the monitor: \(summary.meanBPM)")
      #expect(abs(summary.meanBPM - bpm) < 5)
    }
    let readings = try lines.dropLast().map {
      try JSONDecoder().decode(ClockReading.self, from: $0)
    }
    let rolling = readings.filter { $0.motion == "rolling" }
    #expect(rolling.count > 3)
    #expect(rolling.map(\.position).sorted() == rolling.map(\.position))
    #expect(rolling.last?.position.hasPrefix("1.1.1") == false)
    print("monitor: \(summary.text)")
  }

  @Test func `the monitor tells a shaken clock from an even one`() throws {
    let (outcome, ticks, isUndisturbed) = try watch(
      ["-b", "120", "-J", "10"], seconds: "12", port: ["--jack", "--port", "jack_midi_clock"])
    let (bpm, apart) = try judge(ticks)
    let words = try #require(outcome.output.split(separator: "\n").last)
    let figures = figures(String(words.replacing(",", with: "")))
    #expect(try #require(figures["jitter"]) > 0.3, "\(words)")
    let tempo = try #require(words.split(separator: " ").first.flatMap { Double($0) })
    // Its intervals are shaken by 5.8 %, so the mean of some 400 has a deviation of 0.35 bpm; a lost
    // cycle of 128 frames makes one longer than the shaking ever does.
    if isUndisturbed, apart.upperBound <= 1_110 {
      #expect(figures["lost"] == 0 && figures["dropped"] == 0)
      #expect(abs(tempo - 120) < 2)
    } else if isUndisturbed {
      print("the clock lost cycles: \(apart), \(bpm) bpm; the monitor: \(tempo)")
      #expect(abs(tempo - bpm) < 5)
    }
    print("monitor: \(words)")
  }

  @Test func `a clock is lost to the monitor when its server dies`() throws {
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
    // A machine that stalls may have it lost for a moment before: the last reading tells.
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
