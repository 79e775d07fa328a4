import Clock
import Commands
import JACKClient
import MusicalTime
import Ports
import RealTime
import Testing

@testable import Daemon

/// Names of the clock that leads, and priorities that are missing, as the daemon says them.
@Suite struct FollowedClockTests {
  private func clock(_ leader: ClockStatus.Leader) -> ClockStatus {
    var clock = ClockStatus()
    (clock.leader, clock.presence) = (leader, .locked)
    clock.settings.isTimebase = true
    return clock
  }

  /// The clocks of a session that is called `ghostnote` on JACK.
  private func followedClock() -> FollowedClock {
    var followed = FollowedClock()
    followed.note(.up(clientName: "ghostnote", sampleRate: 48_000, period: 128))
    return followed
  }

  @Test func `a clock on JACK has the name of what is connected, while that is one`() {
    var followed = followedClock()
    followed.note(.connected(source: "Ardour:clock", destination: "ghostnote:clock_in"))
    let now = HostTime(nanoseconds: 0)
    #expect(
      followed.line(about: clock(.midi), of: .midi(.jackClock), at: now)?
        .hasPrefix("MIDI clock from Ardour:clock leads") == true)
    #expect(followed.named(clock(.midi)).device == "Ardour:clock")
    followed.note(.connected(source: "Other:clock", destination: "ghostnote:clock_in"))
    #expect(followed.named(clock(.midi)).device == "clock_in")
    followed.note(.disconnected(source: "Ardour:clock", destination: "ghostnote:clock_in"))
    #expect(followed.named(clock(.midi)).device == "Other:clock")
    followed.note(.connected(source: "Ardour:x", destination: "ghostnote:midi_in"))
    #expect(followed.named(clock(.midi)).device == "Other:clock")
    #expect(followed.named(clock(.internal)).device == nil)
  }

  @Test func `a clock on JACK that has gone keeps its name, whatever is connected elsewhere`() {
    var followed = followedClock()
    followed.note(.connected(source: "Ardour:clock", destination: "ghostnote:clock_in"))
    _ = followed.line(
      about: clock(.midi), of: .midi(.jackClock), at: HostTime(nanoseconds: 0))
    followed.note(.disconnected(source: "Ardour:clock", destination: "ghostnote:clock_in"))
    followed.note(.connected(source: "pads:out", destination: "ghostnote:midi_in"))
    #expect(followed.named(clock(.midi)).device == "Ardour:clock")
  }

  @Test func `what our outputs play to is not taken for a source, whatever its port is called`() {
    var followed = followedClock()
    followed.note(.connected(source: "Ardour:clock", destination: "ghostnote:clock_in"))
    followed.note(.connected(source: "ghostnote:clock_out", destination: "drums:clock_in"))
    followed.note(.connected(source: "ghostnote:midi_out", destination: "ghostnote-01:midi_in"))
    _ = followed.line(
      about: clock(.midi), of: .midi(.jackClock), at: HostTime(nanoseconds: 0))
    #expect(followed.named(clock(.midi)).device == "Ardour:clock")
    #expect(!followed.hearsNotesOnJACK)
  }

  @Test func `held notes lose their ends with what plays to us, not with what we play to`() {
    var followed = followedClock()
    func loses(_ source: String, _ destination: String) -> Bool {
      followed.losesReleases(by: .disconnected(source: source, destination: destination))
    }
    #expect(loses("pads:out", "ghostnote:midi_in"))
    #expect(!loses("pads:out", "ghostnote:clock_in"))
    #expect(!loses("ghostnote:midi_out", "setBfree:midi_in"))
    #expect(!loses("ghostnote:midi_out", "ghostnote-01:midi_in"))
    #expect(
      !followed.losesReleases(
        by: .connected(source: "pads:out", destination: "ghostnote:midi_in")))
    #expect(
      followed.losesReleases(
        by: .removedFeedback(source: "ghostnote:midi_out", destination: "ghostnote:midi_in")))
    #expect(followed.losesReleases(by: .down(reason: "test")))
    // A server that returns may give us another name.
    followed.note(.up(clientName: "ghostnote-01", sampleRate: 48_000, period: 128))
    #expect(loses("pads:out", "ghostnote-01:midi_in"))
    #expect(!loses("ghostnote-01:midi_out", "ghostnote:midi_in"))
  }

  @Test func `a server that goes takes connections and the timebase with it`() {
    var followed = followedClock()
    followed.note(.connected(source: "pads:out", destination: "ghostnote:midi_in"))
    followed.note(.timebase(isOurs: true))
    #expect(followed.hearsNotesOnJACK)
    #expect(followed.named(clock(.jack)).isTimebaseOurs == true)
    followed.note(.down(reason: "test"))
    #expect(!followed.hearsNotesOnJACK)
    #expect(followed.named(clock(.jack)).isTimebaseOurs == nil)
  }

  @Test func `the thread that is worst off is named, once all have started`() {
    var report = LossReport()
    let audio = TimedThread(name: "audio", wanted: 70, given: .unknown)
    let midi = TimedThread(name: "MIDI", wanted: 60, given: .ordinary)
    #expect(report.warning(about: [audio, midi]) == nil)
    let started = TimedThread(name: "audio", wanted: 70, given: .realTime(10))
    let warning = report.warning(about: [started, midi])
    #expect(warning?.hasPrefix("no real-time priority here: MIDI may be late") == true)
    // Once is enough.
    #expect(report.warning(about: [started, midi]) == nil)
  }

  @Test func `a priority that was given is not reported`() {
    let fine = TimedThread(name: "audio", wanted: 70, given: .realTime(70))
    #expect(TimedThread.warning(about: [fine]) == nil)
    let short = TimedThread(name: "audio", wanted: 70, given: .realTime(20))
    #expect(
      TimedThread.warning(about: [short, fine])?
        .hasPrefix("real-time priority 20 here, where 70 is wanted: audio may be late") == true)
  }
}
