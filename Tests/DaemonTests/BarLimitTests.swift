import MusicalTime
import Testing

@testable import Daemon

/// `--bars`: when a session ends by itself.
@Suite struct BarLimitTests {
  @Test func `without bars nothing is asked for, and it does not end by itself`() {
    var limit = BarLimit(bars: nil)
    #expect(limit.next(bar: Beats(4)) == nil)
    #expect(limit.goesOn(isRolling: true, position: Beats(4_000), bar: Beats(4)) == true)
    #expect(limit.goesOn(isRolling: false, position: .zero, bar: Beats(4)) == true)
    #expect(!limit.isOver)
  }

  @Test func `the engine is asked once, and again after a refusal or for other bars`() {
    var limit = BarLimit(bars: 2)
    #expect(limit.next(bar: Beats(4)) == Beats(8))
    #expect(limit.next(bar: Beats(4)) == Beats(8))
    limit.note(Beats(8))
    #expect(limit.next(bar: Beats(4)) == nil)
    #expect(limit.next(bar: Beats(3)) == Beats(6))
  }

  @Test func `it is over when the song has come to rest at the beginning`() {
    var limit = BarLimit(bars: 2)
    #expect(limit.goesOn(isRolling: false, position: .zero, bar: Beats(4)) == true)
    #expect(limit.goesOn(isRolling: true, position: Beats(1), bar: Beats(4)) == true)
    // Stopped in the middle by hand, it can be continued.
    #expect(limit.goesOn(isRolling: false, position: Beats(2), bar: Beats(4)) == true)
    #expect(limit.goesOn(isRolling: true, position: Beats(2), bar: Beats(4)) == true)
    #expect(limit.goesOn(isRolling: false, position: .zero, bar: Beats(4)) == false)
    #expect(limit.isOver)
  }

  @Test func `a song that is past the bars ends without ringing out`() {
    var limit = BarLimit(bars: 1)
    #expect(limit.goesOn(isRolling: true, position: Beats(4), bar: Beats(4)) == false)
    #expect(!limit.isOver)
  }
}
