import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct GrooveTests {
  @Test func `66 per cent is 66 hundredths of the pair, two thirds are two thirds`() throws {
    let percent = try Groove(named: "swing8 66").warp
    #expect(percent.warped(Beats(1, over: 2)) == Beats(66, over: 100))
    #expect(percent.warped(Beats(9, over: 2)) == Beats(466, over: 100))
    let thirds = try Groove(named: "swing8 2/3")
    #expect(thirds.warp.warped(Beats(1, over: 2)) == Beats(2, over: 3))
    #expect(thirds.warp == (try Groove(named: "swing8")).warp)
    #expect(try Groove(named: "swing16 66").warp.warped(Beats(1, over: 4)) == Beats(33, over: 100))
    #expect(try Groove(named: "mpc-66").warp == Groove(named: "swing16 66").warp)
    #expect(try Groove(named: "swing8 50").warp.isIdentity)
    #expect(
      try Groove(named: "swing8 75").warp.warped(Beats(1, over: 2)) == Beats(3, over: 4))
  }

  @Test(arguments: ["49.9", "75.1", "nan", "inf", "2/0", "4/5", "1/3", "", "x", "-66", "3/2/1"])
  func `a share out of range is refused`(share: String) {
    #expect(SwingShare(share) == nil)
    guard !share.isEmpty else { return }
    #expect(throws: GrooveError.share(share)) { try Groove(named: "swing8 \(share)") }
  }

  @Test func `shares read back as they are written`() throws {
    var chance = SplitMix64(seed: 1)
    for text in ["66", "66.7", "2/3", "50", "75", "54.125", "4/7"] {
      #expect(try #require(SwingShare(text)).description == text)
    }
    #expect(SwingShare("66%") == SwingShare(33, over: 50))
    for _ in 0..<10_000 {
      let percent = Double.random(in: 50...75, using: &chance)
      let share = try #require(SwingShare(percent: percent))
      #expect(SwingShare(share.description) == share)
    }
  }

  @Test func `the Tigrigna groove at 0, half and full amount is at the exact fractions`() throws {
    let warp = try Groove(named: "tigrigna").warp
    let pulses = [(0, 1), (1, 3), (2, 3), (1, 1), (3, 2)].map { Beats($0.0, over: $0.1) }
    let places: [(Double, [(Int64, Int64)])] = [
      (0, [(0, 1), (1, 3), (2, 3), (1, 1), (3, 2)]),
      (0.5, [(0, 1), (11, 30), (11, 15), (11, 10), (31, 20)]),
      (1, [(0, 1), (2, 5), (4, 5), (6, 5), (8, 5)]),
    ]
    for (amount, fractions) in places {
      let scaled = warp.scaled(by: amount)
      #expect(pulses.map { scaled.warped($0) } == fractions.map { Beats($0.0, over: $0.1) })
      #expect(
        pulses.map { scaled.warped($0 + Beats(2)) - Beats(2) }
          == fractions.map { Beats($0.0, over: $0.1) })
    }
  }

  @Test func `swing is the interpolation of two notes to two`() throws {
    let pair = [Beats.zero, Beats(1, over: 2)]
    let swung = try Groove(
      name: "", period: Beats(1), from: pair, to: [.zero, Beats(2, over: 3)])
    #expect(swung.warp == (try Groove(named: "swing8")).warp)
  }

  @Test
  func `fewer notes are matched with the nearest of more, the first with the first, and back`()
    throws
  {
    let three = [0, 4, 8].map { Beats($0, over: 12) }
    let five = [0, 1, 5, 7, 11].map { Beats($0, over: 12) }
    let there = try Groove(name: "", period: Beats(1), from: three, to: five).warp
    #expect(three.map { there.warped($0) } == [0, 5, 7].map { Beats($0, over: 12) })
    let back = try Groove(name: "", period: Beats(1), from: five, to: three).warp
    #expect([0, 5, 7].map { back.warped(Beats($0, over: 12)) } == three)
    #expect(back.warped(Beats(1, over: 12)) > .zero)
  }

  @Test func `n notes are matched to m with the least total distance`() throws {
    var chance = SplitMix64(seed: 3)
    var failures = 0
    for _ in 0..<10_000 {
      let from = rhythm(of: 4, using: &chance)
      let to = rhythm(of: 5, using: &chance)
      let warp = try Groove(name: "", period: Beats(16), from: from, to: to).warp
      let isBackToo =
        try Groove(name: "", period: Beats(16), from: to, to: from).warp.points
        == warp.points.map { Warp.Point($0.to, $0.from) }
      let way = warp.points.reduce(0) { $0 + abs(($1.to - $1.from).units) }
      let best = leastWay(from, to)
      if way != best || !isBackToo || warp.points.count != min(from.count, to.count) {
        failures += 1
      }
    }
    #expect(failures == 0)
  }

  @Test func `rhythms out of order, outside the period, empty or not starting at 0 are refused`() {
    func error(_ from: [Int64], _ period: Int64 = 4) -> GrooveError? {
      do throws(GrooveError) {
        _ = try Groove(
          name: "", period: Beats(period), from: from.map { Beats($0) }, to: [.zero])
        return nil
      } catch { return error }
    }
    #expect(error([0, 1, 3]) == nil)
    #expect(error([]) == .noteCount(0))
    #expect(error(Array(repeating: 0, count: 257)) == .noteCount(257))
    #expect(error([1, 2]) == .beginning(Beats(1)))
    #expect(error([0, 2, 2]) == .place(note: 2, Beats(2), period: Beats(4)))
    #expect(error([0, 4]) == .place(note: 1, Beats(4), period: Beats(4)))
    #expect(error([0], 0) == .period(.zero))
    #expect(
      GrooveError.place(note: 2, Beats(2), period: Beats(4)).description
        == "note 3 at beat 2: it must be after the note before it and before 4")
  }

  @Test
  func `presets have unique names and meanings, and only straight is straight`()
    throws
  {
    let presets = GroovePreset.all
    #expect(Set(presets.map(\.groove.name)).count == presets.count)
    #expect(presets.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.contains("\n") })
    for preset in presets {
      #expect(try Groove(named: preset.groove.name) == preset.groove)
      let isPlain = preset.groove.warp.isIdentity && preset.groove.levels.isEmpty
      #expect(isPlain == (preset.groove.name == "straight"), "\(preset.groove.name)")
    }
    #expect(throws: GrooveError.unknown("polka")) { try Groove(named: "polka") }
    #expect(throws: GrooveError.unknown("polka 66")) { try Groove(named: "polka 66") }
  }

  @Test func `timing and velocity amounts are independent and clamped to 0 to 1`() throws {
    let use = GrooveUse(try Groove(named: "shuffle"), timing: 0.5, velocity: 0.2)
    #expect(use.warp.warped(Beats(1, over: 2)) == Beats(7, over: 12))
    #expect(use.levels.map(\.factor) == [1, 0.95])
    let beyond = GrooveUse(.straight, timing: 3, velocity: -1)
    #expect(beyond.timing == 1 && beyond.velocity == 0)
    #expect(GrooveUse(.straight, timing: .nan, velocity: .infinity).timing == 0)
  }

  /// A rhythm of one to `most` notes on sixteen beats.
  private func rhythm(of most: Int, using chance: inout SplitMix64) -> [Beats] {
    var places: Set<Int64> = [0]
    for _ in 1..<Int.random(in: 2...most, using: &chance) {
      places.insert(.random(in: 1..<16, using: &chance))
    }
    return places.sorted().map { Beats($0) }
  }

  /// By exhaustive search.
  private func leastWay(_ a: [Beats], _ b: [Beats]) -> Int64 {
    let (fewer, more) = a.count <= b.count ? (a, b) : (b, a)
    func least(_ note: Int, from place: Int) -> Int64 {
      guard note < fewer.count else { return 0 }
      guard place < more.count else { return .max / 4 }
      let taken = abs((fewer[note] - more[place]).units) + least(note + 1, from: place + 1)
      return note == 0 ? taken : min(taken, least(note, from: place + 1))
    }
    return least(0, from: 0)
  }
}
