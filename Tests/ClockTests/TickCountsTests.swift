import GhostnoteTesting
import Testing

@testable import Clock

/// How ticks are counted, and counted again where the line was wrong.
@Suite struct TickCountsTests {
  @Test func `what came and what did not is counted`() {
    var counts = TickCounts()
    counts.begin(at: 10)
    counts.take(after: 0)
    counts.take(after: 3)
    counts.drop()
    #expect(counts.index == 15 && counts.taken == 3 && counts.lost == 3 && counts.dropped == 1)
    #expect(counts.streak == 3)
    counts.begin(at: 0, after: counts.streak)
    #expect(counts.streak == 4 && counts.index == 0 && counts.taken == 4)
    counts.begin(at: 5)
    #expect(counts.streak == 1)
  }

  @Test func `a tick that was taken for lost is none that is lost`() {
    var counts = TickCounts()
    counts.begin(at: 0)
    counts.miss(2)
    counts.redeem()
    #expect(counts.index == 2 && counts.lost == 1 && counts.taken == 2)
  }

  /// Random ticks; while in doubt, of what a wrong line makes of them as well.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `where the line was wrong, it is as if nothing had been lost or dropped`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var (counts, doubt, right) = (TickCounts(), TickDoubt(), TickCounts())
    counts.begin(at: 0)
    right.begin(at: 0)
    for _ in 0..<100 {
      switch Int.random(in: 0..<3, using: &chance) {
      case 0:
        counts.take(after: 0)
        right.take(after: 0)
      case 1:
        // A tick of a faster clock, where the line has none.
        counts.drop()
        doubt.drop()
        right.take(after: 0)
      default:
        // Ticks that the line has and the slower clock has not.
        let missed = Int64.random(in: 1...3, using: &chance)
        counts.take(after: missed)
        doubt.miss(missed, isOnGrid: false)
        right.take(after: 0)
      }
    }
    counts.correct(by: doubt)
    #expect(counts.lost == 0 && counts.dropped == 0)
    #expect(counts.index == right.index && counts.taken == right.taken)
  }

  @Test func `two that miss the line in a row are enough, and four that are on time but late`() {
    func isGrave(after ticks: Int, _ miss: (inout TickDoubt) -> Void) -> Bool {
      var doubt = TickDoubt()
      for _ in 0..<ticks { miss(&doubt) }
      return doubt.isGrave
    }
    let off = { (doubt: inout TickDoubt) in doubt.miss(1, isOnGrid: false) }
    let on = { (doubt: inout TickDoubt) in doubt.miss(1, isOnGrid: true) }
    let extra = { (doubt: inout TickDoubt) in doubt.drop() }
    #expect([1, 2].map { isGrave(after: $0, off) } == [false, true])
    #expect([3, 4].map { isGrave(after: $0, on) } == [false, true])
    #expect([2, 3].map { isGrave(after: $0, extra) } == [false, true])
  }

  @Test func `ticks on time dispel a doubt, with all that it counted`() {
    var doubt = TickDoubt()
    #expect(doubt.isNone)
    doubt.drop()
    doubt.miss(2, isOnGrid: true)
    var none: [Bool] = []
    for _ in 0..<5 {
      doubt.settle()
      none.append(doubt.isNone)
    }
    #expect(none == [false, false, false, false, true])
    #expect(doubt.missed == 0 && doubt.dropped == 0)
    doubt.settle()
    #expect(doubt.isNone, "no trust is saved up")
    doubt.miss(1, isOnGrid: false)
    doubt.miss(1, isOnGrid: false)
    #expect(doubt.isGrave)
  }

  @Test func `a doubt whose missing ticks all came is none`() {
    var doubt = TickDoubt()
    doubt.miss(2, isOnGrid: false)
    doubt.redeem()
    #expect(!doubt.isNone && doubt.missed == 1)
    doubt.redeem()
    #expect(doubt.isNone)
  }
}
