import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// What two hands and two feet can play, and what half time demands of them.
@Suite struct PlayabilityTests {
  /// Kick, snare, hi-hat pedal and two toms as the vocabulary numbers them.
  private static let (kick, snare, pedal, tom, otherTom) = (0, 1, 4, 6, 7)
  /// At 125 bpm: 20 ms are four ticks.
  private static let tick = 5.0

  private static func limbs(_ strokes: (drum: Int, tick: Int)...) -> Limbs {
    var limbs = Limbs()
    for (drum, tick) in strokes { limbs.strike(drum, at: tick) }
    return limbs
  }

  @Test func `a drum is not struck twice within 20 ms and a tick, from either side`() {
    let limbs = Self.limbs((Self.snare, 100))
    let free = (90...110).filter {
      limbs.canStrike(Self.snare, at: $0, tickMilliseconds: Self.tick)
    }
    #expect(free == Array(90...95) + Array(105...110))
    let feet = Self.limbs((Self.kick, 100))
    #expect(!feet.canStrike(Self.kick, at: 102, tickMilliseconds: Self.tick))
  }

  @Test func `the faster the song, the fewer ticks there are to reach a drum in`() {
    let limbs = Self.limbs((Self.snare, 0))
    let first = { (milliseconds: Double) in
      (1...100).first { limbs.canStrike(Self.snare, at: $0, tickMilliseconds: milliseconds) }
    }
    #expect([2.0, 5, 10, 20].map(first) == [11, 5, 3, 2])
  }

  @Test func `two hands strike two drums at once, and feet do not count`() {
    let two = Self.limbs((Self.snare, 50), (Self.tom, 51))
    #expect(!two.canStrike(Self.otherTom, at: 50, tickMilliseconds: Self.tick))
    #expect(two.canStrike(Self.otherTom, at: 60, tickMilliseconds: Self.tick))
    #expect(two.canStrike(Self.kick, at: 50, tickMilliseconds: Self.tick))
    #expect(two.canStrike(Self.pedal, at: 50, tickMilliseconds: Self.tick))
    let feet = Self.limbs((Self.kick, 50), (Self.pedal, 50), (Self.snare, 50))
    #expect(feet.canStrike(Self.tom, at: 50, tickMilliseconds: Self.tick))
  }

  @Test func `one drum struck over and over takes one hand`() {
    let limbs = Self.limbs((Self.snare, 50), (Self.snare, 50), (Self.snare, 51))
    #expect(limbs.canStrike(Self.tom, at: 51, tickMilliseconds: Self.tick))
  }

  private static func bar(_ feel: TempoFeel, drums: DrumSet? = nil) -> BarBuilder {
    var settings = DrummerSettings()
    settings.feel = feel
    settings.drums = drums
    return BarBuilder(BarDirection(settings: settings, tempo: .standard), number: 3, start: 32)
  }

  @Test func `half time has its backbeat on 3, and other feels have none`() throws {
    let backbeat = try #require(Backbeat(Self.bar(.half), .half, near: nil))
    #expect(backbeat.step == 36 && backbeat.drum == Self.snare)
    #expect(Backbeat(Self.bar(.normal), .normal, near: nil) == nil)
    #expect(Backbeat(Self.bar(.double), .double, near: nil) == nil)
    let silent = Self.bar(.half, drums: DrumSet([.kick]))
    #expect(Backbeat(silent, .half, near: nil) == nil)
  }

  private static func possible(_ count: Int, _ limit: (inout Logits) -> Void) -> [Int] {
    var logits = Logits(count: count)
    limit(&logits)
    return (0..<count).filter { logits.isPossible($0) }
  }

  @Test func `the backbeat is on its beat and loud, and other snares are soft`() throws {
    let backbeat = try #require(Backbeat(Self.bar(.half), .half, near: nil))
    let offsets = { (drum: Int, step: Int) in
      Self.possible(24) { backbeat.limitOffset(&$0, drum: drum, at: step) }
    }
    #expect(offsets(Self.snare, 36) == Array(7...17))
    #expect(offsets(Self.snare, 37) == Array(0..<24) && offsets(Self.kick, 36) == Array(0..<24))
    let velocities = { (drum: Int, step: Int) in
      Self.possible(32) { backbeat.limitVelocity(&$0, drum: drum, at: step) }
    }
    #expect(velocities(Self.snare, 36) == Array(20..<32))
    #expect(velocities(Self.snare, 35) == Array(0...14))
    #expect(velocities(2, 36) == Array(0...14), "a side stick does not count as a second backbeat")
    #expect(velocities(Self.tom, 36) == Array(0..<32))
  }
}
