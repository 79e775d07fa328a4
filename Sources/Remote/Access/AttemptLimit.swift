import NIOCore

/// Counts attempts by address, so that one address cannot make many.
struct AttemptLimit: Sendable {
  /// Attempts of an address in a window.
  private let most: Int
  private let window: TimeAmount
  /// Addresses that are remembered.
  private static let mostAddresses = 4_096

  private struct Attempts {
    var count: Int
    let end: NIODeadline
  }
  private var attempts: [IPAddress?: Attempts] = [:]

  /// At most `most` attempts of an address in `window`.
  init(_ most: Int, in window: TimeAmount) { (self.most, self.window) = (most, window) }

  var rememberedCount: Int { attempts.count }

  /// Whether `address` has to wait.
  func isReached(by address: IPAddress?, at now: NIODeadline) -> Bool {
    guard let found = attempts[address?.network], now < found.end else { return false }
    return found.count >= most
  }

  /// Counts an attempt.
  mutating func count(_ address: IPAddress?, at now: NIODeadline) {
    if attempts.count >= Self.mostAddresses { attempts = attempts.filter { now < $0.value.end } }
    // Full of addresses that tried just now: an attack by many, and all wait together.
    let key = attempts.count >= Self.mostAddresses ? nil : address?.network
    if let found = attempts[key], now < found.end {
      attempts[key]?.count += 1
    } else {
      attempts[key] = Attempts(count: 1, end: now + window)
    }
  }
}
