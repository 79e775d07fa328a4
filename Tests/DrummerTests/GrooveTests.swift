import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// Groove templates: what they are made of, how they are stored, and which is chosen.
@Suite struct GrooveTests {
  /// Bars of a simple beat: kick on 1 and 3 (hard, early), snare on 2 and 4 (full force), hat on
  /// every eighth, soft between the beats.
  static func beat(bars: Int) -> [PlacedToken] {
    var tokens: [PlacedToken] = []
    func add(_ drum: UInt8, _ step: Int, _ velocity: UInt8, _ offset: UInt8) {
      let token = Token(wait: 0, drum: drum, offset: offset, velocity: velocity >> 2)
      tokens.append(PlacedToken(token: token, step: step, velocity: velocity))
    }
    for bar in 0..<bars {
      for step in stride(from: 0, to: 16, by: 2) {
        if step % 8 == 0 { add(0, 16 * bar + step, 100, 10) }
        if step % 8 == 4 { add(1, 16 * bar + step, 127, 14) }
        add(3, 16 * bar + step, step % 4 == 0 ? 80 : 40, 12)
      }
    }
    return tokens
  }

  static func groove(style: Int? = 1, bpm: Double = 110, bars: Int = 16) -> GrooveTemplate {
    var all = GrooveStatistics()
    all.add(beat(bars: bars), bars: bars)
    return GrooveTemplate(
      beat(bars: bars), bars: 0..<bars, style: style, bpm: bpm, similar: all, all: all)
  }

  @Test func `a groove is how often, how hard and how early each drum is hit on each sixteenth`() {
    let groove = Self.groove()
    #expect(groove.hitsPerBar == 12)
    #expect(groove[0, 0].frequency == 1 && groove[0, 4].frequency == 0)
    #expect(groove[1, 4].fullForceShare > 0.95 && groove[3, 0].fullForceShare < 0.1)
    #expect(abs(groove[0, 8].meanOffset - 10) < 0.5 && abs(groove[1, 12].meanOffset - 14) < 0.5)
    #expect(groove[3, 0].velocity > groove[3, 2].velocity + 20)
    #expect(groove.opening.count == 48 && groove.opening == Array(Self.beat(bars: 4)))
  }

  @Test func `a groove tells its four bars apart`() throws {
    // Of 14 bars every second has a kick on the last eighth; the fourth and third come three times.
    let added = (0..<14).filter { $0 % 2 == 1 }.map { bar in
      PlacedToken(
        token: Token(wait: 0, drum: 0, offset: 12, velocity: 20), step: 16 * bar + 14, velocity: 80)
    }
    let tokens = (Self.beat(bars: 14) + added).sorted { $0.step < $1.step }
    var all = GrooveStatistics()
    all.add(tokens, bars: 14)
    let groove = GrooveTemplate(
      tokens, bars: 0..<14, style: 1, bpm: 110, similar: all, all: all)
    try #require(groove.barShares.count == 4 * 208)
    let shares = (0..<4).map { Double(groove.barShares[$0 * 208 + 14 * 13]) / 255 }
    // Two mean bars, which have half a hit each, are added to each count.
    for (share, expected) in zip(shares, [1.0 / 6, 5.0 / 6, 1.0 / 5, 4.0 / 5]) {
      #expect(abs(share - expected) < 0.01, "\(shares)")
    }
  }

  /// A groove with a kick on the last eighth of every second bar.
  private static let alternating: GrooveTemplate = {
    var groove = GrooveTests.groove()
    let kick = GrooveStatistics.cell(of: 0, at: 14)
    groove.cells[kick].share = 128
    groove.barShares = (0..<4).flatMap { bar in
      groove.cells.enumerated().map { index, cell in
        index == kick ? (bar % 2 == 0 ? 0 : 255) : cell.share
      }
    }
    return groove
  }()

  @Test func `a performance keeps the order of its groove's bars`() {
    /// The kicks of 256 bars on the last eighth: in first and third bars, and in second and fourth.
    func kicks(_ groove: GrooveTemplate) -> [Int] {
      var model = DrummerModel.random()
      model.grooves = [groove]
      var performer = Performer(DrummerTables(model))
      let direction = BarDirection(settings: DrummerSettings(), tempo: Tempo(clampingBPM: 110))
      return (0..<256).reduce(into: [0, 0]) { counts, bar in
        counts[bar % 2] += performer.play(direction).hits.count {
          $0.drum == .kick && Int(($0.beat.inBeats * 4).rounded()) % 16 == 14
        }
      }
    }
    let (kept, plain) = (kicks(Self.alternating), kicks(Self.groove()))
    #expect(kept[1] > 3 * kept[0], "\(kept)")
    #expect(plain[1] < 2 * plain[0] + 10, "\(plain)")
  }

  @Test func `what only some of four bars have is likelier there, and less likely elsewhere`()
    throws
  {
    var groove = Self.alternating
    let bars = try #require(FourBars(groove))
    for bar in 0..<4 {
      let sign: Float = bar % 2 == 0 ? -1 : 1
      var drums = Logits(count: Vocabulary.drumCount)
      bars.tiltDrums(&drums, at: 64 + 16 * bar + 14)
      #expect(drums[0] * sign > 0.5 && drums[0].magnitude < 1, "\(bar): \(drums[0])")
      #expect((1..<Vocabulary.drumCount).allSatisfy { drums[$0].magnitude < 1e-4 })
      // After the snare on 13 the hat sounds on 15 in all bars, so that only what is on one step with it differs.
      var waits = Logits(count: Token.longestWait + 1)
      bars.tiltWaits(&waits, after: 64 + 16 * bar + 13, drum: 1)
      #expect(waits[0] == 0 && waits[1].magnitude < 0.05)
      #expect((3...10).allSatisfy { waits[$0] * sign <= 0 }, "\(bar)")
      // Nothing of the next bar is known to differ from the mean bar's.
      #expect(abs(waits[4] - waits[3]) < 1e-4)
    }
    groove.barShares = []
    #expect(FourBars(groove) == nil)
  }

  @Test func `a drum with few hits is near what is usual for it`() {
    var usual = GrooveStatistics()
    usual.add(Self.beat(bars: 64), bars: 64)
    // One soft snare in a piece of kicks.
    var tokens = Self.beat(bars: 4).filter { $0.token.drum == 0 }
    tokens.append(
      PlacedToken(
        token: Token(wait: 0, drum: 1, offset: 12, velocity: 5), step: 52, velocity: 20))
    let groove = GrooveTemplate(
      tokens, bars: 0..<4, style: nil, bpm: 100, similar: usual, all: usual)
    let snare = groove[1, 4]
    // Its own soft hit, and one of the snare's, of which six are usual ones at full force, one its own and one a kick.
    #expect(snare.share == 64 && abs(snare.fullForceShare - 6.0 / 8 / 2) < 0.01)
  }

  @Test func `the distributions of a cell have its mean, and sum to 1`() {
    let cell = Self.groove()[3, 2]
    let (velocities, offsets) = (cell.velocityShares, cell.offsetShares)
    var (sum, mean, offset) = (Float(0), Float(0), Float(0))
    for value in 0..<32 {
      sum += velocities[value]
      mean += velocities[value] * Float(value)
    }
    for value in 0..<24 { offset += offsets[value] * Float(value) }
    #expect(abs(sum - 1) < 1e-4 && abs(mean - cell.meanBin) < 0.5)
    #expect(abs(offset - 12) < 0.1)
  }

  @Test(arguments: Safetensors.Kind.allCases)
  func `a model keeps its grooves in a file of any kind`(kind: Safetensors.Kind) throws {
    var model = DrummerModel.random()
    model.grooves = [Self.groove(), Self.groove(style: nil, bpm: 60, bars: 8)]
    let again = try DrummerModel(Safetensors(bytes: model.safetensors.bytes(as: kind)), path: "x")
    // Waits are not stored: they follow from the steps.
    func parts(_ grooves: [GrooveTemplate]) -> [[Int]] {
      grooves.map { groove in
        [groove.style ?? -1, Int(groove.bpm), Int(groove.hitsPerBar * 4)]
          + groove.cells.flatMap { $0.values.map(Int.init) }
          + groove.opening.flatMap { [$0.step, Int($0.token.drum), Int($0.velocity)] }
          + groove.barShares.map(Int.init)
      }
    }
    #expect(parts(again.grooves) == parts(model.grooves))
  }

  @Test(arguments: [[nil, 0, 254], [nil, 255], [3, 256, nil, 1_022]] as [[Int?]])
  func `a groove keeps its style in a file, also one of many, or has none`(styles: [Int?]) throws {
    let grooves = styles.map { Self.groove(style: $0, bars: 4) }
    let file = Safetensors(tensors: GrooveTemplate.tensors(of: grooves))
    let isWide = styles.contains { ($0 ?? 0) > 254 }
    #expect(file.tensors["grooves.pieces"]?.shape == [styles.count, isWide ? 4 : 3])
    let again = try GrooveTemplate.templates(in: file, styleCount: 1_023, path: "x")
    #expect(again.map(\.style) == styles)
  }

  @Test func `of more grooves than a file may have as many are stored, evenly spaced`() {
    func grooves(_ count: Int) -> [GrooveTemplate] {
      (0..<count).map { number in
        GrooveTemplate(
          style: nil, bpm: Double(number), hitsPerBar: 4, cells: [], opening: [])
      }
    }
    #expect(GrooveTemplate.storable(grooves(10), limit: 4).map(\.bpm) == [0, 2, 5, 7])
    #expect(GrooveTemplate.storable(grooves(4), limit: 4) == grooves(4))
    let most = GrooveTemplate.limit
    let tensors = GrooveTemplate.tensors(of: grooves(most + 140))
    #expect(tensors["grooves.pieces"]?.shape == [most, 3])
  }

  @Test func `a model without the shares of four bars is read`() throws {
    var model = DrummerModel.random()
    model.grooves = [Self.groove()]
    var file = model.safetensors
    let shares = file.tensors.removeValue(forKey: "grooves.bars")
    let older = file
    #expect(try DrummerModel(older, path: "x").grooves.first?.barShares == [])
    file.tensors["grooves.bars"] = shares
    file.tensors["grooves.bars"]?.shape = [1, 2, 416]
    let wrong = file
    #expect(throws: ModelError.self) { try DrummerModel(wrong, path: "x") }
  }

  @Test func `grooves of wrong sizes are refused, and hits that cannot be played are dropped`() {
    var model = DrummerModel.random()
    model.grooves = [Self.groove()]
    var file = model.safetensors
    file.tensors["grooves.cells"]?.shape = [1, 26, 48]
    let wrong = file
    #expect(throws: ModelError.self) { try DrummerModel(wrong, path: "x") }
    file = model.safetensors
    // The second hit's drum is none of the 13, the third has no velocity.
    file.tensors["grooves.openings"]?.values[5] = 13
    file.tensors["grooves.openings"]?.values[11] = 0
    let odd = file
    #expect(throws: Never.self) {
      let found = try DrummerModel(odd, path: "x").grooves.first?.opening.count
      #expect(found == 46)
    }
  }

  @Test func `a style is played with one of its own grooves, by the seed`() {
    let grooves = (0..<40).map { Self.groove(style: $0 % 4, bpm: 90 + Double($0), bars: 4) }
    func choose(_ style: Int?, seed: UInt64, bpm: Double = 110) -> Int? {
      let styles = style.map { [GrooveQuery.Share(style: $0, share: 1)] } ?? []
      return GrooveTemplate.choose(
        among: grooves, GrooveQuery(styles: styles, seed: seed), bpm: bpm)
    }
    let chosen = (0..<50).map { choose(2, seed: $0) }
    #expect(chosen == (0..<50).map { choose(2, seed: $0) })
    #expect(chosen.allSatisfy { $0.map { $0 % 4 } == 2 } && Set(chosen).count > 4)
    #expect(Set((0..<100).map { (choose(nil, seed: $0) ?? 0) % 4 }) == [0, 1, 2, 3])
    // A style without grooves is played with any.
    #expect(choose(9, seed: 1) != nil)
    // A clock that wavers changes nothing.
    let wavering = (0..<50).count { choose(2, seed: $0) == choose(2, seed: $0, bpm: 110.4) }
    #expect(wavering >= 48)
    #expect(GrooveTemplate.choose(among: [], GrooveQuery(), bpm: 100) == nil)
  }
}
