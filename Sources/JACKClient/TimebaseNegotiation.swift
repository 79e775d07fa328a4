/// Negotiates the role of timebase master. Pure; does not use JACK.
struct TimebaseNegotiation {
  /// What to request from the server.
  enum Action: Equatable {
    case none
    case take
    case leave
  }

  private(set) var isHeld = false
  private var wasWanted = false
  private var nextTry = ContinuousClock.now
  private var reported: Bool?

  /// The interval of retries: a master may give up its role without a notification.
  private static let patience = Duration.seconds(3)

  /// Handles the request at `now`. If the role was refused or lost, it is requested again when a
  /// client leaves, which may have been the master, and every few seconds.
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

  /// Records the result, and returns whether it changed.
  mutating func found(isOurs: Bool) -> Bool {
    isHeld = isOurs
    defer { reported = isOurs }
    return reported != isOurs
  }

  /// Resets everything when the server goes away.
  mutating func serverWent() { self = TimebaseNegotiation() }
}
