import NIOCore

/// Who is sent what changes, and until when: a subscription that is not renewed ends by itself.
struct OSCSubscriptions: Sendable {
  /// What can be subscribed to.
  enum Channel: String, Sendable, Hashable, CaseIterable {
    /// Faders and buttons.
    case state
    /// Strikes of drums.
    case hits
    /// Each beat.
    case beat
    /// What Hydrogen sends of its faders and buttons.
    case hydrogen
  }

  /// How long a subscription lasts, in nanoseconds.
  static let lease: Int64 = 30_000_000_000
  /// How long what only speaks Hydrogen's addresses is sent theirs: it does not know how to renew.
  static let hydrogenLease: Int64 = 600_000_000_000
  /// Subscribers at a time.
  static let most = 32

  private struct Subscription {
    var until: Int64
    /// Who asked for it last: not who is sent it where another port was named.
    var sender: SocketAddress
  }
  /// By who is sent it.
  private var subscribers: [SocketAddress: [Channel: Subscription]] = [:]

  /// Begins or renews what `peer` is sent, asked for by `sender`, or where nil by itself; false where there are
  /// as many as may be. Who only sent Hydrogen's addresses did not ask for a place, and gives it up to the next.
  mutating func add(
    _ peer: SocketAddress, _ channels: Set<Channel>, by sender: SocketAddress? = nil,
    at now: Int64, for time: Int64 = lease
  ) -> Bool {
    expire(at: now)
    if subscribers[peer] == nil, subscribers.count >= Self.most {
      guard let oldest = oldestOfHydrogen else { return false }
      subscribers[oldest] = nil
    }
    for channel in channels {
      subscribers[peer, default: [:]][channel] = Subscription(
        until: now + time, sender: sender ?? peer)
    }
    return true
  }

  /// The one that is sent Hydrogen's addresses only, and longest.
  private var oldestOfHydrogen: SocketAddress? {
    let candidates = subscribers.compactMap { peer, channels in
      channels.keys.elementsEqual([.hydrogen]) ? channels[.hydrogen].map { (peer, $0.until) } : nil
    }
    return candidates.min { $0.1 < $1.1 }?.0
  }

  /// Ends what `peer` is sent, whichever sender asked for it; false where that is nothing.
  mutating func remove(_ peer: SocketAddress) -> Bool {
    subscribers.removeValue(forKey: peer) != nil
  }

  /// Ends what `sender` is sent, and what it asked for, to whatever port.
  mutating func removeAll(of sender: SocketAddress) {
    subscribers[sender] = nil
    keep { $0.sender != sender }
  }

  /// Ends those that were not renewed.
  mutating func expire(at now: Int64) { keep { $0.until > now } }

  private mutating func keep(_ isKept: (Subscription) -> Bool) {
    for (peer, channels) in subscribers {
      let kept = channels.filter { isKept($0.value) }
      subscribers[peer] = kept.isEmpty ? nil : kept
    }
  }

  /// Whether `peer` is sent that.
  func isSent(_ peer: SocketAddress, _ channel: Channel, at now: Int64) -> Bool {
    subscribers[peer]?[channel].map { $0.until > now } ?? false
  }

  /// Who is sent that, in the order of their addresses.
  func peers(of channel: Channel) -> [SocketAddress] {
    subscribers.filter { $0.value[channel] != nil }.keys.sorted { "\($0)" < "\($1)" }
  }

  /// What anybody is sent.
  var channels: Set<Channel> { Set(subscribers.values.flatMap(\.keys)) }
}
