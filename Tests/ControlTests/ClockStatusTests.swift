import Commands
import Control
import Foundation
import Rhythm
import Testing

/// What the status says of the clock, to people and to programs.
@Suite struct ClockStatusTests {
  private func locked() async -> ClockStatus {
    var clock = await Desk(Patch()).machine.status().clock
    (clock.leader, clock.presence, clock.device) = (.midi, .locked, "Ardour:out")
    (clock.tempoBPM, clock.phaseErrorMS) = (120.0132, 0.031)
    (clock.jitterMS, clock.largestJitterMS) = (0.2099, 0.8)
    (clock.ticks, clock.ticksLost, clock.ticksDropped, clock.relocks) = (4_711, 3, 2, 1)
    clock.settings.source = "auto"
    return clock
  }

  @Test func `one line says who leads and how well`() async {
    var clock = await locked()
    #expect(
      clock.line == """
        MIDI clock from Ardour:out leads, locked at 120.01 bpm, phase +0.03 ms, \
        jitter 0.21 ms (max 0.80), 3 ticks lost
        """)
    clock.phaseErrorMS = -12.3456
    #expect(clock.line.contains("phase -12.35 ms"))
    clock.phaseErrorMS = -0.004
    #expect(clock.line.contains("phase +0.00 ms"))
    clock.isArmed = true
    #expect(clock.line.hasSuffix("ticks lost, armed: waits for the first clock"))
  }

  @Test(arguments: [
    (
      ClockStatus.Leader.internal, ClockStatus.Presence.absent, "auto",
      "our own tempo leads; no MIDI clock yet"
    ),
    (.internal, .lost, "midi", "our own tempo leads; MIDI clock is lost"),
    (.internal, .absent, "internal", "our own tempo leads"),
    (.internal, .absent, "jack", "our own tempo leads"),
    (.midi, .seeking, "midi", "MIDI clock leads, not locked yet"),
    (.midi, .lost, "midi", "MIDI clock leads, but is lost: 99.5 bpm is held"),
    (.jack, .absent, "jack", "JACK transport leads, 99.5 bpm"),
    (.link, .locked, "link", "Ableton Link leads, locked at 99.5 bpm, phase +0.00 ms"),
    (.link, .lost, "link", "Ableton Link leads, but is lost: 99.5 bpm is held"),
    (.internal, .absent, "link", "our own tempo leads; no ghostnote-link yet"),
    (.internal, .lost, "link", "our own tempo leads; Ableton Link is lost"),
  ])
  func `a clock that does not lead is said too, where it might`(
    leader: ClockStatus.Leader, presence: ClockStatus.Presence, source: String, line: String
  ) async {
    var clock = await Desk(Patch()).machine.status().clock
    (clock.leader, clock.presence, clock.settings.source) = (leader, presence, source)
    clock.tempoBPM = 99.5
    #expect(clock.line == line)
  }

  @Test(arguments: [
    ("midi", false, true, "our own tempo leads; Start and Stop are followed"),
    ("auto", false, true, "our own tempo leads; Start and Stop are followed"),
    ("Ardour*", false, false, "our own tempo leads"),
    ("Ardour*", true, false, "our own tempo leads; no MIDI clock yet"),
    ("jack", false, true, "our own tempo leads"),
    ("link", false, true, "our own tempo leads"),
  ])
  func `MIDI clock whose ticks are not followed is not waited for`(
    source: String, followsTempo: Bool, followsTransport: Bool, line: String
  ) async {
    var clock = await Desk(Patch()).machine.status().clock
    clock.settings.source = source
    clock.settings.followsTempo = followsTempo
    clock.settings.followsTransport = followsTransport
    #expect(clock.line == line)
  }

  @Test(arguments: [
    (true, true, "on"), (true, false, "on (held by another)"), (true, nil, "on (waits for JACK)"),
    (false, false, "off"), (false, nil, "off"),
  ])
  func `a timebase that is wanted is shown with whether it is ours`(
    isWanted: Bool, isOurs: Bool?, words: String
  ) async {
    var clock = await locked()
    (clock.settings.isTimebase, clock.isTimebaseOurs) = (isWanted, isOurs)
    #expect(clock.text.hasSuffix("JACK timebase: \(words)"))
  }

  @Test func `clock status shows the settings and the counts`() async {
    var clock = await locked()
    clock.settings.offsetMS = -2.5
    clock.settings.followsTransport = false
    let lines = clock.text.split(separator: "\n").map(String.init)
    #expect(lines.first == clock.line)
    #expect(
      Array(lines.dropFirst()) == [
        "source: auto, lost: hold", "follows: tempo, offset: -2.5 ms",
        "ticks: 4711, 3 lost, 2 dropped, 1 relock",
        "sends: on, while stopped: off, JACK timebase: off",
      ])
  }

  @Test func `under Link the counts are of reports and jumps`() async {
    var clock = await locked()
    clock.settings.source = "link"
    #expect(clock.text.contains("\nreports: 4711, 1 jump\n"))
  }

  @Test func `JSON carries all of it, and reads back the same`() async throws {
    var status = await Desk(Patch()).machine.status()
    status.clock = await locked()
    let data = try JSONEncoder().encode(status)
    #expect(try JSONDecoder().decode(MachineStatus.self, from: data) == status)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""leader":"MIDI clock""#) && text.contains(#""presence":"locked""#))
    #expect(status.text.contains("\nclock: MIDI clock from Ardour:out leads, locked at 120.01 bpm"))
  }
}
