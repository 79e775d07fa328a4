public import OSC

/// What a session manager sends to a client (API 1.1.2, “Server to Client Control Messages”).
public enum NSMMessage: Sendable, Hashable {
  /// It has taken the client in; its name.
  case announced(server: String)
  /// It does not take the client in.
  case refused(code: Int32, reason: String)
  /// Open the project, or create it. Must be replied to.
  case open(NSMProject)
  /// Save the project. Must be replied to.
  case save
  /// All clients of the session are there.
  case sessionIsLoaded
  /// A request to this address with arguments that are not its. Must be replied to.
  case malformed(OSCAddress, expected: String)

  /// The address of a client's first message.
  public static let announce: OSCAddress = "/nsm/server/announce"
  /// The address by which a project is opened.
  public static let openAddress: OSCAddress = "/nsm/client/open"
  /// The address by which it is saved.
  public static let saveAddress: OSCAddress = "/nsm/client/save"

  /// Nil for a message that means nothing to a client.
  public init?(_ message: OSCMessage) {
    switch message.address {
    case "/reply": self.init(reply: message.arguments)
    case "/error": self.init(error: message.arguments)
    case Self.openAddress: self.init(open: message.arguments)
    case Self.saveAddress: self = .save
    case "/nsm/client/session_is_loaded": self = .sessionIsLoaded
    default: return nil
    }
  }

  private init?(reply arguments: [OSCArgument]) {
    guard arguments.first == .string(Self.announce.description) else { return nil }
    guard arguments.count > 2, case .string(let server) = arguments[2] else {
      self = .announced(server: "")
      return
    }
    self = .announced(server: server)
  }

  private init?(error arguments: [OSCArgument]) {
    guard arguments.count > 2, arguments[0] == .string(Self.announce.description),
      case .int32(let code) = arguments[1], case .string(let reason) = arguments[2]
    else { return nil }
    self = .refused(code: code, reason: reason)
  }

  private init(open arguments: [OSCArgument]) {
    guard arguments.count >= 3, case .string(let path) = arguments[0],
      case .string(let name) = arguments[1], case .string(let id) = arguments[2],
      let project = NSMProject(path: path, displayName: name, clientID: id)
    else {
      self = .malformed(
        Self.openAddress,
        expected: "expected an absolute path, a session's name and a client's of "
          + "1–\(NSMProject.longestID) bytes")
      return
    }
    self = .open(project)
  }
}

/// The API's error codes that a client replies with.
public enum NSMErrorCode: Int32, Sendable {
  case general = -1
  case noSessionOpen = -6
  case badProject = -9
  case createFailed = -10
}
