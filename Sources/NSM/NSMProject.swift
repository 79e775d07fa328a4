/// What a session manager opens a client for.
public struct NSMProject: Sendable, Hashable {
  /// The absolute path below which the client keeps everything: a folder, or a file once it has an ending.
  public let path: String
  /// The session's name, to be shown.
  public let displayName: String
  /// The name for JACK, ALSA and others, unique on this machine.
  public let clientID: String

  /// Bytes of a client's name at most: what JACK takes.
  static let longestID = 63
  /// Bytes of a path at most, an ending included (`PATH_MAX`).
  static let longestPath = 4_000

  /// A project that a message names; nil where a path or a name of it cannot be used.
  public init?(path: String, displayName: String, clientID: String) {
    guard path.hasPrefix("/"), !path.hasSuffix("/"),
      (2...Self.longestPath).contains(path.utf8.count),
      (1...Self.longestID).contains(clientID.utf8.count),
      !clientID.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else { return nil }
    self.path = path
    self.displayName = displayName
    self.clientID = clientID
  }
}
