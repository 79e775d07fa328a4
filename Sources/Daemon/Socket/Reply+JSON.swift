public import Commands

extension [Reply] {
  /// What follows `ok`: the reply as an object with one member, whose name says what it is; nil where
  /// there is nothing to say. The replies to several commands are an array, with `{"done":true}` where
  /// there is nothing to say.
  var socketJSON: String? {
    guard count == 1, let reply = first else { return isEmpty ? nil : lineJSON }
    return reply.payload == nil ? nil : reply.lineJSON
  }
}

extension Reply {
  /// What a person is shown of `json` as it follows `ok`; nil where it cannot be read.
  public static func text(ofSocketJSON json: String) -> String? {
    guard !json.isEmpty else { return "" }
    if let reply: Reply = json.decoded() { return reply.text ?? "" }
    guard let replies: [Reply] = json.decoded() else { return nil }
    return replies.compactMap(\.text).joined(separator: "\n")
  }
}

/// What follows `error`.
public struct SocketFailure: Codable, Sendable, Hashable {
  /// One sentence.
  public var message: String
  /// Whether the words were wrong, rather than the world.
  public var usage: Bool?

  /// Nil for what cannot be read.
  public init?(json: String) {
    guard let read: SocketFailure = json.decoded() else { return nil }
    self = read
  }
}
