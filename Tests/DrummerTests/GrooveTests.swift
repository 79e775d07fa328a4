import Foundation
import GhostnoteTesting
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
    #expect(snare.share == 64 && snare.fullForceShare > 0.4 && snare.fullForceShare < 0.95)
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
      }
    }
    #expect(parts(again.grooves) == parts(model.grooves))
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
