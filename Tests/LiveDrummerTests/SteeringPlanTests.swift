import Commands
import Drummer
import MusicalTime
import Rhythm
import Testing

@testable import LiveDrummer

@Suite struct ChartTests {
  /// A letter a bar: `.` plain, `f` fill, `-` rest, `l` only listens, a digit the bar that is looped.
  private static func row(_ chart: SteeringPlan, _ count: Int) -> String {
    (0..<count).map { bar in
      let direction = chart.direction(at: bar)
      if chart.onlyListens(at: bar) { return "l" }
      if direction.isSilent { return "-" }
      if direction.fillFrom != nil { return "f" }
      return chart.source(of: bar).map(String.init) ?? "."
    }.joined()
  }

  private static func chart(_ change: (inout DrummerSettings) -> Void = { _ in }) -> SteeringPlan {
    var settings = DrummerSettings()
    settings.isOn = true
    change(&settings)
    return SteeringPlan(settings, tempo: .standard)
  }

  @Test func `fills, rests and loops lie where they were asked for`() {
    var chart = Self.chart()
    chart.fill(1, from: .zero)
    chart.rest(3..<5)
    chart.lock(2, from: 7)
    chart.release(from: 10)
    #expect(Self.row(chart, 12) == ".f.--..565..")
  }

  @Test func `where there are too few bars to lock, the next ones are`() {
    var chart = Self.chart()
    chart.lock(4, from: 2)
    #expect(Self.row(chart, 12) == "......234523")
  }

  @Test func `a second loop takes the place of the first`() {
    var chart = Self.chart()
    chart.lock(1, from: 2)
    chart.lock(2, from: 5)
    #expect(Self.row(chart, 10) == "..111343434".prefix(10))
    let wasReleased = chart.release(from: 8)
    #expect(wasReleased)
    #expect(Self.row(chart, 10) == "..111343..")
  }

  @Test func `a rest in a loop repeats nothing, and the loop goes round behind it`() {
    for isRestFirst in [false, true] {
      var chart = Self.chart()
      if isRestFirst { chart.rest(5..<7) }
      chart.lock(2, from: 4)
      if !isRestFirst { chart.rest(5..<7) }
      #expect(Self.row(chart, 10) == "....2--323")
      #expect((0..<10).map { chart.source(of: $0) } == [nil, nil, nil, nil, 2, nil, nil, 3, 2, 3])
    }
  }

  @Test(arguments: [(0, "........"), (1, "l.l.l.l."), (2, "ll..ll.."), (3, "lll...ll")])
  func `answering it listens and plays in turns`(bars: Int, row: String) {
    #expect(Self.row(Self.chart { $0.answerBars = bars }, 8) == row)
  }

  @Test func `turns begin where answering was asked for`() {
    var chart = Self.chart()
    var settings = chart.settings[0]
    settings.answerBars = 2
    chart.steer(settings, from: 3)
    settings.density = 0.9
    chart.steer(settings, from: 6)
    #expect(Self.row(chart, 11) == "...ll..ll..")
  }

  @Test func `the last of so many bars is a fill from its middle on`() {
    let chart = Self.chart { $0.fillEvery = 3 }
    #expect(Self.row(chart, 9) == "..f..f..f")
    #expect(chart.direction(at: 2).fillFrom == Beats(2))
  }

  @Test func `steering changes what comes, and forgets what was to come later`() {
    var chart = Self.chart()
    for (bar, style) in [(4, "funk"), (8, "jazz"), (6, "rock")] {
      chart.steer(Self.chart { $0.style = style }.settings[0], from: bar)
    }
    let styles = [0, 3, 4, 5, 6, 8, 100].map { chart.settings[$0].style }
    #expect(styles == ["", "", "funk", "funk", "rock", "rock", "rock"])
  }

  @Test func `replaced it is another throughout but for what sounds, and then there too`() {
    for kept in [0..<1, 2..<4, 7..<8] {
      var chart = Self.chart { $0.style = "funk" }
      chart.rest(5..<6)
      chart.replace(by: Self.chart { $0.style = "jazz" }.settings[0], but: kept)
      chart.steer(Self.chart { $0.style = "rock" }.settings[0], from: 9)
      func styles() -> [String] { (0..<10).map { chart.settings[$0].style } }
      #expect(styles() == (0..<9).map { kept.contains($0) ? "funk" : "jazz" } + ["rock"])
      #expect(Self.row(chart, 8) == "........")
      chart.straighten(kept)
      #expect(styles() == (0..<9).map { _ in "jazz" } + ["rock"])
    }
  }
}
