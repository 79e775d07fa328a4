/// A valid client name, shortened to the kernel's limit.
public struct ClientName: Sendable, Hashable {
  /// The name as others see it.
  public let text: String
  /// Whether the requested name was shortened.
  public let isCut: Bool

  /// The kernel's field has 64 bytes including the terminating 0.
  public static let longest = 63

  /// Shortens a name at a character boundary. Throws if other programs could not use or display it,
  /// or would take it for a system client.
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

  /// Why a name is not accepted.
  public enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    case blank
    case controlCharacters
    case reserved(String)

    /// The reason, as one sentence.
    public var description: String {
      switch self {
      case .blank: "the client name is empty"
      case .controlCharacters: "a client name cannot contain control characters"
      case .reserved(let name): "“\(name)” is the name of a kernel client, which no pattern matches"
      }
    }
  }
}

extension String {
  fileprivate var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The text with each control character replaced by U+FFFD, because it could corrupt a log or a
  /// terminal.
  public var shown: String {
    guard hasControlCharacters else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}
