import Commands
import Foundation
import GhostnoteTesting
import JACKClient
import Testing

extension JACKTests.DaemonTests {
  /// A kick on every beat; its onsets are compared with the beats of JACK transport at `bpm`.
  private func onsets(
    of daemon: Daemon, at bpm: String, _ more: [String] = []
  ) throws -> [String: Double] {
    for step in ["1", "5", "9", "13"] { daemon.session.type("step kick \(step) 100") }
    let arguments = [
      "--from", "ghostnote:out_left", "--bpm", bpm, "--count", "72", "--skip", "8", "--roll",
      "--freewheel",
    ]
    let judge = try daemon.start(judge: "jack_onsets", arguments + more)
    judge.closeInput()
    let judged = judge.finish()
    #expect(judged.status == 0, "\(judged.errors)")
    print("onsets \(bpm) \(more): \(judged.output)", terminator: "")
    return figures(judged.output)
  }

  /// The conditions for every onset: exactly one per beat.
  private func expectOneABeat(_ figures: [String: Double]) {
    #expect(figures["onsets"] == 64 && figures["missed"] == 0 && figures["doubled"] == 0)
  }

  private func startClock(
    _ arguments: [String], for daemon: Daemon
  ) throws -> Spawned {
    try #require(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/jack_midi_clock"),
      "jack_midi_clock is not installed: apt install jack-midi-clock")
    let clock = try Spawned(
      "/usr/bin/jack_midi_clock", arguments,
      environment: [("JACK_DEFAULT_SERVER", daemon.server.name)])
    #expect(daemon.session.says("connected jack_midi_clock:mclk_out to ghostnote:clock_in"))
    return clock
  }

  @Test(arguments: ["90", "123.45"])
  func `when following Debian's clock, the sound has a constant distance from the beat`(
    bpm: String
  ) throws {
    let daemon = try Daemon(
      on: try JACKServer(), ["empty", "--clock", "jack_midi_clock*", "--bpm", "150"])
    let clock = try startClock(["-b", bpm], for: daemon)
    let figures = try onsets(of: daemon, at: bpm)
    expectOneABeat(figures)
    // The synthesizer's block of 64 frames and the kick's attack; a clock is exact to a frame.
    #expect(try #require(figures["earliest"]) >= 0)
    #expect(try #require(figures["latest"]) < 128)
    #expect(try #require(figures["first"]) < 128)
    clock.signal(SIGINT)
    #expect(daemon.session.end().status == 0)
  }

  @Test func `Debian's clock with jitter is smoothed: no hit is lost and the tempo is stable`()
    throws
  {
    let daemon = try Daemon(
      on: try JACKServer(), ["empty", "--clock", "jack_midi_clock*", "--bpm", "150"])
    let clock = try startClock(["-b", "120", "-J", "10"], for: daemon)
    // Its jitter accumulates, so that only its own ticks determine the beat.
    let figures = try onsets(of: daemon, at: "120", ["--clock", "jack_midi_clock:mclk_out"])
    expectOneABeat(figures)
    #expect(abs(try #require(figures["mean"])) < 160)
    // Each tick of 1000 frames has a jitter of up to a hundred either way.
    #expect(try #require(figures["std"]) < 200)
    let status = try #require(daemon.session.answer(to: "clock status", until: "\n"))
    print("shaken: \(status)", terminator: "")
    clock.signal(SIGINT)
    #expect(daemon.session.end().status == 0)
  }

  @Test func `JACK transport is followed to the frame, with our own timebase or another's`() throws
  {
    let daemon = try Daemon(
      on: try JACKServer(), ["empty", "--clock", "jack", "--jack-timebase", "--bpm", "123.45"])
    let conductor = try Conductor(on: daemon.server)
    try conductor.ask("write")
    let own = try onsets(of: daemon, at: "123.45")
    expectOneABeat(own)
    #expect(try #require(own["earliest"]) >= 0 && (try #require(own["latest"])) < 128)
    let cycles = try conductor.show()
    #expect(cycles.count > 1_000 && cycles.allSatisfy { $0.bpm == 123.45 })
    try conductor.ask("master 96 offset")
    let others = try onsets(of: daemon, at: "96")
    expectOneABeat(others)
    #expect(try #require(others["earliest"]) >= 0 && (try #require(others["latest"])) < 128)
    #expect(daemon.session.end().status == 0)
  }
}
