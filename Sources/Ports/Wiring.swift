/// Decides which of our sequencer ports is connected to which other: what patterns ask for, and
/// what somebody wired by hand, whenever its device comes back.
///
/// Devices are remembered by name, since a client's number moves each time it returns. Whoever
/// holds the wiring reports what happens and carries out the connections it answers with.
public struct Wiring: Sendable {
  /// A connection by names; it has an address while its device is there.
  private struct Wire {
    var own: OwnPort
    var clientName: String
    var portName: String
    var peer: Address?
    /// The clock's pattern asked for it, and takes it back.
    var isChosenClock = false
    /// It is not laid again.
    var isForgotten = false
  }

  /// The most absent devices that are remembered; beyond it the oldest is forgotten.
  public static let memory = 64

  private let patterns: [NamePattern]
  private let ownName: String
  private let sendsNothing: Bool
  private var clockSource: NamePattern?
  private var peers: [Address: Peer] = [:]
  private var wires: [Wire] = []
  /// Cut by hand while the device was there: not to be connected again until it returns.
  private var refused: Set<Connection> = []

  /// Wiring for a client called `ownName` whose `in` takes every source that `patterns` match; one
  /// that `sendsNothing` may take another Ghostnote by a wildcard.
  public init(patterns: [NamePattern], ownName: String, sendsNothing: Bool = false) {
    self.patterns = patterns
    self.ownName = ownName
    self.sendsNothing = sendsNothing
  }

  /// The port at `address`, if it is there.
  public func peer(at address: Address) -> Peer? { peers[address] }

  /// Every port that is there.
  public var addresses: [Address] { Array(peers.keys) }

  /// The "client:port" of each source that is there.
  public var sourceNames: Set<String> { Set(peers.values.filter(\.isSource).map(\.name)) }

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
    wanted += askedFor(of: peer)
    return wanted
  }

  /// Takes every source that `pattern` matches for `clock-in`, now and whenever one appears, and
  /// none for nil; answers what to connect, and what to cut of what the pattern before asked for.
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

  /// A port is gone; answers the connections that went with it.
  ///
  /// A wire to a monitor goes with it: the next one is to hear what its own user asks for.
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

  /// True where one of the patterns asks for this port to be connected to `own`.
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

  /// Lays the wires that patterns ask of `peer` and that are not there yet.
  private mutating func askedFor(of peer: Peer) -> [Connection] {
    let asked = OwnPort.allCases.filter { isAskedFor(peer, by: $0) }
      .map { Connection(own: $0, peer: peer.address) }
      .filter { !isLive($0) && !refused.contains($0) }
    wires += asked.map { wire(for: $0, to: peer) }
    return asked
  }

  /// True where the pattern that is now would have laid `wire` too.
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
