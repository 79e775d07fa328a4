import MusicalTime
import Testing

@testable import Daemon

/// `--bars`: when a session ends by itself.
@Suite struct BarLimitTests {
  @Test func `without bars nothing is asked for, and it does not end by itself`() {
    var limit = BarLimit(bars: nil)
    #expect(limit.next(bar: Beats(4)) == nil)
    #expect(limit.goesOn(position: Beats(4_000), endings: 0, bar: Beats(4)) == true)
    #expect(limit.goesOn(position: .zero, endings: 1, bar: Beats(4)) == true)
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

  @Test func `it is over when the song has come to its end`() {
    var limit = BarLimit(bars: 2)
    #expect(limit.goesOn(position: .zero, endings: 0, bar: Beats(4)) == true)
    #expect(limit.goesOn(position: Beats(1), endings: 0, bar: Beats(4)) == true)
    // Stopped in the middle by hand, it can be continued.
    #expect(limit.goesOn(position: Beats(2), endings: 0, bar: Beats(4)) == true)
    #expect(limit.goesOn(position: Beats(2), endings: 0, bar: Beats(4)) == true)
    #expect(limit.goesOn(position: .zero, endings: 1, bar: Beats(4)) == false)
    #expect(limit.isOver)
  }

  @Test func `a song that was stopped and moved to the top goes on`() {
    var limit = BarLimit(bars: 64)
    #expect(limit.goesOn(position: Beats(9), endings: 0, bar: Beats(4)) == true)
    #expect(limit.goesOn(position: .zero, endings: 0, bar: Beats(4)) == true)
    #expect(!limit.isOver)
    // It rolls again before it is looked at.
    #expect(limit.goesOn(position: Beats(1), endings: 1, bar: Beats(4)) == false)
    #expect(limit.isOver)
  }

  @Test func `a song that is past the bars ends without ringing out`() {
    var limit = BarLimit(bars: 1)
    #expect(limit.goesOn(position: Beats(4), endings: 0, bar: Beats(4)) == false)
    #expect(!limit.isOver)
  }
}
