import MusicalTime
import Rhythm
import Testing

@Suite struct DelayTimeTests {
  @Test(arguments: [
    ("1/4", 1, 1), ("1/8", 1, 2), ("1/8.", 3, 4), ("1/8t", 1, 3), ("1/1", 4, 1), ("1/1.", 6, 1),
    ("1/16t", 1, 6), ("1/64", 1, 16), ("5:7", 5, 7), ("2.5", 5, 2), ("8", 8, 1),
  ])
  func `a time is written as a note value or in beats and reads as the same`(
    text: String, numerator: Int64, denominator: Int64
  ) throws {
    let time = try #require(DelayTime(text))
    #expect(time.beats == Beats(numerator, over: denominator))
    #expect(DelayTime(time.description) == time)
  }

  @Test(arguments: [("3:4", "1/8."), ("0.5", "1/8"), ("2:3", "1/4t"), ("5:7", "5:7"), ("7", "7")])
  func `a time in beats is shown as a note value where there is one`(
    text: String, shown: String
  ) {
    #expect(DelayTime(text)?.description == shown)
  }

  @Test(arguments: [
    "", "1/", "1/3", "1/8..", "3/4", "1/0", "0", "-1", "9", "1/64t", "nan", "1:0", "1:2:3", "x",
    ".",
    "1/8T", "1e300",
  ])
  func `what is not a time of 1:16 to 8 beats is refused`(text: String) {
    #expect(DelayTime(text) == nil)
  }
}
