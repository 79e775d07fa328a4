import Commands
import Drummer
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

@testable import LiveDrummer

@Suite struct SteeringTests {
  private static let settings: DrummerSettings = {
    var settings = DrummerSettings()
    settings.isOn = true
    return settings
  }()

  private static let song = DrummerRehearsal.song({ _ in settings }, until: 20)

  private static func stage() throws -> DrummerRehearsal {
    let stage = try DrummerRehearsal(settings)
    stage.room.ask(.play)
    return stage
  }

  /// Hits of a bar as they count from its beginning.
  static func bar(_ number: Int64, of hits: [Hit]) -> [Hit] {
    let begins = Beats(4 * number)
    return hits.filter {
      $0.beat >= begins - Beats(1, over: 8) && $0.beat < begins + Beats(4) - Beats(1, over: 8)
    }.map { Hit(drum: $0.drum, velocity: $0.velocity, beat: $0.beat - begins) }.sorted()
  }

  @Test func `a fill begins on the next beat, and the bar before it stays as it was`() throws {
    let stage = try Self.stage()
    stage.play(until: Beats(5))
    stage.drummer.fill()
    stage.play(until: Beats(12))
    let struck = stage.taken()
    let toms = struck.filter { $0.drum == .tom3 }.map(\.beat)
    #expect(toms == (0..<8).map { Beats(24 + Int64($0), over: 4) })
    #expect(
      struck.filter { $0.beat < Beats(6) - Beats(1, over: 8) }
        == Self.song.filter { $0.beat < Beats(6) - Beats(1, over: 8) })
  }

  @Test func `every fourth bar is a fill when asked to, and none when not`() throws {
    var settings = Self.settings
    settings.fillEvery = 4
    let stage = try DrummerRehearsal(settings)
    stage.room.ask(.play)
    stage.play(until: Beats(40))
    let struck = stage.taken()
    let filled = Set(
      struck.filter { $0.drum == .tom3 }.map { $0.beat.dividedRoundingDown(by: Beats(4)) })
    #expect(filled == [3, 7])
    let beats = Set(struck.filter { $0.drum == .tom3 }.map(\.beat))
    #expect(beats.min() == Beats(14))
  }

  @Test func `it rests for the given number of bars and comes in again`() throws {
    let stage = try Self.stage()
    stage.play(until: Beats(6))
    stage.drummer.rest(bars: 2)
    stage.play(until: Beats(20))
    let bars = Set(
      stage.taken().map { ($0.beat + Beats(1, over: 8)).dividedRoundingDown(by: Beats(4)) })
    #expect(bars == [0, 1, 4, 5])
  }

  @Test func `a locked loop goes round until it is released`() throws {
    let stage = try Self.stage()
    stage.play(until: Beats(14))
    stage.drummer.lock(bars: 2)
    stage.play(until: Beats(30))
    #expect(stage.drummer.activity(inBar: 7) == .looping)
    #expect(stage.drummer.release())
    #expect(!stage.drummer.release())
    stage.play(until: Beats(40))
    let struck = stage.taken()
    let rows = (0..<9).map { Self.bar($0, of: struck) }
    #expect(rows[4] == rows[2] && rows[6] == rows[2])
    #expect(rows[5] == rows[3] && rows[7] == rows[3])
    #expect(rows[2] != rows[3] && rows[8] != rows[2])
  }

  @Test func `it rests while bars are looped, and the loop goes on where it would be`() throws {
    let stage = try Self.stage()
    stage.play(until: Beats(14))
    stage.drummer.lock(bars: 2)
    stage.play(until: Beats(22))
    stage.drummer.rest(bars: 1)
    stage.play(until: Beats(40))
    let looped: [DrummerActivity] = [.looping, .looping, .resting, .looping, .looping]
    #expect((4..<9).map { stage.drummer.activity(inBar: $0) } == looped)
    let struck = stage.taken()
    let rows = (0..<9).map { Self.bar($0, of: struck) }
    #expect(rows[6].isEmpty)
    #expect(rows[4] == rows[2] && rows[8] == rows[2])
    #expect(rows[5] == rows[3] && rows[7] == rows[3])
    #expect(rows[2] != rows[3] && !rows[2].isEmpty && !rows[3].isEmpty)
  }

  @Test func `switched off and on it goes on where it stopped, in the same bar of the phrase`()
    throws
  {
    let stage = try Self.stage()
    stage.play(until: Beats(6))
    stage.drummer.steer(DrummerSettings())
    stage.play(until: Beats(26))
    #expect(stage.room.status.starvedBars == 0)
    stage.drummer.steer(Self.settings)
    stage.play(until: Beats(36))
    let struck = stage.taken()
    #expect(Self.bar(1, of: struck) == Self.bar(1, of: Self.song))
    #expect((2..<7).allSatisfy { Self.bar($0, of: struck).isEmpty })
    #expect(!Self.bar(7, of: struck).isEmpty)
    #expect(stage.room.status.awaitedBars == 0)
  }

  @Test func `a primer is its memory, and no bar of it sounds`() throws {
    let stage = try DrummerRehearsal(Self.settings)
    let kick = Hit(drum: .kick, velocity: StepNotation.accent, beat: .zero)
    let primer = try #require(Primer([kick]))
    stage.drummer.prime(with: primer)
    stage.room.ask(.play)
    stage.play(until: Beats(9))
    let struck = stage.taken()
    var primed = FakeInventor()
    let direction = BarDirection(settings: Self.settings, tempo: .standard)
    for _ in 0..<4 { primed.advance(with: [kick], direction) }
    let expected = primed.play(direction).hits.filter { $0.beat > .zero }
    #expect(Self.bar(0, of: struck).filter { $0.beat > .zero } == expected)
    #expect(Self.bar(0, of: Self.song).filter { $0.beat > .zero } != expected)
  }

  /// What is played in bar `next`, before which the drummer is primed, and what it would play after
  /// the primer's bars `heard`.
  private static func primed(
    _ primer: Primer, before next: Int, heard: [Int]
  ) throws -> (played: [Hit], expected: [Hit]) {
    let stage = try Self.stage()
    let line = Beats(4 * Int64(next))
    stage.play(until: line - Beats(3))
    stage.drummer.prime(with: primer)
    stage.play(until: line + Beats(5))
    var drummer = FakeInventor()
    let direction = BarDirection(settings: settings, tempo: .standard)
    for bar in heard { drummer.advance(with: primer.bars[bar], direction) }
    return (bar(Int64(next), of: stage.taken()), drummer.play(direction).hits)
  }

  @Test(arguments: [
    (1, 1, [0, 0, 0, 0, 0]), (2, 1, [1, 0, 1, 0, 1]), (3, 4, [2, 0, 1, 2]),
    (4, 1, [3, 0, 1, 2, 3]), (5, 4, [1, 2, 3, 4]), (5, 1, [0, 1, 2, 3, 4]),
    (5, 2, [4, 0, 1, 2, 3, 4]), (9, 3, [7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
  ])
  func `primed with a file it continues after the last bar, wherever in a phrase that is`(
    count: Int, next: Int, heard: [Int]
  ) throws {
    let hits = (0..<count).map {
      Hit(drum: .kick, velocity: Velocity(clamping: 60 + $0), beat: Beats(4 * Int64($0) + 1))
    }
    let found = try Self.primed(try #require(Primer(hits)), before: next, heard: heard)
    #expect(found.played == found.expected)
  }

  @Test func `primed with a pattern it has heard each bar in its place in the phrase`() throws {
    let pattern = try PatternNotation.pattern("kick: x...............; snare [grid 3/1]: x..")
    let primer = try #require(Primer(Patch(pattern: pattern)))
    let found = try Self.primed(primer, before: 3, heard: [0, 1, 2, 3, 0, 1, 2])
    #expect(found.played == found.expected)
  }

  /// What can be asked for once.
  enum Request: CaseIterable, Sendable {
    case prime, rest, lock, fill

    func ask(_ drummer: LiveDrummer) throws {
      switch self {
      case .prime: drummer.prime(with: try SteeringTests.primer())
      case .rest: drummer.rest(bars: 2)
      case .lock: drummer.lock(bars: 1)
      case .fill: drummer.fill()
      }
    }
  }

  fileprivate static func primer() throws -> Primer {
    try #require(Primer([Hit(drum: .kick, velocity: StepNotation.accent, beat: .zero)]))
  }

  /// Four bars, played after something was asked for at rest.
  private static func fourBars(after steer: (LiveDrummer) throws -> Void) throws -> [Hit] {
    let stage = try DrummerRehearsal(settings)
    try steer(stage.drummer)
    stage.play(frames: 512)
    stage.room.ask(.play)
    stage.play(until: Beats(17))
    return stage.taken()
  }

  @Test(arguments: Request.allCases)
  func `what was asked for at rest stays when a setting is changed there`(request: Request)
    throws
  {
    let asked = try Self.fourBars { try request.ask($0) }
    let steered = try Self.fourBars { drummer in
      try request.ask(drummer)
      var settings = Self.settings
      settings.loudness = 0.7
      drummer.steer(settings)
    }
    let plain = try Self.fourBars { _ in }
    #expect(steered == asked && asked != plain)
  }

  @Test(arguments: Request.allCases)
  func `switched off and on at rest it stays primed, and nothing else that was asked for stays`(
    request: Request
  ) throws {
    let asked = try Self.fourBars { try request.ask($0) }
    let switched = try Self.fourBars { drummer in
      try request.ask(drummer)
      drummer.steer(DrummerSettings(), always: true)
      drummer.steer(Self.settings, always: true)
    }
    let plain = try Self.fourBars { _ in }
    #expect(switched == (request == .prime ? asked : plain))
  }

  /// The first bar after the drummer was primed, and changed while the song rolled or at rest.
  private static func firstBar(
    isRolling: Bool, _ change: (LiveDrummer) -> Void
  ) throws -> [Hit] {
    let stage = try DrummerRehearsal(settings)
    stage.drummer.prime(with: try primer())
    if isRolling {
      stage.room.ask(.play)
      stage.play(until: Beats(6))
    }
    change(stage.drummer)
    stage.play(frames: 512)
    _ = stage.taken()
    stage.room.ask(.play)
    stage.play(frames: 128)
    stage.play(until: Beats(5))
    return bar(0, of: stage.taken())
  }

  @Test(arguments: [false, true])
  func `the primer of one patch is not that of the next, nor of other settings only`(
    isRolling: Bool
  ) throws {
    var jazz = Self.settings
    jazz.style = "jazz"
    let opened = try Self.firstBar(isRolling: isRolling) { $0.open(jazz) }
    let steered = try Self.firstBar(isRolling: isRolling) { $0.steer(jazz, always: true) }
    let unprimed = DrummerRehearsal.song({ _ in jazz }, until: 1)
    #expect(opened == Self.bar(0, of: unprimed))
    #expect(steered != opened && steered.contains { $0.drum == .ride })
  }

  @Test func `a patch with the same drummer, which was asked for nothing else, changes no bar`()
    throws
  {
    let stage = try Self.stage()
    stage.play(until: Beats(6))
    let versions = stage.drummer.ask { part in (0..<4).map { part.cache?[$0]?.version } }
    stage.drummer.open(Self.settings)
    #expect(stage.drummer.ask { part in (0..<4).map { part.cache?[$0]?.version } } == versions)
  }

  @Test func `answering it listens to two bars, silent, and then plays two that respond to them`()
    throws
  {
    var settings = Self.settings
    settings.answerBars = 2
    let stage = try DrummerRehearsal(settings)
    stage.room.ask(.play)
    // Heard 5 ms and a block before the frame a stroke sounds on.
    for beat in Int64(0)..<7 {
      stage.room.strike(
        .noteOn(channel: 9, note: 38, velocity: 99),
        on: Frame(index: 48 + beat * 24_000 + 128 + 240))
    }
    stage.play(until: Beats(17))
    let struck = stage.taken()
    #expect(Self.bar(0, of: struck).isEmpty && Self.bar(1, of: struck).isEmpty)
    #expect(Self.bar(4, of: struck).isEmpty)
    let snares = (0..<4).map {
      Hit(drum: .snare, velocity: Velocity(clamping: 99), beat: Beats(Int64($0)))
    }
    let song = DrummerRehearsal.song(
      { _ in settings }, until: 4, given: [0: snares, 1: Array(snares.prefix(3))])
    #expect(Self.bar(2, of: struck) == Self.bar(2, of: song))
    #expect(Self.bar(3, of: struck) == Self.bar(3, of: song))
    let without = DrummerRehearsal.song({ _ in settings }, until: 4, given: [0: [], 1: []])
    #expect(Self.bar(2, of: song) != Self.bar(2, of: without))
  }

  @Test func `listening it minds what was played in the bar before`() throws {
    func bars(_ listening: Double) throws -> [[Hit]] {
      var settings = Self.settings
      settings.listening = listening
      let stage = try DrummerRehearsal(settings)
      stage.room.ask(.play)
      stage.room.strike(
        .noteOn(channel: 9, note: 51, velocity: 99), on: Frame(index: 60_000))
      stage.play(until: Beats(13))
      #expect(stage.room.status.starvedBars == 0)
      let struck = stage.taken()
      #expect(Set(struck).count == struck.count)
      return (0..<3).map { Self.bar($0, of: struck) }
    }
    let alone = try bars(0)
    let together = try bars(1)
    #expect(alone[0] == together[0])
    #expect(alone[1] != together[1])
    #expect(
      alone
        == (0..<3).map { number in
          Self.bar(number, of: Self.song)
        })
  }

  @Test(arguments: [(0.0, 0, 40), (0.5, 40, 40), (1.0, 40, 0)])
  func `its history leans to the player by share`(share: Double, players: Int, own: Int) {
    let played = (0..<40).map {
      Hit(drum: .snare, velocity: StepNotation.hit, beat: Beats(Int64($0), over: 10))
    }
    let invented = (0..<40).map {
      Hit(drum: .kick, velocity: StepNotation.hit, beat: Beats(Int64($0), over: 10))
    }
    let merged = LiveHitLog.merged(invented, with: played, share: share, bar: 3)
    #expect(merged.count { $0.drum == .snare } == players)
    #expect(merged.count { $0.drum == .kick } == own)
    #expect(LiveHitLog.merged(invented, with: [], share: share, bar: 3) == invented)
  }
}
