internal import ALSAGate
internal import Ports

extension SequencerPump {
  /// Scans all ports, in case announcements were missed.
  func scanPorts() {
    let found = handle.peers()
    for address in connections.scanned(found) { vanished { $0.portVanished(address) } }
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
      guard let connection = connections.connection(source, destination) else { return }
      if !connections.knows(connection.peer), let peer = handle.peer(at: connection.peer) {
        appeared(peer)
      }
      connections.connected(connection)
      reports.append(connections.event(of: connection, isConnected: true))
    case .unsubscribed(let source, let destination):
      if reportsSurface(source, destination, isConnected: false) { return }
      guard let connection = connections.connection(source, destination) else { return }
      reports.append(connections.event(of: connection, isConnected: false))
      connections.disconnected(connection)
      if connection.own == .input { releaseNotes() }
    }
  }

  /// Connects `clock-in` to the matches of `pattern`, and disconnects those of an earlier pattern.
  func chooseClock(_ pattern: NamePattern?) {
    let (wanted, unwanted) = connections.setClockSource(pattern)
    let own = SequencerPatchbay.Address(client: handle.client, port: ports.clockInput)
    // The announcement of the change is reported. A port that is gone is disconnected already.
    for connection in unwanted { try? handle.unsubscribe(connection.peer, from: own) }
    for connection in wanted { connect(connection) }
  }

  private func appeared(_ peer: SequencerPatchbay.Peer) {
    guard peer.address.client != handle.client else { return }
    let (isNew, wanted) = connections.appeared(peer)
    if isNew { surface?.report(.appeared(peer)) }
    for connection in wanted { connect(connection) }
  }

  private func vanished(_ change: (inout SequencerPatchbay) -> [SequencerPatchbay.Connection]) {
    let gone = connections.vanished(change)
    for address in gone.addresses { surface?.report(.vanished(address)) }
    for event in gone.events { reports.append(event) }
    if gone.connections.contains(where: { $0.own == .input }) { releaseNotes() }
  }

  private func connect(_ connection: SequencerPatchbay.Connection) {
    let own = SequencerPatchbay.Address(
      client: handle.client, port: ports.number(of: connection.own))
    do {
      if connection.own.isInput {
        try handle.subscribe(connection.peer, to: own)
      } else {
        try handle.subscribe(own, to: connection.peer)
      }
    } catch {
      let (source, destination) = connections.names(of: connection)
      connections.failed(connection)
      reports.append(
        .refused(source: source, destination: destination, reason: error.reason))
    }
  }
}
