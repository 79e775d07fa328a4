import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// Humanising with the grooves of recordings.
@Suite struct LikelyGrooveTests {
  /// A model whose grooves have a soft hat between the beats, and others with the hat reversed.
  private static let tables: DrummerTables = {
    var model = DrummerModel.random()
    let groove = GrooveTests.groove()
    var other = groove
    for step in stride(from: 0, to: 16, by: 2) {
      // The cells of the ride and the side stick instead of hat and snare.
      other.cells.swapAt(step * 13 + 3, step * 13 + 11)
      other.cells.swapAt(step * 13 + 1, step * 13 + 2)
      for drum in 0..<13 { other.cells[step * 13 + drum].velocity = 20 }
    }
    model.grooves = [groove, other]
    return DrummerTables(model)
  }()

  private func hits() throws -> [Hit] {
    let pattern = try Pattern(
      rows: """
        closedhat  x.x. x.x. x.x. x.x.
        kick       x... .... x... ....
        snare      .... x... .... x...
        """, stepsPerBeat: 4)
    return (0..<16).flatMap { bar in
      pattern.hits.map {
        Hit(drum: $0.drum, velocity: $0.velocity, beat: $0.beat + Beats(4) * Int64(bar))
      }
    }
  }

  @Test func `a pattern gets the velocities of the groove that is like it`() throws {
    let hits = try hits()
    let played = Humaniser(Self.tables, Conditions(), amount: 1).humanised(hits)
    func mean(_ isOne: (Hit) -> Bool) -> Double {
      let some = zip(hits, played).filter { isOne($0.0) }.map { Double($1.velocity.value) }
      return some.reduce(0, +) / Double(max(some.count, 1))
    }
    let onBeat = mean { $0.drum == .closedHat && $0.beat.units % Beats(1).units == 0 }
    let between = mean { $0.drum == .closedHat && $0.beat.units % Beats(1).units != 0 }
    #expect(onBeat > between + 15, "\(onBeat) and \(between)")
    #expect(mean { $0.drum == .snare } > mean { $0.drum == .kick })
  }

  @Test func `without grooves nothing changes, and without likeness every groove counts`() {
    #expect(LikelyGroove([], shares: [Double](repeating: 0, count: 208), style: nil) == nil)
    let likely = LikelyGroove(
      Self.tables.grooves, shares: [Double](repeating: 0, count: 208), style: nil)
    let velocity = likely?[3, 0].velocity ?? 0
    #expect(velocity > 20 && velocity <= 80)
  }
}
