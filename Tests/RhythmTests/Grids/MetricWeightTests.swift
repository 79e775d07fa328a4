import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct MetricWeightTests {
  private func order(_ name: String) throws -> [Int] { try Grid(named: name).markersByWeight }

  @Test func `the bar comes before its half, its beats, their halves and quarters`() throws {
    #expect(try order("sixteenths") == [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 7, 11, 15])
    #expect(try order("eighths") == [0, 4, 2, 6, 1, 5, 3, 7])
    #expect(try order("triplets").prefix(4) == [0, 6, 3, 9])
  }

  @Test func `in three beats all beats come before the positions between`() throws {
    #expect(Set(try order("12/4").prefix(3)) == [0, 4, 8])
    #expect(Set(try order("12/4").prefix(6)) == [0, 4, 8, 2, 6, 10])
  }

  @Test func `markers with a higher amplitude come first`() throws {
    #expect(Set(try order("2+2+3").prefix(3)) == [0, 2, 4])
    #expect(try order("3+3+2").first == 0)
    #expect(Set(try order("3+3+2").prefix(3)) == [0, 3, 6])
  }

  @Test func `without a supported division, markers are spread`() throws {
    let order = try order("17 in 4")
    #expect(order.first == 0)
    // The first after the bar line is as far from it as possible.
    #expect([8, 9].contains(order[1]))
    let quarters = Set(order.prefix(5).map { $0 * 4 / 17 })
    #expect(quarters.count == 4)
  }

  @Test func `every marker of any grid is ranked once`() throws {
    var chance = SplitMix64(seed: 31)
    for _ in 0..<10_000 {
      let grid = try GridTests.random(&chance)
      let order = grid.markersByWeight
      guard order.sorted() == Array(0..<grid.count) else {
        Issue.record("\(grid)")
        return
      }
      // Never a louder marker after a softer one.
      let loudness = order.map { grid.markers[$0].amplitude }
      guard loudness == loudness.sorted(by: >) else {
        Issue.record("\(grid)")
        return
      }
    }
    #expect(try Set(order("256/16")).count == 256)
  }
}
