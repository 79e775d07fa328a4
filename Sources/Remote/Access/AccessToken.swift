/// A secret of 128 bits: who shows it is let in.
///
/// It is compared by `matches` only, which takes the same time for every other token.
struct AccessToken: Sendable {
  private let high: UInt64
  private let low: UInt64

  /// Digits of a token as text.
  static let length = 32

  /// A new one from the kernel's generator.
  init() {
    var generator = SystemRandomNumberGenerator()
    (high, low) = (generator.next(), generator.next())
  }

  /// A token as text: 32 hexadecimal digits in lower case; nil for anything else.
  init?(_ text: some StringProtocol) {
    let digits = Array(text.utf8)
    let isHexadecimal = digits.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
    }
    guard digits.count == Self.length, isHexadecimal,
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// As it stands in links and cookies.
  var text: String {
    [high, low].map { part in
      let digits = String(part, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether both are the same, without a branch on how much of them is.
  func matches(_ other: AccessToken) -> Bool { (high ^ other.high) | (low ^ other.low) == 0 }
}
