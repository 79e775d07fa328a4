import MusicalTime
import Testing

@Suite struct CountedTests {
  @Test func `one is singular, all else plural`() {
    #expect([0, 1, 2, -1].map { $0.counted("hit") } == ["0 hits", "1 hit", "2 hits", "-1 hits"])
    #expect(2.counted("series", plural: "series") == "2 series")
    #expect(UInt8(1).counted("bar") == "1 bar")
  }

  @Test func `beats are counted exactly`() {
    #expect(
      [Beats(1), Beats(2), Beats(1, over: 3)].map(\.counted) == ["1 beat", "2 beats", "1/3 beats"])
  }
}
