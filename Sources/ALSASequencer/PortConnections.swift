internal import Ports

/// The sequencer's ports and our connections with them, as announcements and scans show them.
struct PortConnections {
  typealias Address = SequencerPatchbay.Address
  typealias Connection = SequencerPatchbay.Connection

  /// Whether all ports must be scanned: at the start, and when announcements may have been lost.
  private(set) var mustScan = true
  private var patchbay: SequencerPatchbay
  private let known: KnownSources
  private let ports: SequencerOwnPorts
  private let client: UInt8
  private let clientName: String

  /// The ports of `client`; `known` keeps the sources that exist.
  init(
    _ ports: SequencerOwnPorts, of client: UInt8, _ configuration: SequencerClient.Configuration,
    known: KnownSources
  ) {
    self.ports = ports
    self.client = client
    self.known = known
    clientName = configuration.name
    patchbay = SequencerPatchbay(
      patterns: configuration.connect, ownName: configuration.name,
      sendsNothing: configuration.ports.allSatisfy(\.isInput))
  }

  // MARK: Changes

  /// Announcements may have been lost.
  mutating func hasMissedAnnouncements() { mustScan = true }

  /// Takes a scan of all ports; returns the known ones that are gone.
  mutating func scanned(_ found: [SequencerPatchbay.Peer]) -> Set<Address> {
    mustScan = false
    return Set(patchbay.addresses).subtracting(found.map(\.address))
  }

  /// Records a new or renamed port; returns whether it was not known like that, and the connections to
  /// make.
  mutating func appeared(_ peer: SequencerPatchbay.Peer) -> (isNew: Bool, wanted: [Connection]) {
    let isNew = patchbay.peer(at: peer.address) != peer
    let wanted = patchbay.portAppeared(peer)
    known.set(patchbay.sourceNames)
    return (isNew, wanted)
  }

  /// What is gone with ports: their addresses, and the connections that they had.
  struct Vanished {
    var addresses: Set<Address>
    var connections: [Connection]
    /// What reports the connections; names are lost once the port has been removed.
    var events: [SequencerEvent]
  }

  /// Records ports that are gone, as `change` says.
  mutating func vanished(_ change: (inout SequencerPatchbay) -> [Connection]) -> Vanished {
    let before = self
    let connections = change(&patchbay)
    known.set(patchbay.sourceNames)
    return Vanished(
      addresses: Set(before.patchbay.addresses).subtracting(patchbay.addresses),
      connections: connections,
      events: connections.map { before.event(of: $0, isConnected: false) })
  }

  /// Records a connection that was made.
  mutating func connected(_ connection: Connection) { patchbay.connected(connection) }

  /// Records a connection that was removed.
  mutating func disconnected(_ connection: Connection) { patchbay.disconnected(connection) }

  /// Records a connection that could not be made.
  mutating func failed(_ connection: Connection) { patchbay.failed(connection) }

  /// Chooses the sources of `clock-in`; returns the connections to make and those to remove.
  mutating func setClockSource(
    _ pattern: NamePattern?
  ) -> (connect: [Connection], cut: [Connection]) { patchbay.setClockSource(pattern) }

  // MARK: Questions

  /// Whether there is a port of another client at `address`, as far as is known.
  func knows(_ address: Address) -> Bool { patchbay.peer(at: address) != nil }

  /// The connection between one of our ports and another client's, or nil.
  func connection(_ source: Address, _ destination: Address) -> Connection? {
    if destination.client == client, let own = ports.port(numbered: destination.port) {
      return Connection(own: own, peer: source)
    }
    guard source.client == client, let own = ports.port(numbered: source.port) else {
      return nil
    }
    return Connection(own: own, peer: destination)
  }

  // MARK: Names

  /// What reports a change of a connection.
  func event(of connection: Connection, isConnected: Bool) -> SequencerEvent {
    let (source, destination) = names(of: connection)
    return isConnected
      ? .connected(source: source, destination: destination)
      : .disconnected(source: source, destination: destination)
  }

  /// The names of a connection's ends.
  func names(of connection: Connection) -> (source: String, destination: String) {
    let peer = peerName(connection.peer)
    let own = "\(clientName):\(connection.own.name)"
    return connection.own.isInput ? (peer, own) : (own, peer)
  }

  /// The name of `surface`.
  var surfaceName: String { "\(clientName):\(SequencerOwnPorts.surfaceName)" }

  /// The name of a port of another client.
  func peerName(_ address: Address) -> String {
    patchbay.peer(at: address)?.name ?? "\(address.client):\(address.port)"
  }

  /// The name of a port of ours or of another client.
  func portName(_ address: Address) -> String {
    if address.client == client, let own = ports.port(numbered: address.port) {
      return "\(clientName):\(own.name)"
    }
    return peerName(address)
  }
}
