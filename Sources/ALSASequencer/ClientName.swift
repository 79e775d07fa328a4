/// What a client may call itself: as much of a name as the kernel keeps.
public struct ClientName: Sendable, Hashable {
  /// The name as others see it.
  public let text: String
  /// More was asked for than the kernel keeps.
  public let isCut: Bool

  /// The kernel's field has 64 bytes, the last of them 0.
  public static let longest = 63

  /// Cuts what is too long at the end of a character. Throws where others could not name or show the
  /// client, or would take it for a part of the system.
  public init(_ asked: String) throws(Refusal) {
    if asked.allSatisfy(\.isWhitespace) { throw .blank }
    if asked.hasControlCharacters { throw .controlCharacters }
    if ["system", "midi through"].contains(asked.lowercased()) { throw .reserved(asked) }
    var size = 0
    let kept = asked.prefix { character in
      size += character.utf8.count
      return size <= Self.longest
    }
    (text, isCut) = (String(kept), kept.count < asked.count)
  }

  /// Why a client is not called so.
  public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    case blank
    case controlCharacters
    case reserved(String)

    public var description: String {
      switch self {
      case .blank: "a client needs a name by which it can be connected"
      case .controlCharacters: "a name has no control characters"
      case .reserved(let name): "“\(name)” is the kernel's own client, which no pattern takes"
      }
    }
  }
}

extension String {
  fileprivate var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The text with U+FFFD for each control character, which could write into a log or on a terminal.
  public var shown: String {
    guard hasControlCharacters else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}
