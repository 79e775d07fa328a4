import Testing

@testable import JACKClient

/// The negotiation of the timebase master's role, with a fake clock.
@Suite struct TimebaseNegotiationTests {
  private let start = ContinuousClock.now

  @Test func `after a refusal, it is requested again when a client leaves and every three seconds`()
  {
    var office = TimebaseNegotiation()
    func asks(at seconds: Double, hasClientLeft: Bool = false) -> Bool {
      let now = start + .seconds(seconds)
      return office.attend(isWanted: true, hasClientLeft: hasClientLeft, now: now) == .take
    }
    func isNews(isOurs: Bool) -> Bool { office.found(isOurs: isOurs) }
    #expect(asks(at: 0))
    #expect(isNews(isOurs: false))
    #expect(!asks(at: 1))
    #expect(asks(at: 1.5, hasClientLeft: true))
    #expect(!isNews(isOurs: false))
    #expect(!asks(at: 4.4))
    #expect(asks(at: 4.5))
    #expect(isNews(isOurs: true))
    #expect(!asks(at: 100, hasClientLeft: true))
  }

  @Test func `it is not requested unless wanted, and given up when no longer wanted`() {
    var office = TimebaseNegotiation()
    func action(isWanted: Bool) -> TimebaseNegotiation.Action {
      office.attend(isWanted: isWanted, hasClientLeft: true, now: start)
    }
    #expect(action(isWanted: false) == .none)
    #expect(action(isWanted: true) == .take)
    _ = office.found(isOurs: true)
    #expect(action(isWanted: false) == .leave)
  }
}
