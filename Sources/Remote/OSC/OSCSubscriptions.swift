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

  private struct Subscriber {
    var until: [Channel: Int64] = [:]
  }
  private var subscribers: [SocketAddress: Subscriber] = [:]

  /// Begins or renews; false where there are as many as may be. Who only sent Hydrogen's addresses did not
  /// ask for a place, and gives it up to the next.
  mutating func add(
    _ peer: SocketAddress, _ channels: Set<Channel>, at now: Int64, for time: Int64 = lease
  ) -> Bool {
    expire(at: now)
    if subscribers[peer] == nil, subscribers.count >= Self.most {
      guard let oldest = oldestOfHydrogen else { return false }
      subscribers[oldest] = nil
    }
    for channel in channels { subscribers[peer, default: Subscriber()].until[channel] = now + time }
    return true
  }

  /// The one that is sent Hydrogen's addresses only, and longest.
  private var oldestOfHydrogen: SocketAddress? {
    subscribers.filter { $0.value.until.keys.elementsEqual([.hydrogen]) }
      .min { $0.value.until[.hydrogen, default: 0] < $1.value.until[.hydrogen, default: 0] }?.key
  }

  /// Ends it; false where there was none.
  mutating func remove(_ peer: SocketAddress) -> Bool {
    subscribers.removeValue(forKey: peer) != nil
  }

  /// Ends those that were not renewed.
  mutating func expire(at now: Int64) {
    for (peer, subscriber) in subscribers {
      let kept = subscriber.until.filter { $0.value > now }
      subscribers[peer] = kept.isEmpty ? nil : Subscriber(until: kept)
    }
  }

  /// Whether `peer` is sent that.
  func isSent(_ peer: SocketAddress, _ channel: Channel, at now: Int64) -> Bool {
    subscribers[peer]?.until[channel].map { $0 > now } ?? false
  }

  /// Who is sent that, in the order of their addresses.
  func peers(of channel: Channel) -> [SocketAddress] {
    subscribers.filter { $0.value.until[channel] != nil }.keys.sorted { "\($0)" < "\($1)" }
  }

  /// What anybody is sent.
  var channels: Set<Channel> { Set(subscribers.values.flatMap(\.until.keys)) }
}
