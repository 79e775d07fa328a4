import MusicalTime
import Rhythm
import Testing

@testable import Remote

@Suite struct SeatPlanTests {
  private func second(_ count: Int64) -> HostTime { HostTime(nanoseconds: count * 1_000_000_000) }

  /// `. . Ada Bob~` for two free seats, Ada, and Bob who was lost; who waits after a bar.
  private func picture(_ plan: SeatPlan) -> String {
    let name = { (player: SeatPlan.Player) in player.name + (player.lost == nil ? "" : "~") }
    let seats = plan.seats.map { $0.player.map(name) ?? "." }
    return (seats + (plan.waiting.isEmpty ? [] : ["|"]) + plan.waiting.map(name))
      .joined(separator: " ")
  }

  /// One seat and those of the names who wait for it, the first of them seated.
  private func line(_ names: String...) throws -> SeatPlan {
    var plan = SeatPlan(seats: 1)
    for name in names { try plan.join(name, name: name) }
    return plan
  }

  @Test func `who comes is given a seat, and who comes later waits for one`() throws {
    var plan = SeatPlan(seats: 2)
    for name in ["Ada", "Bob", "Cy", "Di"] { try plan.join(name, name: name) }
    #expect(picture(plan) == "Ada Bob | Cy Di")
    #expect(plan.place(of: "Di") == 2)
    plan.leave("Ada")
    #expect(picture(plan) == "Cy Bob | Di")
  }

  @Test func `a lost phone's seat stays its own`() throws {
    var plan = SeatPlan(seats: 2)
    try plan.join("a", name: "Ada")
    try plan.choose(.ride, for: "a")
    plan.lose("a", at: second(1))
    #expect(picture(plan) == "Ada~ .")
    try plan.join("b", name: "Bob")
    #expect(picture(plan) == "Ada~ Bob")
    try plan.join("a", name: "Ada")
    #expect(picture(plan) == "Ada Bob")
    #expect(plan.seats[0].drum == .ride)
  }

  @Test func `a seat is kept ten minutes, or half a minute while a player waits`() throws {
    var plan = SeatPlan(seats: 1)
    try plan.join("a", name: "Ada")
    #expect(plan.nextEnd == nil)
    plan.lose("a", at: second(0))
    #expect(plan.nextEnd == second(600))
    plan.clear(at: second(599))
    #expect(picture(plan) == "Ada~")
    try plan.join("b", name: "Bob")
    #expect(picture(plan) == "Ada~ | Bob")
    #expect(plan.nextEnd == second(30))
    plan.clear(at: second(29))
    #expect(picture(plan) == "Ada~ | Bob")
    plan.clear(at: second(30))
    #expect(picture(plan) == "Bob")
  }

  @Test func `who waits and is lost keeps the place, and is passed over`() throws {
    var plan = try line("Ada", "Bob", "Cy", "Di")
    plan.lose("Bob", at: second(0))
    #expect(picture(plan) == "Ada | Bob~ Cy Di")
    #expect(["Cy", "Di"].map { plan.place(of: $0) } == [1, 2])
    try plan.join("Bob", name: "Bob")
    #expect(picture(plan) == "Ada | Bob Cy Di")
    #expect(["Bob", "Cy", "Di"].map { plan.place(of: $0) } == [1, 2, 3])
    plan.lose("Bob", at: second(1))
    plan.leave("Ada")
    #expect(picture(plan) == "Cy | Bob~ Di")
    try plan.join("Bob", name: "Bob")
    plan.leave("Cy")
    #expect(picture(plan) == "Bob | Di")
  }

  @Test func `a seat that only lost players wait for stays free until one comes`() throws {
    var plan = try line("Ada", "Bob")
    plan.lose("Bob", at: second(0))
    plan.leave("Ada")
    #expect(picture(plan) == ". | Bob~")
    try plan.join("Cy", name: "Cy")
    #expect(picture(plan) == "Cy | Bob~")
    plan.leave("Cy")
    try plan.join("Bob", name: "Bob")
    #expect(picture(plan) == "Bob")
  }

  @Test func `a lost player who waits is forgotten after ten minutes`() throws {
    var plan = try line("Ada", "Bob", "Cy")
    plan.lose("Bob", at: second(5))
    #expect(plan.nextEnd == second(605))
    plan.clear(at: second(604))
    #expect(picture(plan) == "Ada | Bob~ Cy")
    plan.clear(at: second(605))
    #expect(picture(plan) == "Ada | Cy")
    #expect(plan.nextEnd == nil)
    try plan.join("Bob", name: "Bob")
    #expect(picture(plan) == "Ada | Cy Bob")
  }

  @Test
  func `a lost seat ahead of a lost player who waits is kept half a minute, and then given to it`()
    throws
  {
    var plan = try line("Ada", "Bob")
    plan.lose("Bob", at: second(0))
    plan.lose("Ada", at: second(10))
    #expect(plan.nextEnd == second(40))
    plan.clear(at: second(39))
    #expect(picture(plan) == "Ada~ | Bob~")
    plan.clear(at: second(40))
    #expect(picture(plan) == ". | Bob~")
    try plan.join("Bob", name: "Bob")
    #expect(picture(plan) == "Bob")
  }

  @Test func `only a free drum can be chosen`() throws {
    var plan = SeatPlan(seats: 3)
    try plan.join("a", name: "Ada")
    try plan.join("b", name: "Bob")
    #expect(plan.seats.map(\.drum) == [.kick, .snare, .closedHat])
    #expect(throws: SeatPlan.Refusal.taken(.snare, by: "Bob")) { try plan.choose(.snare, for: "a") }
    try plan.choose(.closedHat, for: "a")
    #expect(plan.seats.map(\.drum) == [.closedHat, .snare, .kick])
    plan.lose("b", at: second(0))
    try plan.choose(.snare, for: "a")
    #expect(plan.seats.map(\.drum) == [.snare, .closedHat, .kick])
    #expect(throws: SeatPlan.Refusal.notSeated) { try plan.choose(.crash, for: "x") }
  }

  @Test func `the first seven drums are those of a kit, and each seat has one of its own`() {
    #expect(
      SeatPlan().seats.map(\.drum.name)
        == ["kick", "snare", "closedhat", "crash", "tom3", "tom5", "ride"])
    #expect(Set(SeatPlan(seats: 26).seats.map(\.drum)).count == 26)
    #expect(SeatPlan(seats: 99).seats.count == 26)
  }

  @Test(arguments: [
    ("  Ada   Lovelace ", "Ada Lovelace"), ("", "Drummer"), ("\u{202E}\n\u{2028}", "Drummer"),
    ("<b>x</b>", "<b>x</b>"),
    (String(repeating: "x", count: 99), String(repeating: "x", count: 20)),
  ])
  func `a name is one short line`(typed: String, kept: String) throws {
    var plan = SeatPlan(seats: 1)
    try plan.join("a", name: typed)
    #expect(plan.seats[0].player?.name == kept)
  }

  @Test func `the waiting room has an end`() throws {
    var plan = SeatPlan(seats: 1)
    for index in 0...SeatPlan.mostWaiting { try plan.join("\(index)", name: "") }
    #expect(throws: SeatPlan.Refusal.waitingRoomFull) { try plan.join("more", name: "") }
    // Those who are lost make room: who was lost first is forgotten.
    plan.lose("3", at: second(1))
    plan.lose("2", at: second(2))
    try plan.join("more", name: "")
    #expect(plan.waiting.count == SeatPlan.mostWaiting)
    #expect(plan.place(of: "3") == nil && plan.place(of: "2") == 2)
    try plan.join("2", name: "")
    #expect(throws: SeatPlan.Refusal.waitingRoomFull) { try plan.join("3", name: "") }
  }

  @Test
  func `after any joining and leaving no player has two seats and none waits beside a free one`()
    throws
  {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var plan = SeatPlan(seats: 3)
      var story: [String] = []
      for step in 0..<40 {
        let token = "\(Int.random(in: 0..<6, using: &dice))"
        let act = Int.random(in: 0..<5, using: &dice)
        story.append("\(act)\(token)")
        switch act {
        case 0, 1: try plan.join(token, name: token)
        case 2: plan.lose(token, at: second(Int64(step) * 10))
        case 3: plan.leave(token)
        default: try? plan.choose(Drum.all[Int.random(in: 0..<26, using: &dice)], for: token)
        }
        let people = (plan.seats.compactMap(\.player) + plan.waiting).map(\.token)
        try #require(Set(people).count == people.count, "\(story)")
        try #require(Set(plan.seats.map(\.drum)).count == 3, "\(story)")
        let hasFree = plan.seats.contains { $0.player == nil }
        try #require(!hasFree || plan.waiting.allSatisfy { $0.lost != nil }, "\(story)")
      }
    }
  }

  @Test func `an allowance is a burst and then so much a second`() {
    var allowance = Allowance(burst: 3, perSecond: 2)
    let taken = [0, 0, 0, 0, 1, 1, 1, 9].map { allowance.takes(at: second($0)) }
    #expect(taken == [true, true, true, false, true, true, false, true])
  }
}
