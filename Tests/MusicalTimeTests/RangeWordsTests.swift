import MusicalTime
import Testing

@Suite struct RangeWordsTests {
  @Test func `a range is both ends, with blanks where a sign would stand beside the dash`() {
    #expect((1...16).words() == "1–16")
    #expect((0.2...10.0).words(unit: "s") == "0.2–10 s")
    #expect((-60.0...12.0).words(unit: "dB") == "-60 – 12 dB")
    #expect((Beats(1, over: 64)...Beats(1_024)).words(unit: "beats") == "1/64–1024 beats")
  }

  @Test func `an error says what is expected, of what, and what was found`() {
    #expect((1...16).expected(found: 17) == "expected 1–16, found 17")
    #expect((1...16).expected("a clip", found: 0) == "expected a clip of 1–16, found 0")
    #expect((20.0...300.0).expected(unit: "bpm", found: 19.9) == "expected 20–300 bpm, found 19.9")
    #expect((0.0...1.0).expected(found: .nan) == "expected 0–1, found nan")
  }

  @Test func `a text that is not a number is quoted`() {
    #expect((1...16).expected(found: "17") == "expected 1–16, found 17")
    #expect((1...16).expected(found: "x") == "expected 1–16, found “x”")
    #expect((1...16).expected(found: "") == "expected 1–16, found “”")
  }

  @Test(arguments: [(16.0, "16"), (-0.5, "-0.5"), (9_007_199_254_740_992, "9007199254740992")])
  func `a number has no fraction that says nothing`(number: Double, text: String) {
    #expect(number.written == text)
  }
}
