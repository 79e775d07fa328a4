import GhostnoteTesting
import Testing

@testable import LiveDrummer

/// A value per bar, against one that is written down for each of them.
@Suite struct PerBarTests {
  /// The slow truth: the value of each of the first 40 bars; the last holds for all after them.
  private struct Written {
    static let count = 40
    var values: [Int]

    init(_ value: Int) { values = Array(repeating: value, count: Self.count) }

    mutating func set(_ value: Int, from bar: Int) {
      for later in bar..<Self.count { values[later] = value }
    }

    mutating func replace(by value: Int, but kept: Range<Int>) {
      for bar in 0..<Self.count where !kept.contains(bar) { values[bar] = value }
    }

    mutating func straighten(_ bars: Range<Int>) {
      for bar in bars { values[bar] = values[bars.upperBound] }
    }

    /// How many bars begin with another value than the one before, the first included.
    var changes: Int { 1 + zip(values, values.dropFirst()).count { $0 != $1 } }

    func beginning(at bar: Int, of trait: (Int) -> Int) -> Int {
      var first = bar
      while first > 0, trait(values[first - 1]) == trait(values[first]) { first -= 1 }
      return first
    }
  }

  private static func bars(using chance: inout SplitMix64) -> Range<Int> {
    let first = Int.random(in: 0..<Written.count - 1, using: &chance)
    return first..<Int.random(in: first..<Written.count - 1, using: &chance)
  }

  private static func change(
    _ perBar: inout PerBar<Int>, _ written: inout Written, using chance: inout SplitMix64
  ) {
    let value = Int.random(in: 0..<4, using: &chance)
    switch Int.random(in: 0..<8, using: &chance) {
    case 0:
      let kept = bars(using: &chance)
      perBar.replace(by: value, but: kept)
      written.replace(by: value, but: kept)
    case 1, 2:
      let bars = bars(using: &chance)
      perBar.straighten(bars)
      written.straighten(bars)
    default:
      let bar = Int.random(in: 0..<Written.count - 1, using: &chance)
      // What is set from a bar on drops what was set later: later bars come first here.
      for (value, bar) in [(value, bar), (3 - value, min(bar + 5, Written.count - 1))] {
        perBar.set(value, from: bar)
        written.set(value, from: bar)
      }
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `it is what was written for each bar, kept as the changes alone`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var (perBar, written) = (PerBar(1), Written(1))
    for _ in 0..<60 {
      Self.change(&perBar, &written, using: &chance)
      #expect((0..<Written.count).map { perBar[$0] } == written.values)
      #expect(perBar.count == written.changes)
      #expect(perBar.last == written.values.last && perBar[1_000_000] == perBar.last)
      #expect(
        (0..<4).allSatisfy { value in
          perBar.contains { $0 == value } == written.values.contains(value)
        })
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `a run begins where the trait was last another, whatever else changed in it`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var (perBar, written) = (PerBar(0), Written(0))
    for _ in 0..<40 {
      Self.change(&perBar, &written, using: &chance)
      for bar in 0..<Written.count {
        let trait = { (value: Int) in value / 2 }
        #expect(perBar.beginning(at: bar, of: trait) == written.beginning(at: bar, of: trait))
      }
    }
  }

  @Test func `beyond the limit the oldest changes go that leave the runs as they are`() {
    var perBar = PerBar(0)
    // The tens change in bar 4 alone.
    for bar in 1..<10 { perBar.set(bar < 4 ? bar : 10 + bar, from: bar) }
    perBar.trim(to: 5) { $0 / 10 }
    #expect((0..<11).map { perBar[$0] } == [0, 0, 0, 0, 14, 14, 14, 17, 18, 19, 19])
    #expect(perBar.beginning(at: 9) { $0 / 10 } == 4)
  }

  @Test func `what changes every run is dropped from the oldest on, and the last value never`() {
    var perBar = PerBar(0)
    for bar in 1..<10 { perBar.set(bar, from: bar) }
    perBar.trim(to: 1) { $0 }
    #expect(perBar.count == 2)
    #expect((0..<11).map { perBar[$0] } == Array(repeating: 0, count: 9) + [9, 9])
  }
}
