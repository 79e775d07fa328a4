/// A moment in OSC's form, which is NTP's: seconds since 1900 in 32 bits and a fraction in 32 bits.
public struct OSCTimeTag: Sendable, Hashable {
  /// The 64 bits as they are sent.
  public var bits: UInt64

  /// The moment of these 64 bits.
  public init(bits: UInt64) { self.bits = bits }

  /// The time tag that means “at once”.
  public static let immediately = OSCTimeTag(bits: 1)

  /// Seconds from 1900 to 1970.
  private static let unixEpoch: Int64 = 2_208_988_800

  /// The moment that many nanoseconds after 1970; the seconds wrap around in 2036 and every 136 years.
  public init(unixNanoseconds: Int64) {
    let (seconds, nanoseconds) = unixNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let borrow: Int64 = nanoseconds < 0 ? 1 : 0
    let part = UInt64(nanoseconds + borrow * 1_000_000_000)
    let fraction = ((part << 32) + 500_000_000) / 1_000_000_000
    bits = UInt64(UInt32(truncatingIfNeeded: seconds - borrow + Self.unixEpoch)) << 32 + fraction
  }

  /// Nanoseconds since 1970, of the moments from 1968 to 2104 that it can mean (RFC 4330, section 3).
  public var unixNanoseconds: Int64 {
    let seconds = Int64(bits >> 32)
    let era: Int64 = seconds < 0x8000_0000 ? 0x1_0000_0000 : 0
    let fraction = (bits & 0xFFFF_FFFF) * 1_000_000_000
    return (seconds + era - Self.unixEpoch) * 1_000_000_000
      + Int64((fraction + 0x8000_0000) >> 32)
  }
}
