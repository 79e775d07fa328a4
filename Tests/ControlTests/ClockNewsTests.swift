import Commands
import Control
import MusicalTime
import Rhythm
import Testing

/// What is reported of a clock that comes and goes, with time turned by hand.
@Suite struct ClockNewsTests {
  /// The clock of a machine at rest, changed by hand.
  private func clock(
    _ leader: ClockStatus.Leader, _ presence: ClockStatus.Presence, device: String? = nil,
    lost: String = "hold"
  ) async -> ClockStatus {
    var clock = await Desk(Patch()).machine.status().clock
    clock.settings.source = "auto"
    clock.settings.lost = lost
    clock.tempoBPM = 120.013
    (clock.leader, clock.presence, clock.device) = (leader, presence, device)
    return clock
  }

  private func at(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `our own tempo needs no word until another leads`() async {
    var news = ClockNews()
    #expect(news.line(about: await clock(.internal, .absent), at: at(0)) == nil)
    #expect(news.line(about: await clock(.midi, .seeking, device: "Ardour"), at: at(9)) == nil)
    let locked = await clock(.midi, .locked, device: "Ardour:out")
    #expect(
      news.line(about: locked, at: at(18))
        == "MIDI clock from Ardour:out leads, locked at 120.01 bpm")
    #expect(news.line(about: locked, at: at(5_000)) == nil)
    let jack = await clock(.jack, .absent)
    #expect(news.line(about: jack, at: at(6_000)) == "JACK transport leads")
    let own = await clock(.internal, .absent)
    #expect(news.line(about: own, at: at(8_000)) == "our own tempo leads")
  }

  @Test(arguments: [
    ("hold", ClockStatus.Leader.midi, "120.01 bpm is held"), ("stop", .internal, "stopped"),
    ("internal", .internal, "our own tempo leads"), ("hold", .internal, "our own tempo leads"),
  ])
  func `a lost clock is reported with what follows from it, and so is its return`(
    policy: String, leader: ClockStatus.Leader, consequence: String
  ) async {
    var news = ClockNews()
    let locked = await clock(.midi, .locked, device: "TD-17:out", lost: policy)
    let device = leader == .midi ? "TD-17:out" : nil
    let lost = await clock(leader, .lost, device: device, lost: policy)
    _ = news.line(about: locked, at: at(0))
    #expect(
      news.line(about: lost, at: at(2_000)) == "MIDI clock from TD-17:out is lost: \(consequence)")
    let seeking = await clock(.midi, .seeking, device: "TD-17:out", lost: policy)
    #expect(news.line(about: seeking, at: at(4_000)) == nil)
    #expect(
      news.line(about: locked, at: at(4_500))
        == "MIDI clock from TD-17:out is back, locked at 120.01 bpm")
  }

  @Test func `a clock that flaps is reported once a second, as it is then`() async {
    var news = ClockNews()
    let states = [await clock(.midi, .locked), await clock(.midi, .lost)]
    let lines = (0..<100).map { news.line(about: states[$0 % 2], at: at(Int64($0) * 100)) }
    let told = lines.indices.filter { lines[$0] != nil }
    // Every tenth look finds it as it was reported last, so that the next one reports.
    #expect(told == Array(stride(from: 0, to: 100, by: 11)))
    var last = states[1]
    last.presence = .locked
    #expect(news.line(about: last, at: at(12_000)) != nil)
    #expect(news.line(about: last, at: at(14_000)) == nil)
  }

  @Test func `Link that leads, is lost and is back gets a line each`() async {
    var news = ClockNews()
    var link = await clock(.link, .locked)
    link.settings.source = "link"
    #expect(
      news.line(about: link, at: at(0)) == "Ableton Link leads, locked at 120.01 bpm")
    link.presence = .lost
    #expect(
      news.line(about: link, at: at(2_000)) == "Ableton Link is lost: 120.01 bpm is held")
    link.presence = .locked
    #expect(
      news.line(about: link, at: at(4_000)) == "Ableton Link is back, locked at 120.01 bpm")
    // The song stopped, and nothing is reported any more.
    (link.leader, link.presence) = (.internal, .lost)
    #expect(
      news.line(about: link, at: at(6_000)) == "Ableton Link is lost: our own tempo leads")
  }

  @Test func `a lost MIDI clock is not reported where it may not lead`() async {
    var news = ClockNews()
    for source in ["internal", "jack"] {
      var clock = await clock(source == "jack" ? .jack : .internal, .lost)
      clock.settings.source = source
      let line = news.line(about: clock, at: at(0))
      #expect(line == (source == "jack" ? "JACK transport leads" : nil))
    }
    var clock = await clock(.internal, .lost)
    clock.settings.followsTempo = false
    #expect(news.line(about: clock, at: at(2_000)) == "our own tempo leads")
    #expect(news.line(about: clock, at: at(4_000)) == nil)
  }
}
