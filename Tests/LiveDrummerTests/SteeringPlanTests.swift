import Commands
import Drummer
import MusicalTime
import Rhythm
import Testing

@testable import LiveDrummer

@Suite struct SteeringPlanTests {
  /// A letter a bar: `.` plain, `f` fill, `-` rest, `l` only listens, a digit the bar that is looped.
  private static func row(_ plan: SteeringPlan, _ count: Int) -> String {
    (0..<count).map { bar in
      let direction = plan.direction(at: bar)
      if plan.onlyListens(at: bar) { return "l" }
      if direction.isSilent { return "-" }
      if direction.fillFrom != nil { return "f" }
      return plan.source(of: bar).map(String.init) ?? "."
    }.joined()
  }

  private static func plan(_ change: (inout DrummerSettings) -> Void = { _ in }) -> SteeringPlan {
    var settings = DrummerSettings()
    settings.isOn = true
    change(&settings)
    return SteeringPlan(settings, tempo: .standard)
  }

  @Test func `fills, rests and loops lie where they were asked for`() {
    var plan = Self.plan()
    plan.fill(1, from: .zero)
    plan.rest(3..<5)
    plan.lock(2, from: 7)
    plan.release(from: 10)
    #expect(Self.row(plan, 12) == ".f.--..565..")
  }

  @Test func `where there are too few bars to lock, the next ones are`() {
    var plan = Self.plan()
    plan.lock(4, from: 2)
    #expect(Self.row(plan, 12) == "......234523")
  }

  @Test func `a second loop replaces the first`() {
    var plan = Self.plan()
    plan.lock(1, from: 2)
    plan.lock(2, from: 5)
    #expect(Self.row(plan, 10) == "..111343434".prefix(10))
    let wasReleased = plan.release(from: 8)
    #expect(wasReleased)
    #expect(Self.row(plan, 10) == "..111343..")
  }

  @Test func `back in an earlier loop that one is released, and the later one never comes`() {
    var plan = Self.plan()
    plan.lock(1, from: 2)
    plan.lock(2, from: 8)
    #expect(Self.row(plan, 12) == "..1111116767")
    let wasReleased = plan.release(from: 5)
    #expect(wasReleased)
    #expect(Self.row(plan, 12) == "..111.......")
    let isThereAnother = plan.release(from: 5)
    #expect(!isThereAnother)
  }

  @Test func `a rest in a loop repeats nothing, and the loop continues after it`() {
    for isRestFirst in [false, true] {
      var plan = Self.plan()
      if isRestFirst { plan.rest(5..<7) }
      plan.lock(2, from: 4)
      if !isRestFirst { plan.rest(5..<7) }
      #expect(Self.row(plan, 10) == "....2--323")
      #expect((0..<10).map { plan.source(of: $0) } == [nil, nil, nil, nil, 2, nil, nil, 3, 2, 3])
    }
  }

  @Test(arguments: [(0, "........"), (1, "l.l.l.l."), (2, "ll..ll.."), (3, "lll...ll")])
  func `answering it listens and plays in turns`(bars: Int, row: String) {
    #expect(Self.row(Self.plan { $0.answerBars = bars }, 8) == row)
  }

  @Test func `turns begin where answering was asked for`() {
    var plan = Self.plan()
    var settings = plan.settings[0]
    settings.answerBars = 2
    plan.steer(settings, from: 3)
    settings.density = 0.9
    plan.steer(settings, from: 6)
    #expect(Self.row(plan, 11) == "...ll..ll..")
  }

  @Test func `every nth bar is a fill from its middle on`() {
    let plan = Self.plan { $0.fillEvery = 3 }
    #expect(Self.row(plan, 9) == "..f..f..f")
    #expect(plan.direction(at: 2).fillFrom == Beats(2))
  }

  @Test func `steering changes what comes, and forgets what was to come later`() {
    var plan = Self.plan()
    for (bar, style) in [(4, "funk"), (8, "jazz"), (6, "rock")] {
      plan.steer(Self.plan { $0.style = style }.settings[0], from: bar)
    }
    let styles = [0, 3, 4, 5, 6, 8, 100].map { plan.settings[$0].style }
    #expect(styles == ["", "", "funk", "funk", "rock", "rock", "rock"])
  }

  @Test func `replaced it is another throughout but for what sounds, and then there too`() {
    for kept in [0..<1, 2..<4, 7..<8] {
      var plan = Self.plan { $0.style = "funk" }
      plan.rest(5..<6)
      plan.prime(6, with: [[]])
      plan.replace(by: Self.plan { $0.style = "jazz" }.settings[0], but: kept)
      plan.steer(Self.plan { $0.style = "rock" }.settings[0], from: 9)
      func styles() -> [String] { (0..<10).map { plan.settings[$0].style } }
      #expect(styles() == (0..<9).map { kept.contains($0) ? "funk" : "jazz" } + ["rock"])
      #expect(Self.row(plan, 8) == "........")
      // What it has heard stays, unless it is another patch's.
      #expect(plan.primer(at: 6) != nil && plan.hasRequests)
      plan.straighten(kept)
      #expect(styles() == (0..<9).map { _ in "jazz" } + ["rock"])
      plan.dropPrimers()
      #expect(plan.primer(at: 6) == nil && !plan.hasRequests)
    }
  }

  @Test func `hours of steering keep no more than the latest of each kind of request`() {
    var plan = Self.plan { $0.answerBars = 2 }
    let bars = 3 * SteeringPlan.limit
    for bar in 1..<bars {
      var settings = plan.settings.last
      settings.density = bar.isMultiple(of: 2) ? 0.4 : 0.6
      plan.steer(settings, from: bar)
      plan.change(to: Tempo(clampingBPM: bar.isMultiple(of: 2) ? 118 : 121), from: bar)
      plan.fill(bar, from: Beats(2))
      if bar.isMultiple(of: 4) { plan.rest(bar..<bar + 1) }
      plan.lock(1, from: bar)
      plan.release(from: bar + 1)
      plan.prime(bar, with: [[]])
      #expect(plan.count <= 5 * SteeringPlan.limit + SteeringPlan.primerLimit)
    }
    // What was asked for lately stays, and the turns are counted from the same bar.
    for bar in bars - 700..<bars {
      #expect(plan.settings[bar].density == (bar.isMultiple(of: 2) ? 0.4 : 0.6))
      #expect(plan.tempo[bar].bpm == (bar.isMultiple(of: 2) ? 118 : 121))
      #expect(plan.isFillAsked(in: bar))
      #expect(plan.direction(at: bar).isSilent == bar.isMultiple(of: 4))
      #expect(plan.onlyListens(at: bar) == (bar / 2).isMultiple(of: 2))
    }
    #expect(plan.primer(at: bars - 1) != nil)
  }
}
