import Commands
import Control
import Foundation
import GhostnoteTesting
import Testing

extension JACKTests {
  /// Debian's clock for JACK, its transport rolling, and our monitor before it.
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

  @Test func `the monitor finds Debian's JACK clock exact to a frame`() throws {
    let outcome = try watch(
      ["-b", "123.45"], seconds: "9", port: ["--jack", "--port", "jack_midi*", "--json"])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map { Data($0.utf8) }
    let summary = try JSONDecoder().decode(ClockSummary.self, from: try #require(lines.last))
    #expect(abs(summary.meanBPM - 123.45) <= 0.005)
    #expect(summary.jitterMaxMs <= 0.021)
    #expect(summary.lost == 0 && summary.dropped == 0 && summary.relocks == 0)
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
    let outcome = try watch(
      ["-b", "120", "-J", "10"], seconds: "12", port: ["--jack", "--port", "jack_midi_clock"])
    let words = try #require(outcome.output.split(separator: "\n").last)
    let figures = figures(String(words.replacing(",", with: "")))
    #expect(try #require(figures["jitter"]) > 0.3, "\(words)")
    #expect(figures["lost"] == 0 && figures["dropped"] == 0)
    let tempo = try #require(words.split(separator: " ").first.flatMap { Double($0) })
    // Its intervals are shaken by 5.8 %, so the mean of some 400 has a deviation of 0.35 bpm.
    #expect(abs(tempo - 120) < 2)
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
