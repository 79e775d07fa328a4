/// Decides which of our sequencer ports is connected to which other: what patterns ask for, and
/// what somebody wired by hand, whenever its device comes back.
///
/// Devices are remembered by name, since a client's number moves each time it returns. Whoever
/// holds the wiring reports what happens and carries out the connections it answers with.
public struct Wiring: Sendable {
  /// A port by number, for as long as it is there.
  public struct Address: Sendable, Hashable {
    /// The kernel's number for the client, which changes each time it returns.
    public var client: UInt8
    /// Number within the client.
    public var port: UInt8

    public init(client: UInt8, port: UInt8) {
      self.client = client
      self.port = port
    }
  }

  /// Somebody else's port.
  public struct Peer: Sendable, Hashable {
    /// Where it is for now; the names outlast it.
    public var address: Address
    /// By which a device is known again.
    public var clientName: String
    /// With `clientName`, what patterns match.
    public var portName: String
    /// It sends to whoever subscribes.
    public var isSource: Bool
    /// System, Midi Through and ports that ask not to be exported: only an exact name takes them.
    public var isReserved: Bool

    public init(
      address: Address, clientName: String, portName: String, isSource: Bool, isReserved: Bool
    ) {
      self.address = address
      self.clientName = clientName
      self.portName = portName
      self.isSource = isSource
      self.isReserved = isReserved
    }

    /// "client:port", as patterns see it.
    public var name: String { "\(clientName):\(portName)" }
  }

  /// One of our own ports.
  public enum OwnPort: Sendable, Hashable, CaseIterable {
    /// `in`.
    case input
    /// `out`.
    case notes
    /// `clock`.
    case clock
  }

  /// A subscription between one of our ports and another.
  public struct Connection: Sendable, Hashable {
    public var own: OwnPort
    public var peer: Address

    public init(own: OwnPort, peer: Address) {
      self.own = own
      self.peer = peer
    }
  }

  /// A connection by names; it has an address while its device is there.
  private struct Wire {
    var own: OwnPort
    var clientName: String
    var portName: String
    var peer: Address?
  }

  /// The most absent devices that are remembered; beyond it the oldest is forgotten.
  public static let memory = 64

  private let patterns: [NamePattern]
  private let ownName: String
  private var peers: [Address: Peer] = [:]
  private var wires: [Wire] = []
  /// Cut by hand while the device was there: not to be connected again until it returns.
  private var refused: Set<Connection> = []

  /// Wiring for a client called `ownName` whose `in` takes every source that `patterns` match.
  public init(patterns: [NamePattern], ownName: String) {
    self.patterns = patterns
    self.ownName = ownName
  }

  /// The port at `address`, if it is there.
  public func peer(at address: Address) -> Peer? { peers[address] }

  /// Every port that is there.
  public var addresses: [Address] { Array(peers.keys) }

  /// A port is there, or has another name than before; answers what to connect.
  public mutating func portAppeared(_ peer: Peer) -> [Connection] {
    guard peers[peer.address] != peer else { return [] }
    peers[peer.address] = peer
    for index in wires.indices where wires[index].peer == peer.address {
      wires[index].clientName = peer.clientName
      wires[index].portName = peer.portName
    }
    var wanted = OwnPort.allCases.filter { takeUpWire(of: $0, to: peer) }
      .map { Connection(own: $0, peer: peer.address) }
    let asked = Connection(own: .input, peer: peer.address)
    if isAskedFor(peer) && !isLive(asked) && !refused.contains(asked) {
      wires.append(wire(for: asked, to: peer))
      wanted.append(asked)
    }
    return wanted
  }

  /// A port is gone; answers the connections that went with it.
  public mutating func portVanished(_ address: Address) -> [Connection] {
    peers[address] = nil
    refused = refused.filter { $0.peer != address }
    var ended: [Connection] = []
    for index in wires.indices where wires[index].peer == address {
      ended.append(Connection(own: wires[index].own, peer: address))
      wires[index].peer = nil
    }
    forgetOldest()
    return ended
  }

  /// A client is gone with all its ports; answers the connections that went with it.
  public mutating func clientVanished(_ client: UInt8) -> [Connection] {
    peers.keys.filter { $0.client == client }.flatMap { portVanished($0) }
  }

  /// Somebody, perhaps ourselves, made a connection: it is remembered.
  public mutating func connected(_ connection: Connection) {
    refused.remove(connection)
    guard !isLive(connection), let peer = peers[connection.peer] else { return }
    if !takeUpWire(of: connection.own, to: peer) { wires.append(wire(for: connection, to: peer)) }
  }

  /// Somebody cut a connection whose device is still there: it is forgotten.
  public mutating func disconnected(_ connection: Connection) {
    wires.removeAll { $0.own == connection.own && $0.peer == connection.peer }
    refused.insert(connection)
  }

  /// A connection we asked for could not be made: it waits for the device to return.
  public mutating func failed(_ connection: Connection) {
    for index in wires.indices
    where wires[index].own == connection.own && wires[index].peer == connection.peer {
      wires[index].peer = nil
    }
    forgetOldest()
  }

  /// True where one of the patterns asks for this port to be connected to `in`.
  public func isAskedFor(_ peer: Peer) -> Bool {
    let isReserved = peer.isReserved || peer.clientName == ownName
    return peer.isSource
      && patterns.contains {
        $0.permits(client: peer.clientName, port: peer.portName, isReserved: isReserved)
      }
  }

  private func isLive(_ connection: Connection) -> Bool {
    wires.contains { $0.own == connection.own && $0.peer == connection.peer }
  }

  private func wire(for connection: Connection, to peer: Peer) -> Wire {
    Wire(
      own: connection.own, clientName: peer.clientName, portName: peer.portName,
      peer: connection.peer)
  }

  /// Gives `peer` to a remembered wire of its name that waits for one.
  private mutating func takeUpWire(of own: OwnPort, to peer: Peer) -> Bool {
    guard !isLive(Connection(own: own, peer: peer.address)) else { return false }
    let waiting = wires.firstIndex {
      $0.own == own && $0.peer == nil && $0.clientName == peer.clientName
        && $0.portName == peer.portName
    }
    guard let waiting else { return false }
    wires[waiting].peer = peer.address
    return true
  }

  private mutating func forgetOldest() {
    var surplus = wires.count { $0.peer == nil } - Wiring.memory
    wires.removeAll { wire in
      guard wire.peer == nil, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
  }
}
