import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Testing

@testable import LiveDrummer

/// What is kept of bars that have sounded.
@Suite struct SoundedBarsTests {
  private static let kick = Hit(drum: .kick, velocity: StepNotation.accent, beat: Beats(1))

  fileprivate static func settings(
    isOn: Bool = true, style: String = "funk"
  ) -> DrummerSettings {
    var settings = DrummerSettings()
    settings.isOn = isOn
    settings.style = style
    return settings
  }

  private static func status(from began: Int64, to planned: Int64) -> EngineStatus {
    var status = EngineStatus()
    status.isRolling = true
    status.began = Beats(began)
    status.planned = Beats(planned)
    return status
  }

  /// What can change bars that were played already.
  enum Change: CaseIterable, Sendable {
    case off, offAndOn, style, undo, patch

    func apply(to drummer: LiveDrummer) {
      let jazz = SoundedBarsTests.settings(style: "jazz")
      switch self {
      case .off: drummer.steer(SoundedBarsTests.settings(isOn: false), always: true)
      case .offAndOn:
        drummer.steer(SoundedBarsTests.settings(isOn: false), always: true)
        drummer.steer(SoundedBarsTests.settings(), always: true)
      case .style: drummer.steer(jazz)
      case .undo: drummer.steer(jazz, always: true)
      case .patch: drummer.open(jazz)
      }
    }
  }

  @Test(arguments: Change.allCases, [0, 80] as [Int64])
  func `bars stay as they sounded, whatever is changed afterwards`(
    change: Change, first: Int64
  ) throws {
    for isStopped in [false, true] {
      let stage = try DrummerRehearsal(Self.settings())
      stage.room.ask(.locate(Beats(4 * first)))
      stage.play(frames: 128)
      stage.room.ask(.continue)
      stage.play(until: Beats(4 * first + 21))
      if isStopped {
        stage.room.ask(.stop)
        stage.play(frames: 256)
      }
      let struck = stage.taken()
      let bars = (first + 1...first + 4).map { SteeringTests.bar($0, of: struck) }
      change.apply(to: stage.drummer)
      let last = try #require(stage.drummer.lastBars(4))
      #expect(last.first == Int(first) + 1)
      #expect(last.hits.map { $0.sorted() } == bars)
      #expect(bars.allSatisfy { !$0.isEmpty })
      #expect(stage.drummer.hits(inBar: Int(first) + 2)?.sorted() == bars[1])
    }
  }

  @Test func `bars in which it was off are silence, also once it is on again`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.play)
    stage.play(until: Beats(6))
    stage.drummer.steer(Self.settings(isOn: false), always: true)
    stage.play(until: Beats(26))
    #expect(stage.drummer.lastBars(4)?.hits == [[], [], [], []])
    stage.drummer.steer(Self.settings(), always: true)
    #expect(stage.drummer.lastBars(4)?.hits == [[], [], [], []])
    stage.play(until: Beats(33))
    let played = SteeringTests.bar(7, of: stage.taken())
    #expect(!played.isEmpty)
    #expect(stage.drummer.lastBars(2)?.hits.map { $0.sorted() } == [[], played])
    #expect(stage.drummer.hits(inBar: 3) == [])
  }

  @Test func `bars that passed before it was switched on are silence`() throws {
    let stage = try DrummerRehearsal(Self.settings(isOn: false))
    // Until then it does not look at the engine.
    stage.room.beforeBlock = {}
    stage.room.ask(.play)
    stage.play(until: Beats(13))
    stage.drummer.steer(Self.settings(), always: true)
    #expect(stage.drummer.lastBars(3)?.hits == [[], [], []])
  }

  @Test func `a bar that was stopped in and went on otherwise stays as it sounded`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.play)
    stage.play(until: Beats(6))
    stage.room.ask(.stop)
    stage.play(frames: 256)
    stage.drummer.steer(Self.settings(style: "jazz"))
    stage.room.ask(.continue)
    stage.play(until: Beats(9))
    let bar = SteeringTests.bar(1, of: stage.taken())
    #expect(bar.contains { $0.drum == .snare } && bar.contains { $0.drum == .ride })
    #expect(stage.drummer.lastBars(1)?.hits.first?.sorted() == bar)
  }

  @Test func `of bars that are played again the latest time counts, and those to come are new`()
    throws
  {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.play)
    stage.play(until: Beats(18))
    stage.room.ask(.stop)
    stage.play(frames: 256)
    let funk = stage.taken()
    stage.drummer.steer(Self.settings(style: "jazz"))
    stage.room.ask(.play)
    stage.play(frames: 128)
    stage.play(until: Beats(9))
    let jazz = stage.taken()
    let last = stage.drummer.lastBars(2)?.hits.map { $0.sorted() }
    #expect(last == [SteeringTests.bar(0, of: jazz), SteeringTests.bar(1, of: jazz)])
    #expect(stage.drummer.hits(inBar: 3)?.contains { $0.drum == .ride } == true)
    // Once the drummer is off, that bar is not to come.
    stage.drummer.steer(Self.settings(isOn: false), always: true)
    #expect(stage.drummer.hits(inBar: 3)?.sorted() == SteeringTests.bar(3, of: funk))
  }

  @Test func `bars that the song jumped over were not played`() throws {
    let stage = try DrummerRehearsal(Self.settings())
    stage.room.ask(.locate(Beats(20)))
    stage.play(frames: 128)
    stage.room.ask(.continue)
    stage.play(until: Beats(29))
    #expect(stage.drummer.lastBars(2)?.first == 5)
    #expect(stage.drummer.lastBars(3)?.first == nil)
  }

  @Test func `a bar that is late is the one before again, and after a jump it is silence`() {
    var (sounded, held) = (SoundedBars(), HeldBars())
    held.plays = true
    held.put(0, version: 1, hits: [Self.kick])
    sounded.follow(from: EngineStatus(), to: Self.status(from: 0, to: 3), held)
    sounded.follow(from: Self.status(from: 0, to: 3), to: Self.status(from: 0, to: 9), held)
    #expect((0..<4).map { sounded[$0] } == [[Self.kick], [Self.kick], [Self.kick], nil])
    sounded.follow(from: Self.status(from: 0, to: 9), to: Self.status(from: 40, to: 42), held)
    #expect(sounded[10] == [])
    held.put(10, version: 2, hits: [Self.kick])
    sounded.follow(from: Self.status(from: 40, to: 42), to: Self.status(from: 40, to: 43), held)
    #expect(sounded[10] == [Self.kick])
    #expect(sounded[9] == nil)
  }

  @Test func `no more than the latest bars are kept`() {
    var sounded = SoundedBars()
    let bars = SoundedBars.limit + 10
    sounded.follow(
      from: EngineStatus(), to: Self.status(from: 0, to: 4 * Int64(bars)), HeldBars())
    #expect(sounded[9] == nil && sounded[10] == [])
    #expect(sounded[bars - 1] == [] && sounded[bars] == nil)
  }

  @Test func `an outdated bar is played until another takes its place or it is dropped`() {
    var held = HeldBars()
    held.put(3, version: 1, hits: [Self.kick])
    #expect(held.hits(in: 3) == [])
    held.plays = true
    #expect(held.hits(in: 3) == [Self.kick] && held.holds(3, version: 1))
    held.outdate { $0 == 3 }
    #expect(held.hits(in: 3) == [Self.kick] && !held.holds(3, version: 1))
    held.put(3, version: 2, hits: [])
    #expect(held.hits(in: 3) == [] && held.holds(3, version: 2))
    held.keepOnly(BarRange(first: 4, last: 6), and: BarRange(first: 0, last: 2))
    #expect(held.hits(in: 3) == nil)
  }
}
