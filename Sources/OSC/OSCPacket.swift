/// What one datagram holds: a message, or a bundle of messages and bundles.
public enum OSCPacket: Sendable, Hashable {
  case message(OSCMessage)
  case bundle(OSCBundle)

  /// Bytes of a packet at most: what one UDP datagram over IPv4 carries.
  public static let longest = 65_507
  /// How many bundles may lie in one another, and how many arrays.
  public static let deepest = 8
  /// Arguments of a message at most, the elements of arrays included.
  public static let mostArguments = 1_024

  /// Its messages in order, each with the time of the innermost bundle around it; nil for none.
  public var messages: [(message: OSCMessage, time: OSCTimeTag?)] {
    var found: [(OSCMessage, OSCTimeTag?)] = []
    collect(nil, into: &found)
    return found
  }

  private func collect(_ time: OSCTimeTag?, into found: inout [(OSCMessage, OSCTimeTag?)]) {
    switch self {
    case .message(let message): found.append((message, time))
    case .bundle(let bundle):
      for element in bundle.elements { element.collect(bundle.time, into: &found) }
    }
  }
}

/// Messages and bundles that belong to one moment.
public struct OSCBundle: Sendable, Hashable {
  /// When its messages take effect.
  public var time: OSCTimeTag
  /// Carried out together, in this order; bundles may be nested.
  public var elements: [OSCPacket]

  /// A bundle for `time`.
  public init(_ elements: [OSCPacket], at time: OSCTimeTag = .immediately) {
    self.elements = elements
    self.time = time
  }
}

/// An address with arguments.
public struct OSCMessage: Sendable, Hashable {
  /// Where it is for, such as `/tempo`.
  public var address: OSCAddress
  /// In order, each with its own type tag.
  public var arguments: [OSCArgument]

  /// A message to `address`.
  public init(_ address: OSCAddress, _ arguments: [OSCArgument] = []) {
    self.address = address
    self.arguments = arguments
  }

  /// The type tags without the comma before them.
  public var tags: String { arguments.map(\.tag).joined() }
}

/// Where a message goes: parts of visible ASCII characters, each after a slash.
public struct OSCAddress: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The address as it is sent.
  public let description: String

  /// Nil for what does not begin with a slash, or has blanks, `#` or characters beyond ASCII.
  public init?(_ text: String) {
    guard Self.isValid(text.utf8) else { return nil }
    description = text
  }

  /// An address written in a program, which must be well-formed.
  public init(stringLiteral value: StaticString) {
    description = "\(value)"
    precondition(Self.isValid(description.utf8), "\(value) is not an OSC address")
  }

  /// Its parts, without the slashes.
  public var parts: [Substring] {
    description.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Whether it may mean several addresses.
  public var isPattern: Bool { description.utf8.contains { "?*[{".utf8.contains($0) } }

  static func isValid(_ text: some Sequence<UInt8>) -> Bool {
    var isFirst = true
    for byte in text {
      guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "#"),
        !isFirst || byte == UInt8(ascii: "/")
      else { return false }
      isFirst = false
    }
    return !isFirst
  }
}
