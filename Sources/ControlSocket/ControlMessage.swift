import Commands

/// A client of the control socket, by its number; none is used twice.
public struct ClientID: Sendable, Hashable {
  /// Counts the clients of a session.
  public let number: Int
}

/// A line that a client sent.
public struct ControlRequest: Sendable, Hashable {
  /// Whose it is.
  public let client: ClientID
  /// What the reply begins with; nil for none.
  public let tag: String?
  /// The gesture that it is part of, as its client calls it; nil for none.
  public let gesture: String?
  /// The command, without its tag and its gesture.
  public let line: String

  init(client: ClientID, tag: String?, gesture: String? = nil, line: String) {
    self.client = client
    self.tag = tag
    self.gesture = gesture
    self.line = line
  }
}

/// What goes back for one request.
public enum ControlReply: Sendable, Hashable {
  /// It was carried out; with a JSON value on one line where there is something to say.
  case ok(String?)
  /// It was not, and a JSON object on one line says why.
  case error(String)

  /// The line as it is sent, its end included.
  func line(tag: String?) -> [UInt8] {
    let head = tag.map { "@\($0) " } ?? ""
    switch self {
    case .ok(let json): return Array((head + "ok" + (json.map { " " + $0 } ?? "") + "\n").utf8)
    case .error(let json): return Array((head + "error " + json + "\n").utf8)
    }
  }

  /// What was wrong, in one sentence; `isUsage` where the words were, rather than the world.
  public static func failure(_ message: String, isUsage: Bool = false) -> ControlReply {
    .error(#"{"message":\#(JSONNode.string(message).text)\#(isUsage ? #","usage":true"# : "")}"#)
  }
}

extension ControlChannel {
  var bit: UInt8 { 1 << UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}
