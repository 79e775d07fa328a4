import GhostnoteTesting
import Rhythm
import Testing

/// Sets of drums and keys as bits, against sets of their elements.
@Suite struct SetTests {
  private static func drums(using chance: inout SplitMix64) -> [Drum] {
    (0..<Int.random(in: 0...30, using: &chance)).map { _ in
      Drum(clampingIndex: Int.random(in: 0..<Drum.count, using: &chance))
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `drums come and go as in any set`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let first = Self.drums(using: &chance)
    var (bits, elements) = (DrumSet(first), Set(first))
    for _ in 0..<100 {
      let drum = Drum(clampingIndex: Int.random(in: 0..<Drum.count, using: &chance))
      if chance.once(in: 2) {
        bits.insert(drum)
        elements.insert(drum)
      } else {
        bits.remove(drum)
        elements.remove(drum)
      }
      #expect(Drum.all.filter { bits.contains($0) } == elements.sorted())
      #expect(bits.isEmpty == elements.isEmpty && bits == DrumSet(Array(elements)))
    }
  }

  @Test func `drums are taken out in their order, until there are none`() {
    var set = DrumSet([.ride, .kick, .crash2, .kick])
    var taken: [Drum] = []
    while let drum = set.popFirst() { taken.append(drum) }
    #expect(taken == [Drum.ride, .kick, .crash2].sorted() && set.isEmpty)
    #expect(Drum.all.allSatisfy { DrumSet.all.contains($0) } && DrumSet(Drum.all) == .all)
  }

  @Test func `a range of keys has its ends and what lies between`() {
    for lowest in stride(from: 0, through: 255, by: 17) {
      for highest in stride(from: lowest, through: 255, by: 11) {
        let keys = KeySet(UInt8(lowest)...UInt8(highest))
        let found = (0...255).filter { keys.contains(UInt8($0)) }
        #expect(found == (0...127).filter { $0 >= lowest && $0 <= highest })
      }
    }
    #expect((0...255).filter { KeySet.all.contains(UInt8($0)) } == Array(0...127))
    #expect((0...255).allSatisfy { !KeySet().contains(UInt8($0)) })
  }

  @Test func `keys of both, and of either`() {
    let (low, high) = (KeySet(10...60), KeySet(50...127))
    var either = low
    either.formUnion(high)
    #expect(low.intersection(high) == KeySet(50...60) && either == KeySet(10...127))
    #expect(KeySet(0...9).intersection(low) == KeySet())
    either.formUnion(KeySet())
    #expect(either == KeySet(10...127))
  }

  @Test func `a moment to switch reads back by its name`() {
    for moment in SwitchMoment.allCases {
      #expect(SwitchMoment(name: moment.description) == moment)
    }
    #expect(SwitchMoment.allCases.map(\.description) == ["now", "beat", "bar", "loop"])
    #expect(SwitchMoment(name: "Loop") == nil && SwitchMoment(name: "") == nil)
  }
}
