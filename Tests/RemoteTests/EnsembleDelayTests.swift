import GhostnoteTesting
import MusicalTime
import Testing

@testable import Remote

@Suite struct EnsembleDelayTests {
  private func second(_ count: Double) -> HostTime {
    HostTime(nanoseconds: Int64(count * 1e9))
  }

  @Test func `all who play tight have the least step that the slowest of them needs`() {
    var delay = EnsembleDelay()
    #expect(delay.follow(["a": 32, "b": 12], at: second(1)) == true)
    #expect(delay.milliseconds == 40)
    // One that is swung: all wait for it.
    #expect(delay.follow(["a": 32, "b": 12, "c": 70], at: second(2)) == true)
    #expect(["a", "b", "c"].map { delay.milliseconds(of: $0) } == [80, 80, 80])
    #expect(["a", "b", "c"].map { delay.milliseconds(of: $0, at: second(3)) } == [80, 80, 80])
    #expect(delay.milliseconds(of: "fast") == nil)
    #expect(delay.milliseconds(of: "fast", at: second(3)) == nil)
    #expect(delay.follow(["a": 33, "b": 13, "c": 79], at: second(4)) == false)
  }

  @Test func `a stroke has the delay of when it was struck, however late it comes`() {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 30], at: second(1))
    _ = delay.follow(["a": 110], at: second(2))
    #expect(delay.milliseconds(of: "a", at: second(1.9)) == 40)
    #expect(delay.milliseconds(of: "a", at: second(2)) == 120)
  }

  @Test func `it is lowered after half a minute without need, by ten milliseconds a second`() {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 30, "b": 110], at: second(0))
    #expect(!delay.isPending)
    _ = delay.follow(["a": 30, "b": 50], at: second(10))
    #expect(delay.isPending)
    for time in 11...39 {
      #expect(delay.follow(["a": 30, "b": 30], at: second(Double(time))) == false)
    }
    #expect(delay.milliseconds == 120)
    // What was needed within that time is kept.
    #expect(delay.follow(["a": 30, "b": 30], at: second(40)) == true)
    #expect(delay.milliseconds == 80)
    let times = [39.9, 40, 41, 42.5, 44, 60]
    #expect(
      times.map { delay.milliseconds(of: "a", at: second($0)) } == [120, 120, 110, 95, 80, 80])
    for time in 41...70 { _ = delay.follow(["a": 30, "b": 30], at: second(Double(time))) }
    #expect(delay.milliseconds == 40)
    #expect(!delay.isPending)
  }

  @Test func `need that comes back within half a minute keeps it`() {
    var delay = EnsembleDelay()
    for time in 0..<600 {
      _ = delay.follow(["a": time % 29 == 0 ? 110 : 30], at: second(Double(time)))
      #expect(delay.milliseconds == 120)
    }
  }

  @Test func `what is nearly the shorter delay does not lower it`() {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 41], at: second(0))
    for time in 1..<100 { _ = delay.follow(["a": 36 + time % 5], at: second(Double(time))) }
    #expect(delay.milliseconds == 80)
  }

  @Test func `a phone that is far worse is late alone, and plays with the others again`() {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 30, "b": 50], at: second(0))
    #expect(delay.follow(["a": 30, "b": 201], at: second(10)) == true)
    #expect(delay.isLate("b") && !delay.isLate("a"))
    #expect(delay.milliseconds == 80)
    #expect(["a", "b"].map { delay.milliseconds(of: $0) } == [80, 240])
    // What it struck before has the delay that it had.
    #expect(delay.milliseconds(of: "b", at: second(9.9)) == 80)
    #expect(delay.milliseconds(of: "b", at: second(10)) == 240)
    // It has no end that all wait for.
    _ = delay.follow(["a": 30, "b": 5_000], at: second(11))
    #expect(delay.milliseconds(of: "b") == 240)
    #expect(delay.milliseconds == 80)
  }

  @Test(arguments: 1...200)
  func `a phone that was late alone plays with the others once it needs less by the margin`(
    need: Int
  ) {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 30, "b": 201], at: second(10))
    for time in 11...40 {
      _ = delay.follow(["a": 30, "b": need], at: second(Double(time)))
      #expect(delay.isLate("b") && delay.milliseconds == 40)
    }
    for time in 41...120 { _ = delay.follow(["a": 30, "b": need], at: second(Double(time))) }
    // As with every step, what is nearly enough is not.
    let isLate = need > 195
    #expect(delay.isLate("b") == isLate)
    #expect(delay.milliseconds == (isLate ? 40 : (need + 5 + 39) / 40 * 40))
    #expect(delay.milliseconds(of: "b") == (isLate ? 240 : delay.milliseconds))
    #expect(delay.follow(["a": 30, "b": need], at: second(121)) == false)
    #expect(delay.isPending == isLate)
  }

  @Test func `the one phone is known without which all would wait for less`() {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 32, "b": 12], at: second(0))
    #expect(delay.slowest == nil)
    _ = delay.follow(["a": 32, "b": 12, "c": 70], at: second(1))
    #expect(delay.milliseconds == 80 && delay.slowest == nil, "no longer than usual")
    #expect(delay.follow(["a": 32, "b": 12, "c": 110], at: second(2)) == true)
    #expect(delay.milliseconds == 120 && delay.slowest == "c")
    #expect(delay.follow(["a": 75, "b": 12, "c": 110], at: second(3)) == false)
    #expect(delay.slowest == "c")
    // Without c it would not be lowered, by both margins.
    #expect(delay.follow(["a": 86, "b": 12, "c": 110], at: second(4)) == true)
    #expect(delay.milliseconds == 120 && delay.slowest == nil)
    _ = delay.follow(["a": 130, "b": 12, "c": 110], at: second(5))
    #expect(delay.milliseconds == 160 && delay.slowest == "a")
    _ = delay.follow(["a": 130], at: second(6))
    #expect(delay.slowest == nil, "no other phone waits")
  }

  @Test func `who is known stays so while what another needs sways`() {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 30, "b": 110], at: second(0))
    #expect(delay.slowest == "b")
    for time in 1...9 {
      let needs = ["a": time % 2 == 0 ? 70 : 85, "b": 110]
      #expect(delay.follow(needs, at: second(Double(time))) == false)
      #expect(delay.slowest == "b")
    }
    #expect(delay.follow(["a": 86, "b": 110], at: second(10)) == true)
    #expect(delay.slowest == nil)
    // Where no phone is known, it is the margin of the delay that counts.
    #expect(delay.follow(["a": 76, "b": 110], at: second(11)) == false)
    #expect(delay.follow(["a": 75, "b": 110], at: second(12)) == true)
    #expect(delay.slowest == "b")
    // One that needs it no more is not known for what another needs.
    #expect(delay.follow(["a": 80, "b": 30], at: second(13)) == true)
    #expect(delay.milliseconds == 120 && delay.slowest == "a")
  }

  @Test func `who needed it last is known while it is held`() {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 30, "b": 110], at: second(0))
    for time in 10...39 {
      _ = delay.follow(["a": 30, "b": 30], at: second(Double(time)))
      #expect(delay.milliseconds == 120 && delay.slowest == "b")
    }
    _ = delay.follow(["a": 30, "b": 30], at: second(40))
    #expect(delay.milliseconds == 40 && delay.slowest == nil)
    _ = delay.follow(["a": 30, "b": 110, "c": 20], at: second(41))
    #expect(delay.follow(["a": 30, "c": 20], at: second(42)) == true)
    #expect(delay.milliseconds == 120 && delay.slowest == nil, "who plays tight no more is not")
  }

  @Test func `a phone that is late alone is not waited for, and is once it is to play with others`()
  {
    var delay = EnsembleDelay()
    for time in 0...30 {
      _ = delay.follow(["a": 30, "b": time == 0 ? 250 : 150], at: second(Double(time)))
      #expect(delay.isLate("b") && delay.slowest == nil)
    }
    for time in 31...60 {
      _ = delay.follow(["a": 30, "b": 150], at: second(Double(time)))
    }
    #expect(!delay.isLate("b") && delay.milliseconds == 160 && delay.slowest == "b")
  }

  @Test func `a phone that leaves is not waited for`() {
    var delay = EnsembleDelay()
    _ = delay.follow(["a": 30, "b": 150, "c": 5_000], at: second(0))
    for time in 1...62 { _ = delay.follow(["a": 30], at: second(Double(time))) }
    #expect(delay.milliseconds == 40)
    #expect(delay.milliseconds(of: "b") == nil && !delay.isLate("c"))
    #expect(!delay.isPending)
  }

  @Test(arguments: 1...20)
  func `whatever phones need, no stroke sounds before one struck earlier`(seed: Int) {
    var dice = SplitMix64(seed: UInt64(seed))
    var delay = EnsembleDelay()
    var needs = ["a": 30, "b": 30, "c": 30]
    // When strokes were made and are heard, in milliseconds; those of a phone that is late alone for itself.
    var heard: [String: [(struck: Int, due: Int)]] = [:]
    // Those of one phone come one after another.
    var last: [String: Int] = [:]
    var waiting: [(arrives: Int, token: String, struck: Int)] = []
    for time in stride(from: 1_000, to: 200_000, by: 5) {
      let now = second(Double(time) / 1_000)
      let token = ["a", "b", "c"].randomElement(using: &dice) ?? "a"
      if Int.random(in: 0..<2_000, using: &dice) == 0 {
        needs[token] = Int.random(in: 1...300, using: &dice)
      }
      if time % 1_000 == 0 { _ = delay.follow(needs, at: now) }
      if Int.random(in: 0..<4, using: &dice) == 0 {
        let arrival = max(last[token] ?? 0, time + Int.random(in: 0...240, using: &dice))
        last[token] = arrival
        waiting.append((arrival, token, time))
      }
      for stroke in waiting where stroke.arrives <= time {
        let struck = second(Double(stroke.struck) / 1_000)
        let wait = delay.milliseconds(of: stroke.token, at: struck) ?? 0
        let row = (struck: stroke.struck, due: stroke.struck + wait)
        heard[stroke.token, default: []].append(row)
        if !delay.isLate(stroke.token) { heard["all", default: []].append(row) }
      }
      waiting.removeAll { $0.arrives <= time }
    }
    for rows in heard.values {
      let inOrder = rows.sorted { $0.struck < $1.struck }
      for (before, after) in zip(inOrder, inOrder.dropFirst()) where before.struck < after.struck {
        #expect(before.due <= after.due, "\(before) \(after)")
      }
    }
    #expect((heard["all"]?.count ?? 0) > 1_000)
  }
}
