import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// Performances that stay near a groove.
@Suite struct AnchorTests {
  private static let model = DrummerModel.random()
  private static let plain = DrummerTables(model)
  private static let tables: DrummerTables = {
    var grooved = model
    grooved.grooves = [
      GrooveTests.groove(style: 0), GrooveTests.groove(style: 1), GrooveTests.groove(style: 2),
    ]
    return DrummerTables(grooved)
  }()

  private func direction(_ change: (inout DrummerSettings) -> Void = { _ in }) -> BarDirection {
    var settings = DrummerSettings()
    settings.style = "funk"
    settings.seed = 5
    change(&settings)
    return BarDirection(settings: settings, tempo: Tempo(clampingBPM: 110))
  }

  private func play(
    _ count: Int, _ direction: BarDirection, _ tables: DrummerTables = tables
  ) -> [Hit] {
    var performer = Performer(tables)
    return (0..<count).flatMap { _ in performer.play(direction).hits }
  }

  private func share(_ hits: [Hit], _ isOne: (Hit) -> Bool) -> Double {
    Double(hits.count(where: isOne)) / Double(max(hits.count, 1))
  }

  @Test func `dynamics, timing and density stay near the groove for as long as it plays`() {
    var performer = Performer(Self.tables)
    for _ in 0..<3 {
      let bars = (0..<100).map { _ in performer.play(direction()) }
      let hits = bars.flatMap(\.hits)
      // Two snares in twelve hits are at full force; the untrained network knows nothing of that.
      let full = share(hits) { $0.velocity.value == 127 }
      let snares = hits.filter { $0.drum == .snare }
      #expect(full > 0.02 && full < 0.4, "\(full)")
      #expect(share(snares) { $0.velocity.value == 127 } > full)
      #expect((4...30).contains(hits.count / 100), "\(hits.count) hits")
      #expect(bars.first?.number.isMultiple(of: 100) == true)
    }
    let wild = play(100, direction(), Self.plain)
    #expect(wild != play(100, direction()))
  }

  @Test func `a copy continues identically, and advancing with its bars leads to the same state`() {
    var performer = Performer(Self.tables)
    _ = performer.play(direction())
    var (copy, listener) = (performer, performer)
    for _ in 0..<12 {
      let bar = performer.play(direction())
      #expect(copy.play(direction()) == bar)
      listener.advance(with: bar.hits, direction())
    }
    #expect(listener.play(direction()) == performer.play(direction()))
  }

  @Test func `the groove's own bars are not played or counted`() {
    var performer = Performer(Self.tables)
    let first = performer.play(direction())
    #expect(first.number == 0 && performer.nextBar == 1)
    #expect(first.hits.allSatisfy { $0.beat >= .zero && $0.beat < Beats(4) })
  }

  @Test func `a new style or seed takes another groove, a new tempo does not`() {
    var performer = Performer(Self.tables)
    _ = performer.play(direction())
    let before = performer.query
    var faster = direction()
    faster.tempo = Tempo(clampingBPM: 180)
    _ = performer.play(faster)
    #expect(performer.query == before && before != nil)
    _ = performer.play(direction { $0.style = "jazz" })
    #expect(performer.query?.styles.map(\.style) == [2])
    _ = performer.play(direction { $0.blend = StyleBlend(style: "jazz", amount: 0.25) })
    #expect(performer.query?.styles.map(\.share) == [0.75, 0.25])
  }

  @Test func `bars that were given first are the groove instead of one of the model's`() {
    func after(_ tables: DrummerTables) -> [Hit] {
      var performer = Performer(tables)
      for bar in 0..<4 {
        let hits = (0..<4).map {
          Hit(drum: .kick, velocity: Velocity(clamping: 60 + bar), beat: Beats($0))
        }
        performer.advance(with: hits, direction())
      }
      return (0..<12).flatMap { _ in performer.play(direction()).hits }
    }
    #expect(after(Self.tables) == after(Self.plain))
  }

  @Test func `a drummer that follows others stays near no groove`() {
    let follows = direction { $0.answerBars = 2 }
    #expect(play(12, follows) == play(12, follows, Self.plain))
    let listens = direction { $0.listening = 0.5 }
    #expect(play(12, listens) == play(12, listens, Self.plain))
  }

  @Test func `without grooves in the model the first eight bars are the groove`() {
    var performer = Performer(Self.plain)
    for bar in 0..<12 {
      #expect((performer.anchor.groove != nil) == (bar >= 8))
      _ = performer.play(direction())
    }
    let learned = performer.anchor.groove
    _ = performer.play(direction())
    #expect(performer.anchor.groove == learned)
  }

  /// The groove of bars with a kick on 1 and a snare on 3: `n` is one of normal feel, `h` one of half time,
  /// which is half a bar of the model's, and `.` a silent one of half time.
  private func groove(of bars: String) -> GrooveTemplate? {
    let hits = [(Drum.kick, Beats.zero), (Drum.snare, Beats(2))].map { drum, beat in
      Hit(drum: drum, velocity: Velocity(clamping: 90), beat: beat)
    }
    var performer = Performer(Self.plain)
    for bar in bars {
      let direction = direction { $0.feel = bar == "n" ? .normal : .half }
      performer.advance(with: bar == "." ? [] : hits, direction)
    }
    return performer.anchor.groove
  }

  @Test(
    arguments: [
      (String(repeating: "h.", count: 16), [255, 0, 255, 0, 0], 2),
      ("h" + String(repeating: "n", count: 8), [255, 0, 28, 255, 0], 19.0 / 9),
      ("." + String(repeating: "h", count: 16), [255, 255, 255, 0, 255], 4),
      (String(repeating: "h", count: 16), [255, 255, 255, 0, 255], 4),
      (String(repeating: "n", count: 8), [255, 0, 0, 255, 0], 2),
    ] as [(String, [UInt8], Float)])
  func `half time counts a sixteenth only in the bars that have it`(
    bars: String, shares: [UInt8], hitsPerBar: Float
  ) throws {
    let learned = try #require(groove(of: bars))
    let cells = [learned[0, 0], learned[0, 8], learned[1, 4], learned[1, 8], learned[1, 12]]
    #expect(cells.map(\.share) == shares)
    #expect(abs(learned.hitsPerBar - hitsPerBar) < 1e-5)
  }

  @Test func `loudness 0 softens even full force`() {
    let (soft, loud) = (direction { $0.loudness = 0 }, direction { $0.loudness = 1 })
    #expect(play(24, soft).allSatisfy { $0.velocity.value <= 90 })
    #expect(play(24, loud).contains { $0.velocity.value == 127 })
    #expect(play(24, direction()).contains { $0.velocity.value == 127 })
  }

  @Test func `what repeats at its position is likelier than what does not`() {
    var recent = RecentHits()
    for bar in [0, 4, 6, 7] {
      let token = Token(wait: 0, drum: 3, offset: 9, velocity: 20)
      recent.struck(PlacedToken(token: token, step: 16 * bar + 2, velocity: 82))
    }
    var shares = Shares(repeating: 1 / 32)
    recent.mixVelocities(into: &shares, drum: 3, step: 16 * 8 + 2, weight: 0.8)
    #expect(shares[20] > 8 * shares[10] && shares[20] > shares[21])
    var other = Shares(repeating: 1 / 32)
    recent.mixVelocities(into: &other, drum: 3, step: 16 * 8 + 4, weight: 0.8)
    #expect(abs(other[20] - other[10]) < 1e-6)
    var offsets = Shares(repeating: 1 / 24)
    recent.mixOffsets(into: &offsets, drum: 3, step: 16 * 8 + 2, weight: 0.8)
    #expect(offsets[9] > 3 * offsets[14])
  }
}
