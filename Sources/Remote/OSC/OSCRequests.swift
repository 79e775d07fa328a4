import Commands
import NIOCore
import OSC

/// Lines that the session was asked for and whose replies have not come.
struct OSCRequests: Sendable {
  /// How many there are at most.
  static let most = 512

  /// Who asked for a line, and how.
  struct Request: Sendable {
    let peer: SocketAddress
    let address: OSCAddress
    /// Whether one of Hydrogen's addresses asked for it.
    let isHydrogens: Bool
    /// Whether it goes before what is being carried out.
    fileprivate(set) var isUrgent: Bool
    /// Whether it begins or moves the song, rather than only stops it.
    fileprivate let goesOn: Bool

    init(_ line: String, of address: OSCAddress, from peer: SocketAddress, isHydrogens: Bool) {
      (self.peer, self.address, self.isHydrogens) = (peer, address, isHydrogens)
      isUrgent = OSCCommands.isUrgent(line)
      goesOn = line != "stop" && OSCCommands.movesSong(line)
    }
  }

  private var pending: [String: Request] = [:]
  private var lastTag = 0

  /// Waits for the reply to `request`, which comes under the tag that is returned.
  mutating func add(_ request: Request) throws(CommandError) -> (tag: String, isUrgent: Bool) {
    guard pending.count < Self.most else {
      throw CommandError("the session is busy: try again")
    }
    lastTag &+= 1
    let tag = "o\(lastTag)"
    var request = request
    if mustWait(request) { request.isUrgent = false }
    pending[tag] = request
    return (tag, request.isUrgent)
  }

  /// Whether it would overtake what it goes on from. Hydrogen's toggles depend on what was asked before: PLAY
  /// after STOP plays, though `continue` is urgent and `locate` is not.
  private func mustWait(_ request: Request) -> Bool {
    request.isHydrogens && request.goesOn
      && pending.values.contains { $0.isHydrogens && $0.goesOn && !$0.isUrgent }
  }

  /// Whose request had that tag; nil where none waits under it.
  mutating func remove(_ tag: String) -> Request? { pending.removeValue(forKey: tag) }

  /// Waits for none any more.
  mutating func removeAll() -> [Request] {
    defer { pending = [:] }
    return pending.sorted { $0.key < $1.key }.map(\.value)
  }
}
