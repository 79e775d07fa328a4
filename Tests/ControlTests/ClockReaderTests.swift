import Clock
import CommandText
import Commands
import Control
import MusicalTime
import Playback
import Ports
import Testing

/// What is typed of the clock, and what it asks for.
@Suite struct ClockReaderTests {
  @Test(arguments: [
    ("clock source internal", ClockSetting.source(.internal)),
    ("clock source midi", .source(.midi)),
    ("clock source jack", .source(.jack)), ("clock source auto", .source(.auto)),
    ("clock source link", .source(.link)), ("clock source Link", .source(.link)),
    ("clock source \"Ardour:MIDI Clock*\"", .source(.port(NamePattern("Ardour:MIDI Clock*")))),
    ("clock follow tempo off", .followTempo(false)),
    ("clock follow transport on", .followTransport(true)),
    ("clock send off", .send(false)), ("clock send stopped on", .sendWhileStopped(true)),
    ("clock send timebase on", .timebase(true)), ("clock lost hold", .lost(.hold)),
    ("clock lost stop", .lost(.stop)), ("clock lost internal", .lost(.internal)),
  ])
  func `a line sets something of the clock`(line: String, setting: ClockSetting) throws {
    #expect(try CommandReader.command(line)?.action == .clock(.set(setting)))
  }

  @Test func `a line asks how the clock does, or moves what is followed by some more`() throws {
    for line in ["clock status", "CLOCK status --json"] {
      #expect(try CommandReader.command(line)?.action == .clock(.status))
    }
    let earlier = HostTime.Interval(nanoseconds: -1_500_000)
    #expect(try CommandReader.command("nudge -1.5")?.action == .clock(.nudge(earlier)))
  }

  @Test(arguments: [
    ("0", 0), ("2.5", 2_500_000), ("-100", -100_000_000), ("100", 100_000_000), ("0.3", 300_000),
    ("-0.1", -100_000), ("12.34", 12_300_000), ("0.04", 0),
  ])
  func `an offset is taken to the nearest tenth of a millisecond`(
    text: String, nanoseconds: Int64
  ) throws {
    let offset = HostTime.Interval(nanoseconds: nanoseconds)
    #expect(
      try CommandReader.command("clock offset \(text)")?.action
        == .clock(.set(.offset(offset))))
  }

  @Test(arguments: [
    ("clock", "clock: expected status, source, follow, offset, send or lost"),
    ("clock tempo", "clock: expected status, source, follow, offset, send or lost, found “tempo”"),
    ("clock status now", "clock status: unexpected “now”; usage: clock status"),
    ("clock source", "clock source: a source is missing; usage: clock source internal|midi|jack|"),
    ("clock source \"\"", "clock source: a source is missing"),
    ("clock source midi jack", "clock source: unexpected “jack”"),
    ("clock follow", "clock follow: expected tempo or transport"),
    ("clock follow beat on", "clock follow: expected tempo or transport, found “beat”"),
    ("clock follow tempo", "clock follow tempo: on or off is missing"),
    ("clock offset", "clock offset: milliseconds are missing; usage: clock offset MS"),
    ("clock offset 100.1", "clock offset: expected -100 – 100 ms, found 100.1"),
    ("clock offset nan", "clock offset: expected -100 – 100 ms, found nan"),
    ("clock send", "clock send: on or off is missing; usage: clock send on|off"),
    ("clock send maybe", "clock send: expected on or off, found “maybe”"),
    ("clock send rolling on", "clock send: expected on or off, found “rolling”"),
    ("clock send stopped", "clock send stopped: on or off is missing"),
    ("clock lost", "clock lost: hold, stop or internal is missing; usage: clock lost hold|stop|"),
    ("clock lost wait", "clock lost: expected hold, stop or internal, found “wait”"),
  ])
  func `a slip is named, with how it should be`(line: String, beginning: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: [
    (
      "follow 17.25 at 81234570000000 tempo 121.3 bar 4 rolling", 17.25, 121.3, 4,
      BeatLine.Motion.rolling
    ),
    ("follow -0.5 at 81234570000000 tempo 999 bar 3.5 stopped", -0.5, 999, 3.5, .stopped),
    ("FOLLOW 1e3 at 81234570000000 tempo 20 bar 0.25", 1_000, 20, 0.25, .free),
  ])
  func `a program reports a beat, with its time, tempo and bar`(
    line: String, beat: Double, bpm: Double, bar: Double, motion: BeatLine.Motion
  ) throws {
    func beats(_ value: Double) -> Beats {
      Beats(units: Int64((value * Double(Beats.unitsPerBeat)).rounded()))
    }
    let command = try #require(try CommandReader.command(line))
    guard case .engine(let order) = command.action, case .line(let line) = order.message else {
      Issue.record("no beat is reported")
      return
    }
    #expect(
      line
        == BeatLine(
          beat: beats(beat), at: HostTime(nanoseconds: 81_234_570_000_000),
          tempo: Tempo(measuredMicrobpm: Int64((bpm * 1_000_000).rounded())), bar: beats(bar),
          motion: motion))
    // Urgent, so that the beat arrives while a patch is loaded.
    #expect(CommandReader.urgentCommands(command.line)?.count == 1)
  }

  @Test(arguments: [
    ("follow", "follow: a beat is missing; usage: follow BEAT at TIME tempo BPM bar BEATS"),
    ("follow 1", "follow: expected “at TIME”; usage"),
    ("follow 1 at", "follow: a time of CLOCK_MONOTONIC in nanoseconds is missing"),
    ("follow 1 at 5 bar 4", "follow: expected “tempo BPM”; usage"),
    ("follow 1 at 5 tempo 0 bar 4", "follow: expected 1–999 bpm, found 0"),
    ("follow 1 at 5 tempo 120 bar 0", "follow: expected 0.25–1024 beats, found 0"),
    ("follow 2e9 at 5 tempo 120 bar 4", "follow: expected a beat of -10000000 – 10000000"),
    ("follow 1 at 5 tempo 120 bar 4 waiting", "follow: expected stopped or rolling"),
    ("follow 1 at 5 tempo 120 bar 4 rolling 7", "follow: unexpected “7”"),
  ])
  func `a report that is not whole is refused`(line: String, beginning: String) {
    let error = #expect(throws: CommandError.self) { try CommandReader.command(line) }
    #expect(error?.isUsage == true)
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["internal", "midi", "jack", "link", "auto", "TD-17*", "Ardour:out"])
  func `a source reads back as it was written`(text: String) throws {
    #expect(try #require(ClockSource(text)).text == text)
  }

  @Test(arguments: [ClockSettings.LostPolicy.hold, .stop, .internal])
  func `a policy reads back as it was written`(policy: ClockSettings.LostPolicy) {
    #expect(ClockSettings.LostPolicy(name: policy.name) == policy)
  }
}
