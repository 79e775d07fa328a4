import MusicalTime
import Testing

@Suite struct MeterTests {
  @Test(
    arguments: [
      ("4/4", 4, 1), ("3/4", 3, 1), ("6-8", 3, 1), ("5/8", 5, 2), ("7/16", 7, 4), ("1/128", 1, 32),
      ("255/1", 1020, 1),
    ] as [(String, Int64, Int64)])
  func `the length of a bar is exact`(
    text: String, numerator: Int64, denominator: Int64
  ) throws {
    let meter = try #require(Meter(text))
    #expect(meter.barLength == Beats(numerator, over: denominator))
    #expect(Meter("\(meter)") == meter)
  }

  @Test(arguments: [
    "", "4", "4/", "/4", "4/4/4", "0/4", "256/4", "4/0", "4/3", "4/256", "-4/4", "x",
  ])
  func `an invalid meter is refused`(text: String) {
    #expect(Meter(text) == nil)
  }

  @Test func `four four is four quarter notes`() {
    #expect(Meter(count: 4, unit: 4) == .fourFour)
  }
}
