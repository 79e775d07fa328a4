public import Control

extension Reply {
  /// The reply as an object with one member whose name says what it is; nil where there is nothing to say.
  var socketJSON: String? {
    switch self {
    case .done, .quit: nil
    case .text(let text): Member(text: text).lineJSON
    case .status(let status, _): Member(status: status).lineJSON
    case .clock(let clock, _): Member(clock: clock).lineJSON
    case .drummer(let drummer, _): Member(drummer: drummer).lineJSON
    }
  }

  private struct Member: Codable {
    var text: String?
    var status: MachineStatus?
    var clock: ClockStatus?
    var drummer: DrummerStatus?
  }

  /// What a person is shown of `json` as it follows `ok`; nil where it cannot be read.
  public static func text(ofSocketJSON json: String) -> String? {
    guard !json.isEmpty else { return "" }
    guard let member: Member = json.decoded() else { return nil }
    return member.text ?? member.status?.text ?? member.clock?.text ?? member.drummer?.text
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
