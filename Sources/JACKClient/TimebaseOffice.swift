/// Whether bars and beats are ours to say, as far as we know. Pure; knows no JACK.
struct TimebaseOffice {
  /// What to ask of the server.
  enum Action: Equatable {
    case none
    case take
    case leave
  }

  private(set) var isHeld = false
  private var wasWanted = false
  private var nextTry = ContinuousClock.now
  private var reported: Bool?

  /// Whoever has it may give it up and stay, of which nobody is told.
  private static let patience = Duration.seconds(3)

  /// Takes what is wished for at `now`. Who was refused, or lost it, tries again when a client goes,
  /// since it may have been the one who has it, and every few seconds.
  mutating func attend(isWanted: Bool, hasClientLeft: Bool, now: ContinuousClock.Instant) -> Action
  {
    defer { wasWanted = isWanted }
    guard isWanted else {
      if !isHeld { reported = nil }
      return isHeld ? .leave : .none
    }
    guard !isHeld, hasClientLeft || !wasWanted || now >= nextTry else { return .none }
    nextTry = now + Self.patience
    return .take
  }

  /// Takes what turned out, and answers whether that is news.
  mutating func found(isOurs: Bool) -> Bool {
    isHeld = isOurs
    defer { reported = isOurs }
    return reported != isOurs
  }

  /// The server went: the next one has heard nothing of us.
  mutating func serverWent() { self = TimebaseOffice() }
}
