import Commands
import Drummer
import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import LiveDrummer

@Suite struct BarCacheTests {
  private static let plan: SteeringPlan = {
    var settings = DrummerSettings()
    settings.isOn = true
    return SteeringPlan(settings, tempo: .standard)
  }()

  /// Bars as the drummer plays them one after the other.
  private static func music(_ count: Int, _ plan: SteeringPlan = plan) -> [[Hit]] {
    var drummer = FakeInventor()
    return (0..<count).map { bar in
      let hits = drummer.play(plan.direction(at: bar)).hits
      // Nothing is before the song's first beat.
      return bar > 0
        ? hits : hits.map { Hit(drum: $0.drum, velocity: $0.velocity, beat: max($0.beat, .zero)) }
    }
  }

  /// What the cache has for a bar, and how many bars were played to get there.
  private static func bar(_ bar: Int, _ cache: inout BarCache, _ plan: SteeringPlan = plan) -> (
    hits: [Hit], steps: Int
  ) {
    var steps = 0
    while cache[bar] == nil, steps < 100_000 {
      cache.write(toward: bar, by: plan)
      steps += 1
    }
    return (cache[bar]?.hits ?? [], steps)
  }

  @Test func `a bar is the same from wherever it is reached, thousands of bars into the song`() {
    let music = Self.music(9_000)
    var cache = BarCache(FakeInventor())
    #expect(Self.bar(8_999, &cache).hits == music[8_999])
    var chance = SplitMix64(seed: 3)
    for _ in 0..<60 {
      let bar = Int.random(in: 0..<9_000, using: &chance)
      let found = Self.bar(bar, &cache)
      #expect(found.hits == music[bar])
      // Never from the beginning again, but from a checkpoint on the way.
      #expect(found.steps < 200)
    }
  }

  @Test func `what is forgotten is played again as it is asked for now`() {
    var cache = BarCache(FakeInventor())
    _ = Self.bar(20, &cache)
    var plan = Self.plan
    var jazz = plan.settings[0]
    jazz.style = "jazz"
    plan.steer(jazz, from: 10)
    let before = cache[9]?.version
    cache.forget(from: 10)
    #expect(cache[10] == nil && cache[9]?.version == before)
    let music = Self.music(21, plan)
    #expect((0...20).allSatisfy { Self.bar($0, &cache, plan).hits == music[$0] })
    #expect(music[10].contains { $0.drum == .ride } && !music[9].contains { $0.drum == .ride })
  }

  @Test func `hits given for a bar change the bars after those that have sounded`() {
    var cache = BarCache(FakeInventor())
    _ = Self.bar(6, &cache)
    let fourth = cache[4]?.hits
    let fifth = cache[5]?.hits
    let kick = Hit(drum: .kick, velocity: StepNotation.accent, beat: Beats(1))
    cache.condition(on: [kick], as: 3, playedThrough: 4)
    #expect(cache[5] == nil)
    #expect(cache[4]?.hits == fourth)
    #expect(Self.bar(5, &cache).hits != fifth)
    var drummer = FakeInventor()
    let direction = Self.plan.direction(at: 0)
    for _ in 0..<3 { _ = drummer.play(direction) }
    drummer.advance(with: [kick], direction)
    drummer.advance(with: fourth ?? [], direction)
    #expect(drummer.play(direction).hits == Self.bar(5, &cache).hits)
  }

  @Test func `a locked loop holds for thousands of bars`() {
    var plan = Self.plan
    plan.lock(2, from: 4)
    var cache = BarCache(FakeInventor())
    let loop = [Self.bar(2, &cache, plan).hits, Self.bar(3, &cache, plan).hits]
    let last = BarCache.entryLimit * 2
    _ = Self.bar(last, &cache, plan)
    #expect((last - 5...last).allSatisfy { cache[$0]?.hits == loop[$0 % 2] })
  }

  @Test func `a rest in a locked loop is silent`() {
    var plan = Self.plan
    plan.lock(2, from: 4)
    plan.rest(5..<7)
    var cache = BarCache(FakeInventor())
    let bars = (0..<10).map { Self.bar($0, &cache, plan).hits }
    #expect(bars[5].isEmpty && bars[6].isEmpty)
    #expect(!bars[2].isEmpty && !bars[3].isEmpty && bars[2] != bars[3])
    #expect(bars[4] == bars[2] && bars[8] == bars[2])
    #expect(bars[7] == bars[3] && bars[9] == bars[3])
  }

  @Test func `a fill in a locked bar leaves the loop before it as it is`() {
    var plan = Self.plan
    plan.lock(2, from: 4)
    plan.fill(5, from: Beats(2))
    var cache = BarCache(FakeInventor())
    let change = Beats(2) - Beats(1, over: 8)
    let loop = (0...6).map { Self.bar($0, &cache, plan).hits }
    #expect(loop[4] == loop[2] && loop[6] == loop[2])
    #expect(loop[5].filter { $0.beat < change } == loop[3].filter { $0.beat < change })
    #expect(loop[5].contains { $0.drum == .tom3 })
  }

  @Test func `where fills are chosen, live bars are those of a drummer that counts them itself`() {
    let tables = DrummerTables(.random())
    for seed in UInt64(0)..<8 {
      var settings = Self.plan.settings[0]
      settings.fillEvery = 8
      settings.seed = seed
      var drummer = Performer(tables)
      var cache = BarCache(drummer)
      let plan = SteeringPlan(settings, tempo: .standard)
      let direction = BarDirection(settings: settings, tempo: .standard)
      for bar in 0..<9 {
        let hits = drummer.play(direction).hits
        #expect(Self.bar(bar, &cache, plan).hits == hits, "seed \(seed), bar \(bar)")
      }
    }
  }

  @Test(arguments: ["looped", "listened to", "primed"], [false, true])
  func `what is not invented is not a fill, though one is due in bar 7`(
    kind: String, isPlayedAlongWith: Bool
  ) {
    func musicAfter(fillEvery: Int) -> [Hit] {
      var plan = Self.plan
      var settings = plan.settings[0]
      settings.answerBars = kind == "listened to" ? 2 : 0
      settings.fillEvery = fillEvery
      plan.steer(settings, from: 6)
      settings.fillEvery = 0
      plan.steer(settings, from: 8)
      switch kind {
      case "looped":
        plan.lock(2, from: 6)
        plan.release(from: 8)
      case "primed": plan.prime(7, with: Self.music(3))
      default: break
      }
      var cache = BarCache(FakeInventor())
      if isPlayedAlongWith {
        _ = Self.bar(8, &cache, plan)
        let kick = Hit(drum: .kick, velocity: StepNotation.accent, beat: Beats(1))
        cache.condition(on: [kick], as: 7, playedThrough: 7)
      }
      // What was primed shows in bar 7 itself, up to the fill that it ends with.
      return Self.bar(kind == "primed" ? 7 : 8, &cache, plan).hits.filter { $0.beat < Beats(1) }
    }
    #expect(!musicAfter(fillEvery: 0).isEmpty)
    #expect(musicAfter(fillEvery: 0) == musicAfter(fillEvery: 2))
  }
}
