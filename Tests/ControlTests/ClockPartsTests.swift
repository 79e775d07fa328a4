import Clock
import Commands
import MusicalTime
import Ports
import Testing

@testable import Control

/// The tempo of taps, and the clock's settings as commands change them.
@Suite struct ClockPartsTests {
  private static let start = ContinuousClock.now

  /// The tempi after each tap, `nil` where there is none yet.
  private static func tempi(_ milliseconds: [Int]) -> [Double?] {
    var taps = TapTempo()
    return milliseconds.map { taps.tap(at: start + .milliseconds($0))?.bpm }
  }

  @Test func `two taps are a tempo, and more are their mean`() {
    #expect(Self.tempi([0, 500]) == [nil, 120])
    #expect(Self.tempi([0, 500, 900, 1_500]) == [nil, 120, 133.3, 120])
  }

  @Test func `only the latest eight taps count`() {
    let slow = (0..<8).map { $0 * 1_000 }
    let fast = (1...7).map { 7_000 + $0 * 500 }
    let found = Self.tempi(slow + fast)
    #expect(found[7] == 60 && found[14] == 120)
    #expect(zip(found[7...], found[8...]).allSatisfy { ($0 ?? 0) < ($1 ?? 0) })
  }

  @Test func `after the beat of the slowest tempo taps begin again`() {
    #expect(Self.tempi([0, 3_000]) == [nil, 20])
    #expect(Self.tempi([0, 500, 3_501, 4_101]) == [nil, 120, nil, 100])
  }

  @Test func `taps faster than any song, or at one moment, do no harm`() {
    #expect(Self.tempi([0, 100]) == [nil, 300])
    #expect(Self.tempi([0, 0, 600]) == [nil, nil, 200])
  }

  @Test func `each setting is changed, and nothing else`() {
    let before = ClockSetup()
    let changes: [(ClockSetting, (inout ClockSettings) -> Void)] = [
      (.source(.midi), { $0.source = .midi }), (.source(.jack), { $0.source = .jack }),
      (.source(.auto), { $0.source = .auto }), (.source(.link), { $0.source = .link }),
      (.followTempo(false), { $0.followsTempo = false }),
      (.followTransport(false), { $0.followsTransport = false }),
      (.send(false), { $0.sends = false }),
      (.sendWhileStopped(true), { $0.sendsWhileStopped = true }),
      (.timebase(true), { $0.isTimebase = true }), (.lost(.stop), { $0.lost = .stop }),
      (
        .offset(HostTime.Interval(nanoseconds: 5)),
        { $0.offset = HostTime.Interval(nanoseconds: 5) }
      ),
    ]
    for (setting, change) in changes {
      var (setup, settings) = (before, before.settings)
      setup.apply(setting)
      change(&settings)
      #expect(setup.settings == settings && setup.port == nil)
      #expect(setup.settings != before.settings, "\(setting)")
    }
  }

  @Test func `another port is another choice, the same one again is not`() {
    var setup = ClockSetup()
    var numbers: [UInt32] = []
    for name in ["A", "A", "B", "A"] {
      setup.apply(.source(.port(NamePattern(name))))
      #expect(setup.source == .port(NamePattern(name)) && setup.port?.text == name)
      numbers.append(setup.settings.portChoice)
    }
    #expect(numbers == [1, 1, 2, 3])
    setup.apply(.source(.midi))
    #expect(setup.port == nil && setup.source == .midi)
    // Away and back it is chosen again.
    setup.apply(.source(.port(NamePattern("A"))))
    #expect(setup.settings.portChoice == 4)
  }

  private static func setup(_ settings: ClockSetting...) -> ClockSetup {
    var setup = ClockSetup()
    for setting in settings { setup.apply(setting) }
    return setup
  }

  @Test func `devices look out all the time where a clock may come or is sent at rest`() {
    #expect(!Self.setup().isAlwaysAwake)
    #expect(Self.setup(.sendWhileStopped(true)).isAlwaysAwake)
    #expect(!Self.setup(.sendWhileStopped(true), .send(false)).isAlwaysAwake)
    for source in [ClockSource.midi, .jack, .auto, .link, .port(NamePattern("A"))] {
      #expect(Self.setup(.source(source)).isAlwaysAwake)
    }
  }

  @Test func `the transport is JACK's where that was chosen, or leads by itself`() {
    let leaders: [ClockLeader] = [.internal, .jack, .link, .midi(.jack)]
    let left = { (setup: ClockSetup) in leaders.map { setup.leavesTransportToJACK(under: $0) } }
    #expect(left(Self.setup(.source(.jack))) == [true, true, true, true])
    #expect(left(Self.setup(.source(.auto))) == [false, true, false, false])
    #expect(left(Self.setup(.source(.midi))) == [false, false, false, false])
    #expect(
      left(Self.setup(.source(.jack), .followTransport(false))) == [false, false, false, false])
  }

  @Test func `only MIDI may lead where MIDI or a port of it was chosen`() {
    #expect(Self.setup(.source(.midi)).hearsMIDIOnly)
    #expect(Self.setup(.source(.port(NamePattern("A")))).hearsMIDIOnly)
    #expect(!Self.setup(.source(.auto)).hearsMIDIOnly && !Self.setup().hearsMIDIOnly)
  }
}
