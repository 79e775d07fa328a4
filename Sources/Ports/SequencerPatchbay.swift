/// Decides which of our sequencer ports are connected: those that match patterns, and those a user
/// connected, whenever the device returns.
///
/// Devices are recognised by name, because a client's number changes each time it returns. The
/// owner reports changes in the graph and makes the connections that are returned.
public struct SequencerPatchbay: Sendable {
  /// A connection by names; it has an address while its device exists.
  private struct Wire {
    var own: OwnPort
    var clientName: String
    var portName: String
    var peer: Address?
    /// Whether it was made for the clock pattern, which also removes it.
    var isChosenClock = false
    /// Whether it is never restored.
    var isForgotten = false
  }

  /// The maximum number of missing devices that are remembered; the oldest is forgotten first.
  public static let memory = 64

  private let patterns: [NamePattern]
  private let ownName: String
  private let sendsNothing: Bool
  private var clockSource: NamePattern?
  private var peers: [Address: Peer] = [:]
  private var wires: [Wire] = []
  /// Removed by a user while the device existed: not restored until the device returns.
  private var refused: Set<Connection> = []

  /// For a client called `ownName` whose `in` connects to all sources that match `patterns`; if it
  /// `sendsNothing`, a wildcard may also match another Ghostnote.
  public init(patterns: [NamePattern], ownName: String, sendsNothing: Bool = false) {
    self.patterns = patterns
    self.ownName = ownName
    self.sendsNothing = sendsNothing
  }

  /// The port at `address`, if it exists.
  public func peer(at address: Address) -> Peer? { peers[address] }

  /// All existing ports.
  public var addresses: [Address] { Array(peers.keys) }

  /// The "client:port" of each existing source.
  public var sourceNames: Set<String> { Set(peers.values.filter(\.isSource).map(\.name)) }

  /// Records a new or renamed port; returns the connections to make.
  public mutating func portAppeared(_ peer: Peer) -> [Connection] {
    guard peers[peer.address] != peer else { return [] }
    peers[peer.address] = peer
    for index in wires.indices where wires[index].peer == peer.address {
      wires[index].clientName = peer.clientName
      wires[index].portName = peer.portName
    }
    var wanted = OwnPort.allCases.filter { takeUpWire(of: $0, to: peer) }
      .map { Connection(own: $0, peer: peer.address) }
    wanted += askedFor(of: peer)
    return wanted
  }

  /// Sets the pattern for sources of `clock-in`, now and whenever they appear (nil for none);
  /// returns the connections to make, and those of the earlier pattern to remove.
  public mutating func setClockSource(
    _ pattern: NamePattern?
  ) -> (connect: [Connection], cut: [Connection]) {
    guard pattern != clockSource else { return ([], []) }
    clockSource = pattern
    refused = refused.filter { $0.own != .clockInput }
    var cut: [Connection] = []
    for index in wires.indices.reversed()
    where wires[index].isChosenClock && !isStillChosen(wires[index]) {
      let wire = wires.remove(at: index)
      if let peer = wire.peer { cut.insert(Connection(own: wire.own, peer: peer), at: 0) }
    }
    let there = peers.values.sorted {
      ($0.address.client, $0.address.port) < ($1.address.client, $1.address.port)
    }
    return (there.flatMap { askedFor(of: $0) }, cut)
  }

  /// Records that a port has disappeared; returns the connections it had.
  ///
  /// A connection to a monitor is forgotten: the next monitor's user chooses another.
  public mutating func portVanished(_ address: Address) -> [Connection] {
    let isMonitor = peers.removeValue(forKey: address)?.kind == .monitor
    refused = refused.filter { $0.peer != address }
    var ended: [Connection] = []
    for index in wires.indices where wires[index].peer == address {
      ended.append(Connection(own: wires[index].own, peer: address))
      wires[index].peer = nil
      wires[index].isForgotten = isMonitor
    }
    wires.removeAll(where: \.isForgotten)
    forgetOldest()
    return ended
  }

  /// Records that a client has disappeared with all its ports; returns the connections it had.
  public mutating func clientVanished(_ client: UInt8) -> [Connection] {
    peers.keys.filter { $0.client == client }.flatMap { portVanished($0) }
  }

  /// Records a connection, made by us or by another program, and remembers it.
  public mutating func connected(_ connection: Connection) {
    refused.remove(connection)
    guard !isLive(connection), let peer = peers[connection.peer] else { return }
    if !takeUpWire(of: connection.own, to: peer) { wires.append(wire(for: connection, to: peer)) }
  }

  /// Records that a user removed a connection while its device exists: it is forgotten.
  public mutating func disconnected(_ connection: Connection) {
    wires.removeAll { $0.own == connection.own && $0.peer == connection.peer }
    refused.insert(connection)
  }

  /// Records that a requested connection failed: it waits for the device to return.
  public mutating func failed(_ connection: Connection) {
    for index in wires.indices
    where wires[index].own == connection.own && wires[index].peer == connection.peer {
      wires[index].peer = nil
    }
    forgetOldest()
  }

  /// Whether one of the patterns requests a connection of this port to `own`.
  public func isAskedFor(_ peer: Peer, by own: OwnPort = .input) -> Bool {
    let isReserved =
      peer.isReserved || peer.clientName == ownName || peer.kind == .ghostnote && !sendsNothing
    return peer.isSource
      && patterns(of: own).contains {
        $0.permits(client: peer.clientName, port: peer.portName, isReserved: isReserved)
      }
  }

  private func patterns(of own: OwnPort) -> [NamePattern] {
    switch own {
    case .input: patterns
    case .clockInput: clockSource.map { [$0] } ?? []
    case .notes, .clock: []
    }
  }

  /// Adds the connections to `peer` that patterns request and that do not exist yet.
  private mutating func askedFor(of peer: Peer) -> [Connection] {
    let asked = OwnPort.allCases.filter { isAskedFor(peer, by: $0) }
      .map { Connection(own: $0, peer: peer.address) }
      .filter { !isLive($0) && !refused.contains($0) }
    wires += asked.map { wire(for: $0, to: peer) }
    return asked
  }

  /// Whether the current pattern would also have requested `wire`.
  private func isStillChosen(_ wire: Wire) -> Bool {
    guard let peer = wire.peer.flatMap({ peers[$0] }) else { return false }
    return isAskedFor(peer, by: .clockInput)
  }

  private func isLive(_ connection: Connection) -> Bool {
    wires.contains { $0.own == connection.own && $0.peer == connection.peer }
  }

  private func wire(for connection: Connection, to peer: Peer) -> Wire {
    Wire(
      own: connection.own, clientName: peer.clientName, portName: peer.portName,
      peer: connection.peer,
      isChosenClock: connection.own == .clockInput && isAskedFor(peer, by: .clockInput))
  }

  /// Assigns `peer` to a remembered connection with its name that waits for one.
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
    var surplus = wires.count { $0.peer == nil } - SequencerPatchbay.memory
    wires.removeAll { wire in
      guard wire.peer == nil, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
  }
}
