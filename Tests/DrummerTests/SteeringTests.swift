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

  @Test func `a fill uses the toms and ends on a crash`() throws {
    let bars = try hits(48) { $0.fillEvery = 4 }
    let toms: Set<Drum> = [.tom5, .tom4, .tom2]
    let fills = bars.enumerated().filter { $0.offset % 4 == 3 }
      .flatMap { $0.element.filter { $0.beat >= Beats(15, over: 8) } }
    let others = bars.enumerated().filter { $0.offset % 4 != 3 }.flatMap(\.element)
    let share = (
      fill: Double(fills.filter { toms.contains($0.drum) }.count) / Double(fills.count),
      other: Double(others.filter { toms.contains($0.drum) }.count) / Double(others.count)
    )
    #expect(share.fill > 3 * share.other && share.fill > 0.15, "\(share)")
    let landings = bars.enumerated().filter { $0.offset % 4 == 0 && $0.offset > 0 }
      .filter { $0.element.contains { $0.drum == .crash && $0.beat < Beats(1, over: 4) } }
    #expect(landings.count >= 6, "\(landings.count) of 11")
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
