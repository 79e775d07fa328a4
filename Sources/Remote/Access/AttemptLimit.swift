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
    guard let found = attempts[entry(of: address)], now < found.end else { return false }
    return found.count >= most
  }

  /// Under what its attempts are counted. Once as many networks as there is room for are remembered, all others
  /// are counted together, and wait together: that many at once are an attack.
  private func entry(of address: IPAddress?) -> IPAddress? {
    let network = address?.network
    return attempts.count < Self.mostAddresses || attempts[network] != nil ? network : nil
  }

  /// Counts an attempt.
  mutating func count(_ address: IPAddress?, at now: NIODeadline) {
    if attempts.count >= Self.mostAddresses { attempts = attempts.filter { now < $0.value.end } }
    let entry = entry(of: address)
    if let found = attempts[entry], now < found.end {
      attempts[entry]?.count += 1
    } else {
      attempts[entry] = Attempts(count: 1, end: now + window)
    }
  }
}
