public import ArgumentParser
import Glibc

extension RemoteArguments {
  /// Refuses what `--osc-allow` does not take: anything but addresses and networks.
  public static func checkSenders(_ allowed: [String]) throws(ValidationError) {
    for text in allowed where !isSender(text) { throw notASender(text) }
  }

  /// What to say of a word that `--osc-allow` does not take.
  public static func notASender(_ text: String) -> ValidationError {
    ValidationError(
      "--osc-allow \(text): expected an address such as 192.168.1.20, or a network such as "
        + "192.168.1.0/24")
  }

  /// Whether that is an address, or one and how many of its bits a network has in common.
  private static func isSender(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let most = bits(ofAddress: String(first))
    else { return false }
    return parts.count == 1 || Int(parts[1]).map { (1...most).contains($0) } == true
  }

  /// The bits of an address; nil for what is none. The corresponding C function is `inet_pton`.
  private static func bits(ofAddress text: String) -> Int? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      guard unsafe inet_pton(family, text, &bytes) == 1 else { continue }
      // An IPv4 address that is written as one of IPv6 has the bits of its own.
      let isMapped = bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
      return isMapped ? 32 : 8 * count
    }
    return nil
  }
}
