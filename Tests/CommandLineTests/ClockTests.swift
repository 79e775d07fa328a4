import Commands
import Control
import Foundation
import GhostnoteTesting
import Testing

extension CommandLineTests {
  @Test(arguments: [
    (["--clock", ""], "--clock"), (["--clock-follow", "beat"], "--clock-follow"),
    (["--clock-follow", ""], "--clock-follow"), (["--clock-follow", "tempo,"], "--clock-follow"),
    (["--clock-lost", "wait"], "--clock-lost"), (["--send-clock", "perhaps"], "--send-clock"),
    (["--clock-offset-ms", "-100.1"], "--clock-offset-ms: expected -100 – 100 ms, found -100.1"),
    (["--follow-offset-ms", "101"], "--follow-offset-ms: expected -100 – 100 ms, found 101"),
    (["--follow-offset-ms", "nan"], "--follow-offset-ms: expected -100 – 100 ms, found nan"),
    (["--follow-offset-ms", "soon"], "--follow-offset-ms"),
    (["--clock", "jack", "--audio", "silent"], "--clock jack needs JACK"),
    (["--jack-timebase", "--audio", "alsa"], "--jack-timebase needs JACK"),
    (["--clock", "midi", "--midi", "none"], "--clock midi needs MIDI"),
    (["--clock", "Ardour*", "--midi", "jack", "--audio", "silent"], "--clock Ardour* needs MIDI"),
  ])
  func `a clock that cannot be is refused with 64 and why`(
    arguments: [String], words: String
  ) throws {
    let outcome = try GhostnoteProgram.start(["run"] + arguments).finish()
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.first?.hasPrefix("Error: ") == true)
    #expect(outcome.errorLines.first?.contains(words) == true, "\(outcome.errors)")
  }

  /// A daemon without devices whose clock is set by options.
  private func session(_ arguments: String...) throws -> Session {
    let session = try Session(["--audio", "silent", "--midi", "none"] + arguments)
    try #require(session.status() != nil, "\(session.program.errors)")
    return session
  }

  @Test func `the options are the settings that the status shows`() throws {
    let session = try session(
      "--clock", "auto", "--clock-follow", "transport", "--clock-lost", "stop",
      "--follow-offset-ms", "-2.54", "--clock-offset-ms", "-5", "--send-clock", "off",
      "--clock-while-stopped")
    let clock = try #require(session.status()?.clock)
    #expect(clock.leader == .internal && clock.presence == .absent)
    #expect(clock.settings.source == "auto" && clock.settings.lost == "stop")
    #expect(!clock.settings.followsTempo && clock.settings.followsTransport)
    #expect(clock.settings.offsetMS == -2.5)
    #expect(!clock.settings.sends && clock.settings.sendsWhileStopped)
    #expect(!clock.settings.isTimebase)
    #expect(session.says("clock: follows MIDI clock, else JACK transport, else our own tempo"))
    #expect(session.end().status == 0)
  }

  @Test func `without options our own tempo leads, and clock is sent while rolling`() throws {
    let session = try session()
    #expect(session.says("clock: our own tempo leads"))
    let settings = try #require(session.status()?.clock.settings)
    #expect(settings.source == "internal" && settings.lost == "hold" && settings.offsetMS == 0)
    #expect(settings.followsTempo && settings.followsTransport)
    #expect(settings.sends && !settings.sendsWhileStopped)
    #expect(session.end().status == 0)
  }

  @Test func `lines change the clock, and clock status replies in text and JSON`() throws {
    let session = try session()
    for line in ["clock source auto", "clock offset 12.5", "clock send stopped on"] {
      session.type(line)
    }
    let text = try #require(session.answer(to: "clock status", until: "JACK timebase: off\n"))
    #expect(text.hasPrefix("our own tempo leads; no MIDI clock yet\nsource: auto, lost: hold\n"))
    #expect(text.contains("offset: 12.5 ms"))
    let json = try #require(session.answer(to: "clock status --json", until: "\n}\n"))
    var clock = try JSONDecoder().decode(ClockStatus.self, from: Data(json.utf8))
    #expect(clock.position?.isRolling == false && clock.position?.bar == 4)
    clock.position = nil
    #expect(clock == session.status()?.clock)
    #expect(clock.settings.source == "auto" && clock.settings.sendsWhileStopped)
    #expect(session.end().status == 0)
  }

  @Test(arguments: [
    ("clock source jack", "JACK transport needs JACK"),
    ("clock send timebase on", "JACK transport needs JACK"),
    ("clock source midi", "MIDI clock needs MIDI"),
    ("clock source 'Ardour*'", "MIDI clock needs MIDI"),
    ("clock follow", "clock follow: expected tempo or transport"),
  ])
  func `a clock this session has no device for is refused, and nothing changes`(
    line: String, words: String
  ) throws {
    let session = try session("--quiet")
    session.type(line)
    let settings = try #require(session.status()?.clock.settings)
    #expect(settings.source == "internal" && !settings.isTimebase)
    // Errors and answers are written by threads of their own.
    #expect(eventually { session.program.errors.contains(words) })
    #expect(session.program.errors.split(separator: "\n").count == 1)
    #expect(session.end().status == 0)
  }

  @Test func `the monitor ends by itself when its output is not read any more`() throws {
    let shell = try Spawned(
      "/bin/sh",
      ["-c", "{ \"$0\" clock monitor --jack --seconds 900; echo ended $? >&2; } | true"]
        + [GhostnoteProgram.path],
      environment: [("JACK_DEFAULT_SERVER", "ghostnote-none")])
    // No clock was heard.
    #expect(eventually { shell.errors.hasSuffix("ended 1\n") }, "\(shell.errors)")
  }
}
