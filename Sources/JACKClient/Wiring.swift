public import Sequencing

/// A connection between a port of ours and somebody else's.
struct Wire: Hashable, Sendable {
  /// Our port's name without the client's, which may differ the next time we join.
  var own: String
  /// The other port's whole name.
  var peer: String
  /// True where the port of ours is the source.
  var isOutgoing: Bool
}

/// What is connected to us, what was, and what ought to be. Pure; knows no JACK.
///
/// A wire is remembered from when it is first seen until somebody takes it off while both its ends
/// exist. One whose far end is gone waits for the end to come back.
struct Wiring {
  /// What one look at the graph asks for and tells.
  struct Turn: Equatable {
    var toConnect: [Wire] = []
    var appeared: [Wire] = []
    var vanished: [Wire] = []
  }

  /// The most wires to absent ports that are kept.
  static let mostAbsent = 256

  private let configuration: JACKConfiguration
  /// In order of their first sight.
  private(set) var remembered: [Wire] = []
  private var wired: Set<Wire> = []
  private var known: Set<String> = []
  private var wantsPhysical: Bool

  init(_ configuration: JACKConfiguration) {
    self.configuration = configuration
    wantsPhysical = configuration.connectsPhysicalOutputs
  }

  /// The server went, and all ports with it: their coming back will be news.
  mutating func serverWent() {
    known = []
    wired = []
    if remembered.contains(where: isAudio) && configuration.connectsPhysicalOutputs {
      wantsPhysical = true
    }
  }

  /// Compares the graph with what is remembered; `client` is our name, `ports` everybody's, and
  /// `fresh` names those that came since the last look, some of them perhaps not for the first time.
  mutating func look(client: String, ports: [JACKPort], fresh: Set<String> = []) -> Turn {
    known.subtract(fresh)
    wired = wired.filter { !fresh.contains($0.peer) }
    let actual = wires(of: client, in: ports)
    let isWired = Set(actual)
    let existing = Set(ports.map(\.name))
    var turn = Turn()
    turn.appeared = actual.filter { !wired.contains($0) }
    turn.vanished = remembered.filter { wired.contains($0) && !isWired.contains($0) }
    remembered.removeAll { wire in
      wired.contains(wire) && !isWired.contains(wire) && existing.contains(wire.peer)
    }
    remembered += turn.appeared.filter { !remembered.contains($0) }
    forgetOldestAbsent(existing)
    turn.toConnect = remembered.filter { !isWired.contains($0) && existing.contains($0.peer) }
    turn.toConnect += matchedSources(client: client, ports: ports)
      .filter { !isWired.contains($0) && !turn.toConnect.contains($0) }
    if isWired.contains(where: isAudio) { wantsPhysical = false }
    if wantsPhysical && !turn.toConnect.contains(where: isAudio) {
      turn.toConnect += physicalOutputs(ports)
    }
    wired = isWired
    known = existing
    return turn
  }

  private func isAudio(_ wire: Wire) -> Bool { configuration.audioOutputs.contains(wire.own) }

  private func wires(of client: String, in ports: [JACKPort]) -> [Wire] {
    ports.filter { $0.client == client }.flatMap { port in
      port.connections.map { Wire(own: port.port, peer: $0, isOutgoing: !port.isInput) }
    }
  }

  private mutating func forgetOldestAbsent(_ existing: Set<String>) {
    var excess = remembered.filter { !existing.contains($0.peer) }.count - Self.mostAbsent
    remembered.removeAll { wire in
      guard excess > 0, !existing.contains(wire.peer) else { return false }
      excess -= 1
      return true
    }
  }

  /// Wires from sources that the patterns permit and that were not there at the last look: one
  /// that somebody took off stays off until its source comes anew.
  private func matchedSources(client: String, ports: [JACKPort]) -> [Wire] {
    guard let input = configuration.midiInput else { return [] }
    return ports.filter { port in
      port.isMIDI && !port.isInput && port.client != client && !known.contains(port.name)
        && configuration.sources.contains { $0.permits(port, for: configuration.clientName) }
    }.map { Wire(own: input, peer: $0.name, isOutgoing: false) }
  }

  /// Our audio outputs in turn to the first pair of sockets, or to the only one.
  private func physicalOutputs(_ ports: [JACKPort]) -> [Wire] {
    let sockets = ports.filter { $0.isPhysical && $0.isInput && !$0.isMIDI }.prefix(2).map(\.name)
    guard !sockets.isEmpty else { return [] }
    return configuration.audioOutputs.enumerated().map { index, own in
      Wire(own: own, peer: sockets[index % sockets.count], isOutgoing: true)
    }
  }
}

extension NamePattern {
  /// True where the pattern permits `port` by any of its names. Bridges show ALSA's ports on JACK,
  /// our own and Midi Through among them, and those are reserved.
  public func permits(_ port: JACKPort, for ownName: String) -> Bool {
    ([port.name] + port.aliases).contains { name in
      let client = String(name.prefix { $0 != ":" })
      let rest = String(name.drop { $0 != ":" }.dropFirst())
      let isReserved = [client, rest].contains { part in
        part.lowercased().hasPrefix("midi through")
          || part.lowercased().hasPrefix(ownName.lowercased())
      }
      return permits(client: client, port: rest, isReserved: isReserved)
    }
  }
}
