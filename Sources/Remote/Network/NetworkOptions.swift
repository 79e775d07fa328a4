import Commands
public import ControlSocket

/// Who besides this machine's user is let in.
public struct NetworkOptions: Sendable {
  /// Whether the addresses of the local network are listened on.
  public var servesNetwork = false
  /// Those to be listened on; nil for the private ones that the machine has at the time.
  public var addresses: [IPAddress]?
  /// Where a reverse proxy serves the page.
  public var publicAddress: PublicAddress?
  /// How https is served as well; nil for not at all.
  public var tls: TLSOptions?
  /// What is said besides the links, by whatever thread finds it out.
  public var say: @Sendable (String) -> Void = { _ in }
  /// A file for tokens between runs, in a folder that only this user may enter; nil for none.
  public var tokenFile: String?
  /// Whether the links of earlier runs are made worthless.
  public var renewsLinks = false

  public init() {}

  /// A file for the tokens of the server at `port`.
  public static func tokenFile(port: Int, in folder: SocketFolder) throws(SocketError) -> String {
    try folder.make()
    return "\(folder.path)/page-\(port).json"
  }

  func grants(owner: AccessLevel) -> Grants {
    Grants(owner: owner, file: tokenFile, isNew: renewsLinks)
  }
}
