import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct BarTests {
  @Test(arguments: [
    // Sixteenths in the loop; the bar in sixteenths, and how it is written.
    (16, 16, "4/4"), (32, 16, "4/4"), (12, 12, "3/4"), (14, 14, "7/8"), (28, 28, "7/4"),
    (8, 8, "2/4"), (5, 5, "5/16"), (36, 36, "9/4"),
    // One beat goes into 4/4.
    (4, 16, "4/4"), (2, 16, "4/4"),
  ])
  func `where no meter is written, bars of four beats fill the loop, or it is one bar`(
    loop: Int64, bar: Int64, meter: String
  ) throws {
    let found = Bar(ofLoop: .sixteenth * loop)
    #expect(found.length == .sixteenth * bar)
    #expect(found.meter?.description == meter)
    #expect(found.pulse == Beats(1))
  }

  @Test func `a loop that no meter fills is a bar all the same`() {
    let loop = Beats(13, over: 3)
    #expect(Bar(ofLoop: loop).length == loop)
    #expect(Bar(ofLoop: loop).meter == nil)
  }

  @Test(arguments: [("3/4", 3, 1.0), ("6/8", 3, 0.5), ("7/8", 3.5, 0.5), ("5/16", 1.25, 0.25)])
  func `a written meter holds, and its own note is counted`(
    meter: String, length: Double, pulse: Double
  ) throws {
    var pattern = try Pattern(rows: "kick x... x... x... x...")
    #expect(pattern.bar == Bar(.fourFour))
    pattern.meter = Meter(meter)
    #expect(pattern.bar.length.inBeats == length)
    #expect(pattern.bar.pulse.inBeats == pulse)
    #expect(pattern.bar.meter == pattern.meter)
  }

  @Test func `bar lines lie on whole bars from where they are counted`() throws {
    let bar = Bar(try #require(Meter("7/8")))
    let lines = [0.0, 0.1, 3.5, 3.6, 7.0].map { beat in
      bar.line(atOrAfter: Beats(Int64(beat * 10), over: 10), from: .zero).inBeats
    }
    #expect(lines == [0, 3.5, 3.5, 7, 7])
    #expect(bar.line(atOrAfter: Beats(2), from: Beats(1)).inBeats == 4.5)
  }
}
