import Drummer
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import LiveDrummer

/// Which states of the drummer are kept to continue from.
@Suite struct StateCheckpointsTests {
  private static let direction = BarDirection(settings: DrummerSettings(), tempo: .standard)

  /// A drummer that is to play bar `bar` next.
  private static func drummer(at bar: Int) -> FakeInventor {
    var drummer = FakeInventor()
    for _ in 0..<bar { drummer.advance(with: [], direction) }
    return drummer
  }

  /// The states of `count` bars played one after the other.
  private static func played(_ count: Int) -> StateCheckpoints {
    var drummer = FakeInventor()
    var checkpoints = StateCheckpoints(drummer)
    for bar in 1...count {
      drummer.advance(with: [], direction)
      checkpoints.keep(drummer, before: bar)
    }
    return checkpoints
  }

  @Test func `a state is never later than what was asked for, and is that of its bar`() {
    let checkpoints = Self.played(3_000)
    for bar in stride(from: 0, through: 4_000, by: 7) {
      let found = checkpoints.latest(through: bar)
      #expect(found.bar <= bar)
      #expect(found.drummer.nextBar == found.bar)
    }
  }

  @Test func `the latest states are all kept, and of the older ones fewer, evenly`() {
    let checkpoints = Self.played(5_000)
    let recent = StateCheckpoints.limit / 4
    #expect((5_001 - recent...5_000).allSatisfy { checkpoints.latest(through: $0).bar == $0 })
    let bars = Set((0...5_000).map { checkpoints.latest(through: $0).bar }).sorted()
    #expect(bars.count <= StateCheckpoints.limit + 1 && bars.first == 0)
    let gaps = zip(bars, bars.dropFirst()).map { $1 - $0 }
    // Where they are thinned out alike, none is twice as far from the next as it must be.
    let even = 5_000 / (StateCheckpoints.limit - recent)
    #expect((gaps.max() ?? .max) <= 3 * even)
  }

  @Test func `the state of an earlier bar is kept beside that of the farthest`() {
    var checkpoints = StateCheckpoints(Self.drummer(at: 0))
    checkpoints.keep(Self.drummer(at: 100), before: 100)
    checkpoints.keep(Self.drummer(at: 50), before: 50)
    #expect(
      [0, 49, 50, 99, 100, .max].map { checkpoints.latest(through: $0).bar } == [
        0, 0, 50, 50, 100, 100,
      ])
  }

  @Test func `a state that is kept already stays as it was`() {
    var checkpoints = StateCheckpoints(Self.drummer(at: 0))
    checkpoints.keep(Self.drummer(at: 4), before: 4)
    checkpoints.keep(Self.drummer(at: 5), before: 4)
    checkpoints.keep(Self.drummer(at: 9), before: 9)
    #expect(checkpoints.latest(through: 4).drummer.nextBar == 4)
  }

  @Test func `states after a bar are forgotten, with the latest of all`() {
    var checkpoints = Self.played(1_000)
    let before = checkpoints.latest(through: 400)
    checkpoints.forget(after: 400)
    let last = checkpoints.latest(through: .max)
    #expect(last.bar == before.bar && last.drummer.nextBar == before.bar)
    checkpoints.forget(after: 0)
    #expect(checkpoints.latest(through: .max).bar == 0)
  }

  @Test func `of what lies between, nothing is left but the beginning and the farthest`() {
    var checkpoints = Self.played(300)
    checkpoints.forgetIntermediate()
    #expect((0..<300).allSatisfy { checkpoints.latest(through: $0).bar == 0 })
    #expect(checkpoints.latest(through: .max).drummer.nextBar == 300)
    var fresh = StateCheckpoints(Self.drummer(at: 0))
    fresh.forgetIntermediate()
    #expect(fresh.latest(through: .max).bar == 0)
  }
}
