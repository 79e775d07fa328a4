import GhostnoteTesting
import Testing

@testable import DrummerTraining

/// Counts, axes and texts of what a training and a corpus are shown as.
@Suite struct FigureTests {
  @Test func `values are counted, the most frequent first and equal ones in order`() {
    var tally = Tally(["b", "a", "c", "b", "a", "d"])
    #expect(tally["a"] == 2 && tally["x"] == 0 && tally.total == 6)
    #expect(tally.ranking.map(\.value) == ["a", "b", "c", "d"])
    tally.add("d")
    tally.add("d")
    #expect(tally.ranking.map(\.value) == ["d", "a", "b", "c"])
    #expect(tally.ranking.map(\.count) == [3, 2, 2, 1])
    #expect(Tally<Int>().ranking.isEmpty && Tally<Int>().total == 0)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `an axis holds its numbers, in round steps whose labels differ`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    for scale in [1e-6, 0.01, 1, 1_000, 1e8] {
      let numbers = (0..<4).map { _ in Double.random(in: -scale...scale, using: &chance) }
      let axis = AxisScale(over: numbers)
      #expect(numbers.allSatisfy { (-1e-9...1 + 1e-9).contains(axis.share(of: $0)) })
      #expect((2...12).contains(axis.ticks.count))
      let labels = axis.ticks.map(axis.label)
      #expect(Set(labels).count == labels.count)
      let step = axis.ticks[1] - axis.ticks[0]
      #expect(
        zip(axis.ticks, axis.ticks.dropFirst()).allSatisfy { abs($1 - $0 - step) < step / 1e6 })
      // 1, 2 or 5 times a power of ten.
      var leading = step
      while leading < 0.999 { leading *= 10 }
      while leading > 9.999 { leading /= 10 }
      #expect([1.0, 2, 5].contains { abs($0 - leading) < 1e-6 })
      #expect(axis.share(of: axis.lower) == 0 && axis.share(of: axis.upper) == 1)
    }
  }

  @Test func `labels have as many decimals as the step needs, and a minus sign`() {
    let axis = AxisScale(over: [-0.5, 0.5])
    #expect(axis.ticks.map(axis.label) == ["−0.6", "−0.4", "−0.2", "0.0", "0.2", "0.4", "0.6"])
    let small = AxisScale(over: [0, 0.02])
    #expect(small.label(0.005) == "0.005" && small.label(-0.01) == "−0.010")
    #expect(
      AxisScale(over: [0, 20]).ticks.map(AxisScale(over: [0, 20]).label) == [
        "0", "5", "10", "15", "20",
      ])
  }

  @Test func `an axis without numbers, or with one alone, has a length`() {
    for numbers in [[], [.nan, .infinity], [0], [7, 7], [-3], [1e13]] as [[Double]] {
      let axis = AxisScale(over: numbers)
      #expect(axis.upper > axis.lower && axis.ticks.count > 1)
    }
  }

  @Test(arguments: [
    (1.0, "1"), (-1.5, "-1.5"), (0.005, "0.01"), (0.004, "0"), (-0.001, "0"), (12.05, "12.05"),
    (100, "100"), (.nan, "0"), (1e9, "0"), (2.999, "3"), (-2.25, "-2.25"),
  ])
  func `a place is written with two decimals at most`(number: Double, text: String) {
    #expect(Drawing.text(number) == text)
  }

  @Test func `a drawing's texts are XML, whatever they say`() {
    var drawing = Drawing(width: 10, height: 20.5)
    drawing.label("a<b> & \"c\"\u{1}\n", x: 1, y: 2, turned: true)
    drawing.rectangle(x: 0, y: 0, width: 1, height: 1, fill: "#000", note: "1 < 2")
    #expect(drawing.svg.contains(">a&lt;b&gt; &amp; &quot;c&quot;</text>"))
    #expect(
      drawing.svg.contains("rotate(-90 1 2)") && drawing.svg.contains("viewBox=\"0 0 10 20.5\""))
    #expect(drawing.svg.contains("<title>1 &lt; 2</title></rect>"))
  }

  @Test func `one path in ten is for validation, wherever the corpus lies`() {
    let paths = (0..<20_000).map { PathHash("drummer\($0 % 17)/session\($0).mid") }
    let share = Double(paths.count(where: \.isValidation)) / 20_000
    #expect((0.094...0.106).contains(share))
    #expect(!(PathHash("a") < PathHash("a")) && PathHash("a") == PathHash("a"))
    #expect((PathHash("a") < PathHash("b")) != (PathHash("b") < PathHash("a")))
  }

  @Test func `the time left is that of what is done, in proportion`() {
    var progress = TrainingProgress(
      epoch: 1, epochs: nil, done: 0.25, statistics: PredictionStatistics(), seconds: 30)
    #expect(progress.secondsLeft == 90)
    progress.done = 1
    #expect(progress.secondsLeft == 0)
    progress.done = 0
    #expect(progress.secondsLeft == .infinity)
  }

  @Test func `work that is shared comes back in order`() {
    #expect(parallelMap(1_000) { $0 * $0 } == (0..<1_000).map { $0 * $0 })
    #expect(parallelMap(0) { $0 }.isEmpty)
  }
}
