internal import ALSAGate
internal import Ports

extension SequencerPump {
  /// Scans all ports, in case announcements were missed.
  func scanPorts() {
    mustScan = false
    let found = handle.peers()
    let gone = Set(patchbay.addresses).subtracting(found.map(\.address))
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
      if patchbay.peer(at: connection.peer) == nil, let peer = handle.peer(at: connection.peer) {
        appeared(peer)
      }
      patchbay.connected(connection)
      reportChange(of: connection, isConnected: true)
    case .unsubscribed(let source, let destination):
      if reportsSurface(source, destination, isConnected: false) { return }
      guard let connection = connection(source, destination) else { return }
      reportChange(of: connection, isConnected: false)
      patchbay.disconnected(connection)
      if connection.own == .input { releaseNotes() }
    }
  }

  /// Connects `clock-in` to the matches of `pattern`, and disconnects those of an earlier pattern.
  func chooseClock(_ pattern: NamePattern?) {
    let (wanted, unwanted) = patchbay.setClockSource(pattern)
    let own = SequencerPatchbay.Address(client: handle.client, port: ports.clockInput)
    // The announcement of the change is reported. A port that is gone is disconnected already.
    for connection in unwanted { try? handle.unsubscribe(connection.peer, from: own) }
    for connection in wanted { connect(connection) }
  }

  private func appeared(_ peer: SequencerPatchbay.Peer) {
    guard peer.address.client != handle.client else { return }
    let isNew = patchbay.peer(at: peer.address) != peer
    let wanted = patchbay.portAppeared(peer)
    known.set(patchbay.sourceNames)
    if isNew { surface?.report(.appeared(peer)) }
    for connection in wanted { connect(connection) }
  }

  private func vanished(_ change: (inout SequencerPatchbay) -> [SequencerPatchbay.Connection]) {
    // Names are lost once the port has been removed.
    let before = patchbay
    let connections = change(&patchbay)
    known.set(patchbay.sourceNames)
    for address in Set(before.addresses).subtracting(patchbay.addresses) {
      surface?.report(.vanished(address))
    }
    for connection in connections {
      reportChange(of: connection, isConnected: false, names: before)
    }
    if connections.contains(where: { $0.own == .input }) { releaseNotes() }
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
      let (source, destination) = names(of: connection, in: patchbay)
      patchbay.failed(connection)
      reports.append(
        .refused(source: source, destination: destination, reason: error.reason))
    }
  }

  /// The connection between one of our ports and another client's, or nil.
  private func connection(
    _ source: SequencerPatchbay.Address, _ destination: SequencerPatchbay.Address
  ) -> SequencerPatchbay.Connection? {
    if destination.client == handle.client, let own = ports.port(numbered: destination.port) {
      return SequencerPatchbay.Connection(own: own, peer: source)
    }
    guard source.client == handle.client, let own = ports.port(numbered: source.port) else {
      return nil
    }
    return SequencerPatchbay.Connection(own: own, peer: destination)
  }

  private func reportChange(
    of connection: SequencerPatchbay.Connection, isConnected: Bool,
    names known: SequencerPatchbay? = nil
  ) {
    let (source, destination) = names(of: connection, in: known ?? patchbay)
    reports.append(
      isConnected
        ? .connected(source: source, destination: destination)
        : .disconnected(source: source, destination: destination))
  }

  private func names(
    of connection: SequencerPatchbay.Connection, in patchbay: SequencerPatchbay
  ) -> (source: String, destination: String) {
    let peer =
      patchbay.peer(at: connection.peer)?.name
      ?? "\(connection.peer.client):\(connection.peer.port)"
    let own = "\(configuration.name):\(connection.own.name)"
    return connection.own.isInput ? (peer, own) : (own, peer)
  }
}
