import OSC

extension OSCExchange {
  /// Messages of a packet at most.
  static let mostMessages = 256
  /// Addresses with wildcards in a packet at most: each is matched with every address of the table.
  static let mostPatterns = 16
  /// The longest address that is taken, in bytes, so that a reply, which repeats it, fits into a packet.
  static let longestAddress = 1_024
  /// The longest reason of an error, in bytes.
  static let longestReason = 4_096

  /// Why a packet's messages are not taken.
  static func obstacle(to messages: [OSCMessage]) -> String? {
    guard messages.count <= mostMessages else {
      return "expected at most \(mostMessages) messages in a packet"
    }
    guard messages.count(where: \.address.isPattern) <= mostPatterns else {
      return "expected at most \(mostPatterns) addresses with wildcards in a packet"
    }
    let longest = messages.map(\.address.description.utf8.count).max() ?? 0
    guard longest <= longestAddress else {
      return "expected an address of at most \(longestAddress) bytes, found \(longest)"
    }
    return nil
  }

  /// A reason that fits into a packet: what it quotes may not.
  static func shortened(_ reason: String) -> String {
    guard reason.utf8.count > longestReason else { return reason }
    var (end, length) = (reason.startIndex, 0)
    for index in reason.indices {
      length += reason[index].utf8.count
      guard length <= longestReason else { break }
      end = reason.index(after: index)
    }
    return "\(reason[..<end])…"
  }
}
