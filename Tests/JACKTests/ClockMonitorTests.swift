import ClockMonitor
import Commands
import Foundation
import GhostnoteTesting
import Shell
import Testing

extension JACKTests {
  /// Debian's clock for JACK with the transport rolling, and our monitor connected to it.
  private func watch(
    _ clock: [String], seconds: String, port: [String]
  ) throws -> Spawned.Outcome {
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
    let transport = try Spawned("/usr/bin/jack_transport", [], environment: environment)
    transport.type("play")
    let outcome = monitor.finish()
    transport.process.end()
    master.process.end()
    return outcome
  }

  @Test func `the monitor measures Debian's JACK clock exactly to a frame`() throws {
    let outcome = try watch(
      ["-b", "123.45"], seconds: "9", port: ["--jack", "--port", "jack_midi*", "--json"])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map { Data($0.utf8) }
    let summary = try JSONDecoder().decode(ClockSummary.self, from: try #require(lines.last))
    // Where the server lost cycles the clock stood still with it, which bends the line by no more than this.
    let bend = 2 * 123.45 * summary.missedMs / 1_000 / summary.seconds
    #expect(abs(summary.meanBPM - 123.45) <= 0.005 + bend, "\(summary.text)")
    #expect(summary.jitterMaxMs <= 0.021 + summary.missedMs, "\(summary.text)")
    let isExact = summary.lost == 0 && summary.dropped == 0 && summary.relocks == 0
    #expect(isExact || summary.missedMs > 0, "\(summary.text)")
    let readings = try lines.dropLast().map {
      try JSONDecoder().decode(ClockReading.self, from: $0)
    }
    let rolling = readings.filter { $0.motion == "rolling" }
    #expect(rolling.count > 3)
    #expect(rolling.map(\.position).sorted() == rolling.map(\.position))
    #expect(rolling.last?.position.hasPrefix("1.1.1") == false)
    print("monitor: \(summary.text)")
  }

  @Test func `the monitor distinguishes a clock with jitter from an even one`() throws {
    let outcome = try watch(
      ["-b", "120", "-J", "10"], seconds: "12", port: ["--jack", "--port", "jack_midi_clock"])
    let words = try #require(outcome.output.split(separator: "\n").last)
    let figures = figures(String(words.replacing(",", with: "")))
    #expect(try #require(figures["jitter"]) > 0.3, "\(words)")
    let missed = figures["missed"] ?? 0
    #expect(missed > 0 || figures["lost"] == 0 && figures["dropped"] == 0, "\(words)")
    let tempo = try #require(words.split(separator: " ").first.flatMap { Double($0) })
    // Its intervals are shaken by 5.8 %, so the mean of some 400 has a deviation of 0.35 bpm.
    let seconds = try #require(figures["over"])
    #expect(abs(tempo - 120) < 2 + 240 * missed / 1_000 / seconds, "\(words)")
    print("monitor: \(words)")
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
