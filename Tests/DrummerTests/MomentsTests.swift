import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// Where hits may be once they are moved: laws that hold for any wish.
@Suite struct MomentsTests {
  private static let least = Beats(1, over: 48)

  private static func inOrder(
    _ given: [Beats], _ wanted: [Beats], drums: [Drum]? = nil, end: Beats? = nil
  ) -> [Beats] {
    let drums = drums ?? given.map { _ in .snare }
    return Moments(given: given, drums: drums, end: end).inOrder(wanted)
  }

  @Test func `a hit goes where it is wanted, but not before the beginning`() {
    let given = [Beats.zero, Beats(1), Beats(2)]
    let wanted = [Beats(-1, over: 8), Beats(7, over: 8), Beats(17, over: 8)]
    #expect(Self.inOrder(given, wanted) == [.zero, wanted[1], wanted[2]])
  }

  @Test func `what is before the beginning stays, and holds nothing back`() {
    let given = [Beats(-1), Beats(1)]
    #expect(Self.inOrder(given, [Beats(3), Beats(1, over: 2)]) == [Beats(-1), Beats(1, over: 2)])
  }

  @Test func `hits that were nearer than the least distance stay so near`() {
    let near = Beats(1, over: 96)
    let given = [Beats(1), Beats(1) + near, Beats(2)]
    let wanted = [Beats(3, over: 2), Beats(1), Beats(1)]
    let begun = Beats(3, over: 2)
    #expect(Self.inOrder(given, wanted) == [begun, begun + near, begun + near + Self.least])
  }

  @Test func `hits of one drum are not nearer at the end than elsewhere`() {
    let given = [Beats(31, over: 16), Beats(63, over: 32)]
    let moved = Self.inOrder(given, [Beats(3), Beats(3)], end: Beats(2))
    let last = Beats(2) - Beats(units: 1)
    #expect(moved == [last - Self.least, last])
    // Another drum's hit waits for the first of them.
    let drums = [Drum.kick, .snare, .snare]
    let all = Self.inOrder(
      [Beats(15, over: 8)] + given, [Beats(3), Beats(3), Beats(3)], drums: drums, end: Beats(2))
    #expect(all == [last - Self.least, last - Self.least, last])
  }

  @Test func `what begins at the end or after it has no limit`() {
    let given = [Beats(1), Beats(2), Beats(3)]
    let moved = Self.inOrder(given, [Beats(5), Beats(5), Beats(6)], end: Beats(2))
    #expect(moved == [Beats(2) - Beats(units: 1), Beats(5), Beats(6)])
  }

  @Test func `one that is wanted nowhere else is not moved for what comes after`() {
    var chance = SplitMix64(seed: 71)
    let given = (0..<200).map { _ in Beats(units: .random(in: 0..<9_000_000, using: &chance)) }
    let drums = given.map { _ in Drum(clampingIndex: .random(in: 0..<26, using: &chance)) }
    #expect(Self.inOrder(given, given, drums: drums, end: Beats(4)) == given)
  }

  private static let last = Beats(4) - Beats(units: 1)

  /// Crowded hits of three drums, wished up to a quarter of a beat away.
  private static func hits(
    using chance: inout SplitMix64
  ) -> (given: [Beats], wanted: [Beats], drums: [Drum]) {
    let count = Int.random(in: 1...30, using: &chance)
    let given = (0..<count).map { _ in
      Beats(4) - Beats(Int64.random(in: 1...24, using: &chance), over: 64)
    }
    let wanted = given.map {
      $0 + Beats(units: .random(in: -720_720...720_720, using: &chance))
    }
    let drums = given.map { _ in
      [Drum.kick, .snare, .closedHat].randomElement(using: &chance) ?? .kick
    }
    return (given, wanted, drums)
  }

  @Test func `none is past the end or another, and those of one drum keep their distance`() {
    var chance = SplitMix64(seed: 72)
    var (outside, passed, close) = (0, 0, 0)
    for _ in 0..<1_000 {
      let (given, wanted, drums) = Self.hits(using: &chance)
      let moved = Self.inOrder(given, wanted, drums: drums, end: Beats(4))
      outside += moved.count { $0 < .zero || $0 > Self.last }
      for (one, other) in given.indices.flatMap({ one in given.indices.map { (one, $0) } })
      where given[one] < given[other] {
        if moved[one] > moved[other] { passed += 1 }
        let distance = min(given[other] - given[one], Self.least)
        if drums[one] == drums[other], moved[other] - moved[one] < distance { close += 1 }
      }
    }
    #expect([outside, passed, close] == [0, 0, 0])
  }

  @Test func `where nothing is in the way each hit is where it is wanted`() {
    var chance = SplitMix64(seed: 73)
    var differing = 0
    for _ in 0..<1_000 {
      let given = (0..<8).map { Beats(Int64($0)) + Beats(1, over: 2) }
      let wanted = given.map {
        $0 + Beats(units: .random(in: -1_400_000...1_400_000, using: &chance))
      }
      let moved = Self.inOrder(given, wanted, end: Beats(8))
      // Half a beat is as far as they come, so that none meets another or an end.
      if moved != wanted { differing += 1 }
    }
    #expect(differing == 0)
  }
}
