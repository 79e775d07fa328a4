internal import ALSAGate
internal import Ports

extension SequencerPump {
  /// Scans all ports, in case announcements were missed.
  func scanPorts() {
    mustScan = false
    let found = handle.peers()
    let gone = Set(wiring.addresses).subtracting(found.map(\.address))
    for address in gone { vanished { $0.portVanished(address) } }
    for peer in found { appeared(peer) }
  }

  func handle(_ announcement: Announcement) {
    switch announcement {
    case .clientAppeared(let client):
      for peer in handle.peers(of: client) { appeared(peer) }
    case .portAppeared(let address):
      if let peer = handle.peer(at: address) { appeared(peer) }
    case .portVanished(let address): vanished { $0.portVanished(address) }
    case .clientVanished(let client): vanished { $0.clientVanished(client) }
    case .subscribed(let source, let destination):
      if reportsSurface(source, destination, isConnected: true) { return }
      guard let connection = connection(source, destination) else { return }
      if wiring.peer(at: connection.peer) == nil, let peer = handle.peer(at: connection.peer) {
        appeared(peer)
      }
      wiring.connected(connection)
      reportChange(of: connection, isConnected: true)
    case .unsubscribed(let source, let destination):
      if reportsSurface(source, destination, isConnected: false) { return }
      guard let connection = connection(source, destination) else { return }
      reportChange(of: connection, isConnected: false)
      wiring.disconnected(connection)
      if connection.own == .input { releaseNotes() }
    }
  }

  /// Connects `clock-in` to the matches of `pattern`, and disconnects those of an earlier pattern.
  func chooseClock(_ pattern: NamePattern?) {
    let (wanted, unwanted) = wiring.setClockSource(pattern)
    let own = Wiring.Address(client: handle.client, port: ports.clockInput)
    // The announcement of the change is reported. A port that is gone is disconnected already.
    for connection in unwanted { try? handle.unsubscribe(connection.peer, from: own) }
    for connection in wanted { connect(connection) }
  }

  private func appeared(_ peer: Wiring.Peer) {
    guard peer.address.client != handle.client else { return }
    let isNew = wiring.peer(at: peer.address) != peer
    let wanted = wiring.portAppeared(peer)
    known.set(wiring.sourceNames)
    if isNew { surface?.report(.appeared(peer)) }
    for connection in wanted { connect(connection) }
  }

  private func vanished(_ change: (inout Wiring) -> [Wiring.Connection]) {
    // Names are lost once the port has been removed.
    let before = wiring
    let connections = change(&wiring)
    known.set(wiring.sourceNames)
    for address in Set(before.addresses).subtracting(wiring.addresses) {
      surface?.report(.vanished(address))
    }
    for connection in connections {
      reportChange(of: connection, isConnected: false, names: before)
    }
    if connections.contains(where: { $0.own == .input }) { releaseNotes() }
  }

  private func connect(_ connection: Wiring.Connection) {
    let own = Wiring.Address(
      client: handle.client, port: ports.number(of: connection.own))
    do {
      if connection.own.isInput {
        try handle.subscribe(connection.peer, to: own)
      } else {
        try handle.subscribe(own, to: connection.peer)
      }
    } catch {
      let (source, destination) = names(of: connection, in: wiring)
      wiring.failed(connection)
      reports.append(
        .refused(source: source, destination: destination, reason: error.reason))
    }
  }

  /// The connection between one of our ports and another client's, or nil.
  private func connection(
    _ source: Wiring.Address, _ destination: Wiring.Address
  ) -> Wiring.Connection? {
    if destination.client == handle.client, let own = ports.port(numbered: destination.port) {
      return Wiring.Connection(own: own, peer: source)
    }
    guard source.client == handle.client, let own = ports.port(numbered: source.port) else {
      return nil
    }
    return Wiring.Connection(own: own, peer: destination)
  }

  private func reportChange(
    of connection: Wiring.Connection, isConnected: Bool, names known: Wiring? = nil
  ) {
    let (source, destination) = names(of: connection, in: known ?? wiring)
    reports.append(
      isConnected
        ? .connected(source: source, destination: destination)
        : .disconnected(source: source, destination: destination))
  }

  private func names(
    of connection: Wiring.Connection, in wiring: Wiring
  ) -> (source: String, destination: String) {
    let peer =
      wiring.peer(at: connection.peer)?.name
      ?? "\(connection.peer.client):\(connection.peer.port)"
    let own = "\(configuration.name):\(connection.own.name)"
    return connection.own.isInput ? (peer, own) : (own, peer)
  }
}
