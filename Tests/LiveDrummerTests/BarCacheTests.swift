import Commands
import Drummer
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import LiveDrummer

@Suite struct BarBookTests {
  private static let chart: SteeringPlan = {
    var settings = DrummerSettings()
    settings.isOn = true
    return SteeringPlan(settings, tempo: .standard)
  }()

  /// Bars as the drummer plays them one after the other.
  private static func music(_ count: Int, _ chart: SteeringPlan = chart) -> [[Hit]] {
    var drummer = FakeInventor()
    return (0..<count).map { bar in
      let hits = drummer.play(chart.direction(at: bar)).hits
      // Nothing is before the song's first beat.
      return bar > 0
        ? hits : hits.map { Hit(drum: $0.drum, velocity: $0.velocity, beat: max($0.beat, .zero)) }
    }
  }

  /// What the book has for a bar, and how many bars were played to get there.
  private static func bar(_ bar: Int, _ book: inout BarCache, _ chart: SteeringPlan = chart) -> (
    hits: [Hit], steps: Int
  ) {
    var steps = 0
    while book[bar] == nil, steps < 100_000 {
      book.write(toward: bar, by: chart)
      steps += 1
    }
    return (book[bar]?.hits ?? [], steps)
  }

  @Test func `a bar is the same from wherever it is come to, thousands of bars into the song`() {
    let music = Self.music(9_000)
    var book = BarCache(FakeInventor())
    #expect(Self.bar(8_999, &book).hits == music[8_999])
    var chance = SplitMix64(seed: 3)
    for _ in 0..<60 {
      let bar = Int.random(in: 0..<9_000, using: &chance)
      let found = Self.bar(bar, &book)
      #expect(found.hits == music[bar])
      // Never from the beginning again, but from a place on the way.
      #expect(found.steps < 200)
    }
  }

  @Test func `what is forgotten is played again as it is asked for now`() {
    var book = BarCache(FakeInventor())
    _ = Self.bar(20, &book)
    var chart = Self.chart
    var jazz = chart.settings[0]
    jazz.style = "jazz"
    chart.steer(jazz, from: 10)
    let before = book[9]?.version
    book.forget(from: 10)
    #expect(book[10] == nil && book[9]?.version == before)
    let music = Self.music(21, chart)
    #expect((0...20).allSatisfy { Self.bar($0, &book, chart).hits == music[$0] })
    #expect(music[10].contains { $0.drum == .ride } && !music[9].contains { $0.drum == .ride })
  }

  @Test func `what was heard in a bar changes what comes behind what has sounded`() {
    var book = BarCache(FakeInventor())
    _ = Self.bar(6, &book)
    let fourth = book[4]?.hits
    let fifth = book[5]?.hits
    let kick = Hit(drum: .kick, velocity: StepNotation.accent, beat: Beats(1))
    book.hear([kick], as: 3, playedThrough: 4)
    #expect(book[5] == nil)
    #expect(book[4]?.hits == fourth)
    #expect(Self.bar(5, &book).hits != fifth)
    var drummer = FakeInventor()
    let direction = Self.chart.direction(at: 0)
    for _ in 0..<3 { _ = drummer.play(direction) }
    drummer.hear([kick], direction)
    drummer.hear(fourth ?? [], direction)
    #expect(drummer.play(direction).hits == Self.bar(5, &book).hits)
  }

  @Test func `a locked loop holds for thousands of bars`() {
    var chart = Self.chart
    chart.lock(2, from: 4)
    var book = BarCache(FakeInventor())
    let loop = [Self.bar(2, &book, chart).hits, Self.bar(3, &book, chart).hits]
    let last = BarCache.pageLimit * 2
    _ = Self.bar(last, &book, chart)
    #expect((last - 5...last).allSatisfy { book[$0]?.hits == loop[$0 % 2] })
  }

  @Test func `a rest in a locked loop is silent`() {
    var chart = Self.chart
    chart.lock(2, from: 4)
    chart.rest(5..<7)
    var book = BarCache(FakeInventor())
    let bars = (0..<10).map { Self.bar($0, &book, chart).hits }
    #expect(bars[5].isEmpty && bars[6].isEmpty)
    #expect(!bars[2].isEmpty && !bars[3].isEmpty && bars[2] != bars[3])
    #expect(bars[4] == bars[2] && bars[8] == bars[2])
    #expect(bars[7] == bars[3] && bars[9] == bars[3])
  }

  @Test func `a fill in a locked bar leaves the loop before it as it is`() {
    var chart = Self.chart
    chart.lock(2, from: 4)
    chart.fill(5, from: Beats(2))
    var book = BarCache(FakeInventor())
    let change = Beats(2) - Beats(1, over: 8)
    let loop = (0...6).map { Self.bar($0, &book, chart).hits }
    #expect(loop[4] == loop[2] && loop[6] == loop[2])
    #expect(loop[5].filter { $0.beat < change } == loop[3].filter { $0.beat < change })
    #expect(loop[5].contains { $0.drum == .tom3 })
  }

  @Test(arguments: ["looped", "listened to", "primed"])
  func `what is not invented is no fill, though one is due in bar 7`(kind: String) {
    func musicBehind(fillEvery: Int) -> [Hit] {
      var chart = Self.chart
      var settings = chart.settings[0]
      settings.answerBars = kind == "listened to" ? 2 : 0
      settings.fillEvery = fillEvery
      chart.steer(settings, from: 6)
      settings.fillEvery = 0
      chart.steer(settings, from: 8)
      switch kind {
      case "looped":
        chart.lock(2, from: 6)
        chart.release(from: 8)
      case "primed": chart.prime(7, with: Self.music(3))
      default: break
      }
      var book = BarCache(FakeInventor())
      // What was primed shows in bar 7 itself, up to the fill that it ends with.
      return Self.bar(kind == "primed" ? 7 : 8, &book, chart).hits.filter { $0.beat < Beats(1) }
    }
    #expect(!musicBehind(fillEvery: 0).isEmpty)
    #expect(musicBehind(fillEvery: 0) == musicBehind(fillEvery: 2))
  }
}
