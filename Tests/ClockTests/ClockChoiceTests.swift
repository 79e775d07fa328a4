import Clock
import MIDI
import MusicalTime
import Ports
import Testing

@Suite struct ClockChoiceTests {
  private static let daw = MessageSource.alsa(client: 130, port: 0)
  private static let pad = MessageSource.alsa(client: 24, port: 0)
  private static let chosen = MessageSource.alsaClock(client: 130, port: 0)

  private static func choice(_ source: ClockSettings.Source) -> ClockChoice {
    var settings = ClockSettings()
    settings.source = source
    return ClockChoice(settings)
  }
  private static func health(_ presence: ClockHealth.Presence) -> ClockHealth {
    var health = ClockHealth()
    health.presence = presence
    return health
  }
  private static func isFollowed(_ treatment: ClockChoice.Treatment) -> Bool {
    if case .follow = treatment { true } else { false }
  }
  private static func isDirect(_ treatment: ClockChoice.Treatment) -> Bool {
    if case .direct = treatment { true } else { false }
  }
  private static let rolling = TransportReport(motion: .rolling, frame: 0, timebase: nil)
  private static let stopped = TransportReport(motion: .stopped, frame: 0, timebase: nil)

  @Test func `without a source, Start works the transport and clock is not heard`() {
    var choice = Self.choice(.internal)
    let absent = Self.health(.absent)
    #expect(Self.isDirect(choice.treatment(of: .start, from: Self.pad, health: absent)))
    let tick = choice.treatment(of: .timingClock, from: Self.daw, health: absent)
    #expect(!Self.isDirect(tick) && !Self.isFollowed(tick))
    let leader = choice.leader(health: absent, isRolling: true, report: Self.rolling)
    #expect(leader == .internal)
  }

  @Test func `the first that ticks leads until it is silent, and no other is heard`() {
    var choice = Self.choice(.midi)
    let locked = Self.health(.locked)
    #expect(
      Self.isFollowed(
        choice.treatment(of: .timingClock, from: Self.daw, health: Self.health(.absent))))
    for message in [ShortMessage.timingClock, .start, .stop] {
      let other = choice.treatment(of: message, from: Self.pad, health: locked)
      #expect(!Self.isFollowed(other) && !Self.isDirect(other))
      #expect(Self.isFollowed(choice.treatment(of: message, from: Self.daw, health: locked)))
    }
    #expect(choice.leader(health: locked, isRolling: true, report: nil) == .midi(Self.daw))
    let lost = Self.health(.lost)
    #expect(
      Self.isFollowed(choice.treatment(of: .timingClock, from: Self.pad, health: lost)))
    #expect(choice.leader(health: locked, isRolling: true, report: nil) == .midi(Self.pad))
  }

  @Test func `a chosen port is heard by the clock inputs alone`() {
    var choice = Self.choice(.port)
    let absent = Self.health(.absent)
    let other = choice.treatment(of: .timingClock, from: Self.daw, health: absent)
    #expect(!Self.isFollowed(other))
    #expect(
      Self.isFollowed(choice.treatment(of: .timingClock, from: Self.chosen, health: absent)))
    #expect(
      Self.isFollowed(choice.treatment(of: .start, from: .jackClock, health: absent)))
  }

  @Test func `automatically MIDI clock goes before JACK, and JACK only while it rolls`() {
    var choice = Self.choice(.auto)
    let absent = Self.health(.absent)
    #expect(choice.leader(health: absent, isRolling: false, report: nil) == .internal)
    #expect(choice.leader(health: absent, isRolling: false, report: Self.stopped) == .internal)
    #expect(choice.leader(health: absent, isRolling: false, report: Self.rolling) == .jack)
    _ = choice.treatment(of: .timingClock, from: Self.daw, health: absent)
    let locked = Self.health(.locked)
    #expect(
      choice.leader(health: locked, isRolling: false, report: Self.rolling) == .midi(Self.daw))
    let lost = Self.health(.lost)
    #expect(choice.leader(health: lost, isRolling: false, report: Self.rolling) == .jack)
    #expect(choice.leader(health: lost, isRolling: true, report: Self.rolling) == .midi(Self.daw))
  }

  @Test func `a line leads where it was chosen, while it is heard or held`() {
    var choice = Self.choice(.link)
    let absent = Self.health(.absent)
    for message in [ShortMessage.timingClock, .start, .stop] {
      let treatment = choice.treatment(of: message, from: Self.daw, health: absent)
      #expect(!Self.isFollowed(treatment) && !Self.isDirect(treatment))
    }
    func leader(_ choice: ClockChoice, _ line: ClockHealth.Presence, isRolling: Bool) -> ClockLeader
    {
      choice.leader(health: absent, isRolling: isRolling, report: Self.rolling, line: line)
    }
    #expect(leader(choice, .absent, isRolling: true) == .internal)
    #expect(leader(choice, .locked, isRolling: false) == .link)
    #expect(leader(choice, .lost, isRolling: true) == .link)
    #expect(leader(choice, .lost, isRolling: false) == .internal)
    #expect(leader(Self.choice(.auto), .locked, isRolling: true) == .jack)
    var settings = choice.settings
    settings.lost = .stop
    #expect(leader(ClockChoice(settings), .lost, isRolling: true) == .internal)
    settings.followsTempo = false
    #expect(leader(ClockChoice(settings), .locked, isRolling: true) == .internal)
    let isOther = choice.change(to: settings)
    #expect(!isOther)
  }

  @Test func `tempo and transport are followed apart`() {
    var settings = ClockSettings()
    settings.source = .midi
    settings.followsTempo = false
    var transport = ClockChoice(settings)
    let absent = Self.health(.absent)
    #expect(Self.isDirect(transport.treatment(of: .start, from: Self.daw, health: absent)))
    let tick = transport.treatment(of: .timingClock, from: Self.daw, health: absent)
    #expect(!Self.isFollowed(tick))
    settings.followsTempo = true
    settings.followsTransport = false
    var tempo = ClockChoice(settings)
    #expect(Self.isFollowed(tempo.treatment(of: .timingClock, from: Self.daw, health: absent)))
    let start = tempo.treatment(of: .start, from: Self.daw, health: absent)
    #expect(!Self.isFollowed(start) && !Self.isDirect(start))
  }

  @Test func `another source chosen is another clock`() {
    var choice = Self.choice(.midi)
    _ = choice.treatment(of: .timingClock, from: Self.daw, health: Self.health(.absent))
    var settings = choice.settings
    settings.lost = .stop
    let isOther = choice.change(to: settings)
    #expect(!isOther)
    #expect(
      choice.leader(health: Self.health(.locked), isRolling: true, report: nil)
        == .midi(Self.daw))
    settings.source = .port
    let isPort = choice.change(to: settings)
    _ = choice.treatment(of: .timingClock, from: Self.chosen, health: Self.health(.absent))
    settings.offset = HostTime.Interval(nanoseconds: 1_000_000)
    let isSamePort = !choice.change(to: settings)
    #expect(isPort && isSamePort)
    #expect(
      choice.leader(health: Self.health(.locked), isRolling: true, report: nil)
        == .midi(Self.chosen))
    settings.portChoice += 1
    let isOtherPort = choice.change(to: settings)
    #expect(isOtherPort)
    #expect(
      choice.leader(health: Self.health(.locked), isRolling: true, report: nil) == .internal)
  }
}
