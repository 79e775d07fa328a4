import Drummer
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

/// The effect of the settings on a trained model: the reference's weights.
@Suite(.enabled(if: SharedFiles.goldenModel != nil))
struct SteeringTests {
  private func hits(
    _ bars: Int = 24, _ change: (inout DrummerSettings) -> Void = { _ in }
  ) throws -> [[Hit]] {
    let model = try DrummerModel(path: #require(SharedFiles.goldenModel))
    var performer = Performer(DrummerTables(model))
    var settings = DrummerSettings()
    settings.style = "rock"
    change(&settings)
    let direction = BarDirection(settings: settings, tempo: Tempo(clampingBPM: 110))
    return (0..<bars).map { _ in performer.play(direction).hits }
  }

  @Test func `style names ignore case`() throws {
    let (small, large) = try (hits(4) { $0.style = "funk" }, hits(4) { $0.style = "Funk" })
    #expect(try small == large && small != hits(4))
  }

  @Test func `a higher density plays more hits`() throws {
    let counts = try [0.0, 0.5, 1].map { density in
      try hits { $0.density = density }.joined().count
    }
    #expect(counts[0] * 3 < counts[1] * 2 && counts[1] * 5 < counts[2] * 4, "\(counts)")
  }

  @Test func `a higher loudness plays the same hits louder`() throws {
    let (soft, loud) = try (hits { $0.loudness = 0 }, hits { $0.loudness = 1 })
    func mean(_ bars: [[Hit]]) -> Int {
      let velocities = bars.joined().map { Int($0.velocity.value) }
      return velocities.reduce(0, +) / velocities.count
    }
    #expect(mean(soft) + 20 < mean(loud))
    #expect(soft.joined().map(\.beat) == loud.joined().map(\.beat))
  }

  @Test func `a fill is made of snares and toms, and a crash after it is likelier than elsewhere`()
    throws
  {
    let bars = try hits(96) { $0.fillEvery = 4 }
    let toms: Set<Drum> = [.tom5, .tom4, .tom2]
    let fills = bars.enumerated().filter { $0.offset % 4 == 3 }
      .flatMap { $0.element.filter { $0.beat >= Beats(15, over: 8) } }
    let others = bars.enumerated().filter { $0.offset % 4 != 3 }.flatMap(\.element)
    func share(_ hits: [Hit], _ drums: Set<Drum>) -> Double {
      Double(hits.count { drums.contains($0.drum) }) / Double(max(hits.count, 1))
    }
    #expect(share(fills, toms) > 2 * share(others, toms), "\(share(fills, toms))")
    #expect(share(fills, toms.union([.snare])) > 0.5, "\(share(fills, toms.union([.snare])))")
    func crashes(_ bars: [[Hit]]) -> Double {
      let begun = bars.count { bar in
        bar.contains { [.crash, .crash2].contains($0.drum) && $0.beat < Beats(1, over: 4) }
      }
      return Double(begun) / Double(bars.count)
    }
    let after = bars.enumerated().filter { $0.offset % 4 == 0 && $0.offset > 0 }.map(\.element)
    let elsewhere = bars.enumerated().filter { $0.offset % 4 != 0 }.map(\.element)
    #expect(crashes(after) > 2 * crashes(elsewhere), "\(crashes(after)), \(crashes(elsewhere))")
  }

  @Test(arguments: ["rock", "jazz", "hiphop"])
  func `half time has its loud snare on 3, and only there`(style: String) throws {
    let bars = try hits(48) {
      $0.style = style
      $0.feel = .half
    }
    let loud = bars.map { bar in
      bar.filter { [.snare, .sideStick].contains($0.drum) && $0.velocity.value >= 70 }
    }
    let sixteenth = Beats(1, over: 8)
    for hit in loud.joined() {
      #expect(hit.beat > Beats(2) - sixteenth && hit.beat < Beats(2) + sixteenth, "\(hit)")
    }
    // Two in a bar are a flam.
    #expect(loud.allSatisfy { !$0.isEmpty }, "\(loud.map(\.count))")
  }

  @Test func `a long piece keeps its groove`() throws {
    // Counts the sixteenths and drums that are frequent in both halves.
    let bars = try hits(48)
    func cells(_ bar: [Hit]) -> Set<[Int]> {
      Set(
        bar.map { hit in
          let sixteenth = (hit.beat + Beats(1, over: 8)).dividedRoundingDown(by: .sixteenth)
          return [Int(sixteenth), Int(hit.drum.index)]
        })
    }
    var often: [[Int]: Int] = [:]
    for bar in bars[..<24] { for cell in cells(bar) { often[cell, default: 0] += 1 } }
    let later = bars[24...].flatMap(cells)
    let kept = later.filter { often[$0, default: 0] >= 6 }.count
    #expect(kept * 2 > later.count, "\(kept) of \(later.count)")
  }
}
