import Clock
import Commands
import ControlSocket
import Instrument
import MusicalTime
import Ports
import Rhythm
import Testing

@testable import Control
@testable import Daemon
@testable import LiveDrummer

/// What those who watch are sent, and what is said of clocks and of words that may follow.
@Suite struct WatchersTests {
  private static func watchers() -> Watchers {
    Watchers(
      library: LibraryReader {
        LibraryReader.Contents(kits: .array([.string("kit")]), patches: .array([.string("patch")]))
      })
  }

  @Test func `state is looked at in every other tick`() {
    var watchers = Self.watchers()
    #expect((0..<6).map { _ in watchers.isStateDue() } == [false, true, false, true, false, true])
  }

  private static func bar(_ number: Int, version: Int = 1) -> AheadBar {
    AheadBar(
      number: number, version: version,
      hits: [
        Hit(drum: .kick, velocity: Velocity(clamping: 100), beat: .zero),
        Hit(drum: .snare, velocity: Velocity(clamping: 64), beat: Beats(3, over: 2)),
      ], surprises: [0.1234, nil])
  }

  @Test func `the drummer's bars are said where they are others than before`() {
    var watchers = Self.watchers()
    let message = watchers.aheadMessage([Self.bar(2)])
    #expect(
      message?.text
        == #"{"bars":[{"bar":3,"beat":8,"hits":["#
        + #"{"beat":8,"drum":"kick","surprise":0.12,"velocity":100},"#
        + #"{"beat":9.5,"drum":"snare","velocity":64}]}]}"#)
    #expect(watchers.aheadMessage([Self.bar(2)]) == nil)
    #expect(watchers.aheadMessage([Self.bar(2, version: 2)]) != nil)
    #expect(watchers.aheadMessage([])?.text == #"{"bars":[]}"#)
    #expect(watchers.aheadMessage([]) == nil)
  }

  @Test func `levels are said once, of each drum where each has its outputs`() throws {
    var watchers = Self.watchers()
    var levels = OutputLevels()
    levels.number = 1
    levels.left.peak = 0.5
    levels.right.meanSquare = 0.25
    levels.outputs[2].peak = 1
    #expect(
      watchers.levelsMessage(levels, pairs: 1)?.text
        == #"{"left":{"peak":0.5,"rms":0},"right":{"peak":0,"rms":0.5}}"#)
    #expect(watchers.levelsMessage(levels, pairs: 1) == nil)
    levels.number = 2
    guard case .object(let members)? = watchers.levelsMessage(levels, pairs: 26),
      case .object(let drums)? = members["drums"]
    else {
      Issue.record("expected the levels of drums")
      return
    }
    #expect(drums.count == 26)
    #expect(
      drums[Drum.all[1].name]?.text == #"{"left":{"peak":1,"rms":0},"right":{"peak":0,"rms":0}}"#)
  }

  private static func ports() -> ClockPorts {
    ClockPorts(sampleRate: .standard, sequencer: nil, hearsJACKMIDI: true)
  }

  private static func error(_ setting: ClockSetting) -> String? {
    do throws(CommandError) {
      try ports().check(setting)
      return nil
    } catch { return error.description }
  }

  @Test func `a clock that this session has no device for is refused with the reason`() {
    let jack = "JACK transport needs JACK, which this session does not use: --audio jack"
    let midi = "MIDI clock needs MIDI, which this session does not use"
    #expect(Self.error(.source(.jack)) == jack && Self.error(.timebase(true)) == jack)
    #expect(Self.error(.source(.midi)) == midi)
    #expect(Self.error(.source(.port(NamePattern("A")))) == midi)
    for setting in [
      ClockSetting.source(.internal), .source(.auto), .source(.link), .timebase(false), .send(true),
    ] {
      #expect(Self.error(setting) == nil)
    }
    #expect(Self.ports().inputs(ofOnePort: false).isEmpty && !Self.ports().hasTransport)
  }

  private static func setup(_ settings: ClockSetting...) -> ClockSetup {
    var setup = ClockSetup()
    for setting in settings { setup.apply(setting) }
    return setup
  }

  @Test func `what is missing is said once, and what leads instead`() {
    let ports = Self.ports()
    #expect(ports.missing(for: Self.setup(.source(.jack), .timebase(true))).count == 1)
    #expect(ports.missing(for: Self.setup(.source(.midi), .timebase(true))).count == 2)
    #expect(ports.missing(for: Self.setup()).isEmpty)
    #expect(ports.words(for: Self.setup(.source(.jack))) == "our own tempo leads")
    #expect(ports.words(for: Self.setup()) == "our own tempo leads")
    #expect(
      ports.words(for: Self.setup(.source(.link)))
        == "follows Ableton Link by ghostnote-link; until then our own tempo leads")
    #expect(
      ports.words(for: Self.setup(.source(.auto)))
        == "follows MIDI clock, else JACK transport, else our own tempo leads")
  }

  @Test func `a line to a session is completed, with what the connection itself takes`() {
    let completion = LineCompletion(session: "there is none of this name")
    #expect(completion.candidates(for: "tem").prefix(2) == ["tempo", "temper"])
    #expect(completion.candidates(for: "wat").contains("watch"))
    #expect(completion.candidates(for: "LIS").contains("listen"))
    #expect(completion.candidates(for: "watch state le") == ["levels"])
    #expect(completion.arguments(after: ["watch"], typed: "hi") == ["hits"])
    for line in ["wat", "LIS", "ones", "watch le"] {
      #expect(LineCompletion.ofTable(line) == [], "\(line)")
    }
    #expect(completion.candidates(for: "clock source m") == ["midi"])
  }

  @Test func `an argument of several words comes back whole`() {
    let completion = LineCompletion(session: "there is none of this name")
    #expect(completion.arguments(after: ["clock"], typed: "so") == ["source"])
    #expect(completion.arguments(after: [], typed: "play; sto").first == "play; stop")
    #expect(completion.arguments(after: [], typed: "clock source mi") == ["clock source midi"])
    #expect(completion.arguments(after: [], typed: "play;sto").first == "play;stop")
  }

  @Test func `JSON is sorted, on one line or on several, and reads back`() {
    struct Pair: Codable, Equatable {
      var name: String
      var count: Int
    }
    let pair = Pair(name: "a/b\u{85}", count: 3)
    #expect(pair.lineJSON == #"{"count":3,"name":"a/b\u0085"}"#)
    #expect(pair.prettyJSON.split(separator: "\n").count == 4)
    #expect(pair.lineJSON.decoded() == pair && pair.prettyJSON.decoded() == pair)
    let none: Pair? = "{}".decoded()
    #expect(none == nil)
  }
}
