internal import Ports

/// Decides which connections to make and to restore. Pure; does not use JACK.
///
/// A connection is remembered from when it is first seen until it is removed while both ends exist.
/// If the other port disappears, up to `doubt` after the connection as on a busy machine, the
/// connection is restored when the port reappears. One between two of our own ports is removed: what
/// we send would come back to us without end.
struct JACKPatchbay {
  /// The result of examining the graph once.
  struct Turn: Equatable {
    var toConnect: [Wire] = []
    var toDisconnect: [Wire] = []
    var appeared: [Wire] = []
    var vanished: [Wire] = []
    /// Connections of our outputs to our own inputs, which are in `toDisconnect` as well.
    var feedback: [Wire] = []
  }

  /// How long after a connection disappeared the disappearance of its other port explains it.
  static let doubt = Duration.seconds(2)
  /// The same for the server, whose end follows at once; longer would bring back what a user removed.
  static let serverDoubt = Duration.milliseconds(100)
  /// The same for programs that end just before the server: on a busy machine it may be gone before their ports are missed.
  static let programDoubt = Duration.seconds(1)
  /// The most wires to absent ports that are kept.
  static let mostAbsent = 256
  /// How long a connection that was asked for and is not there is asked for again, and the pause between two attempts.
  static let (patience, pause) = (Duration.seconds(30), Duration.milliseconds(900))

  private let configuration: JACKConfiguration
  /// In the order they were first seen.
  private(set) var remembered: [Wire] = []
  private var wired: Set<Wire> = []
  /// The names of all ports at the last look.
  private(set) var known: Set<String> = []
  /// The names of the sound card's ports at the last look, and of those missing there that are remembered.
  private var physical: Set<String> = []
  /// When the server was first asked for a connection that was not there at the last look, and when it last was.
  private var asked: [Wire: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)] = [:]
  private var wantsPhysical: Bool
  private var clockSource: NamePattern?
  /// Whether the clock source was changed since the last examination, so that existing ports count
  /// as new.
  private var isClockSourceNew = false
  /// The connections made for the clock source.
  private var clockWires: Set<Wire> = []
  /// Connections of an earlier clock source, until they are removed.
  private var dismissed: [Wire] = []
  /// Wires that went while their far end was still there, and when.
  private var doubted: [(wire: Wire, since: ContinuousClock.Instant)] = []

  init(_ configuration: JACKConfiguration) {
    self.configuration = configuration
    wantsPhysical = configuration.connectsPhysicalOutputs
  }

  /// Sets the pattern for the clock input, and returns whether it changed: the next examination
  /// then removes the connections of the earlier one.
  mutating func setClockSource(_ pattern: NamePattern?) -> Bool {
    guard pattern != clockSource else { return false }
    clockSource = pattern
    isClockSourceNew = true
    // Includes connections just made, which are only remembered after the next examination.
    dismissed += clockWires.sorted { $0.peer < $1.peer }
    remembered.removeAll { clockWires.contains($0) }
    asked = asked.filter { !clockWires.contains($0.key) }
    clockWires = []
    return true
  }

  /// The server went away with all ports: when they reappear they count as new.
  mutating func serverWent(at now: ContinuousClock.Instant = .now) {
    recall(at: now, within: Self.programDoubt) { [physical] in !physical.contains($0.peer) }
    recall(at: now, within: Self.serverDoubt) { _ in true }
    known = []
    asked = [:]
    wired = []
    dismissed = []
    // Outputs that were on the card return to one, whatever it is called; those of a program wait for that program.
    if configuration.connectsPhysicalOutputs,
      remembered.contains(where: { isAudio($0) && physical.contains($0.peer) })
    {
      wantsPhysical = true
    }
  }

  /// Compares the graph with what is remembered; `client` is our name, `ports` everybody's, and
  /// `fresh` names those that came since the last look, some of them perhaps not for the first time.
  mutating func look(
    client: String, ports: [JACKPort], fresh: Set<String> = [],
    at now: ContinuousClock.Instant = .now
  ) -> Turn {
    known.subtract(fresh)
    wired = wired.filter { !fresh.contains($0.peer) }
    let all = wires(of: client, in: ports)
    let actual = all.filter { !isFeedback($0, of: client) }
    let isWired = Set(actual)
    let existing = Set(ports.map(\.name))
    asked = asked.filter {
      existing.contains($0.key.peer) && !fresh.contains($0.key.peer) && !isWired.contains($0.key)
    }
    var turn = Turn()
    let clocks = callClockSources(client: client, ports: ports, isWired: isWired)
    turn.toDisconnect = dismissed.filter { isWired.contains($0) }
    turn.appeared = actual.filter { !wired.contains($0) }
    turn.vanished = (remembered + dismissed).filter { wired.contains($0) && !isWired.contains($0) }
    recall(at: now) { !existing.contains($0.peer) || fresh.contains($0.peer) }
    forget(turn.vanished.filter { existing.contains($0.peer) || isToMonitor($0) }, at: now)
    doubted.removeAll { isWired.contains($0.wire) }
    dismissed = turn.toDisconnect
    remembered += actual.filter { !remembered.contains($0) && !dismissed.contains($0) }
    forgetOldestAbsent(existing)
    turn.toConnect = remembered.filter { !isWired.contains($0) && existing.contains($0.peer) }
    turn.toConnect += (matchedSources(client: client, ports: ports) + clocks)
      .filter { !isWired.contains($0) && !turn.toConnect.contains($0) }
    turn.toConnect += attempts(at: now).filter { !turn.toConnect.contains($0) }
    if isWired.contains(where: isAudio) { wantsPhysical = false }
    if wantsPhysical && !turn.toConnect.contains(where: isAudio) {
      turn.toConnect += physicalOutputs(ports)
    }
    // Each is listed at both of its ends.
    turn.feedback = all.filter { isFeedback($0, of: client) && !$0.isOutgoing }
    turn.toDisconnect += turn.feedback
    wired = isWired
    known = existing
    physical = physical.filter { name in
      !existing.contains(name) && remembered.contains { $0.peer == name }
    }
    physical.formUnion(ports.filter(\.isPhysical).map(\.name))
    return turn
  }

  /// Notes that the server was asked for a connection, whatever it replied: a client that starts slowly has ports before
  /// it can be connected, and on a busy machine a server was seen to agree and not to make it.
  mutating func hasAsked(for wire: Wire, at now: ContinuousClock.Instant = .now) {
    asked[wire] = (asked[wire]?.first ?? now, now)
  }

  /// Whether a connection that was asked for, and not seen since, is due to be asked for again.
  func hasAttempts(at now: ContinuousClock.Instant = .now) -> Bool { !attempts(at: now).isEmpty }

  private func attempts(at now: ContinuousClock.Instant) -> [Wire] {
    asked.filter { now - $0.value.last >= Self.pause && now - $0.value.first < Self.patience }
      .keys.sorted { ($0.peer, $0.own) < ($1.peer, $1.own) }
  }

  /// The user took these off, or their far ends are about to go.
  private mutating func forget(_ wires: [Wire], at now: ContinuousClock.Instant) {
    doubted += wires.filter { remembered.contains($0) && !isToMonitor($0) }.map { ($0, now) }
    remembered.removeAll { wires.contains($0) }
    clockWires.subtract(wires)
  }

  /// Remembers the connections that disappeared a moment ago, and whose other port `isGone` by now.
  private mutating func recall(
    at now: ContinuousClock.Instant, within doubt: Duration = Self.doubt,
    where isGone: (Wire) -> Bool
  ) {
    doubted.removeAll { now - $0.since > doubt }
    let gone = doubted.map(\.wire).filter(isGone)
    doubted.removeAll { gone.contains($0.wire) }
    remembered += gone.filter { !remembered.contains($0) }
  }

  /// Wires from the clock's sources that are there for the first time, or since it was chosen; they
  /// count as the choice's own where they were not there before.
  private mutating func callClockSources(
    client: String, ports: [JACKPort], isWired: Set<Wire>
  ) -> [Wire] {
    let clocks = sources(
      of: configuration.clockInput, by: clockSource.map { [$0] } ?? [], client: client,
      ports: ports, without: isClockSourceNew ? [] : known)
    isClockSourceNew = false
    clockWires.formUnion(clocks.filter { !isWired.contains($0) || dismissed.contains($0) })
    dismissed.removeAll { clocks.contains($0) }
    return clocks
  }

  private func isToMonitor(_ wire: Wire) -> Bool {
    wire.isOutgoing && wire.peer.hasSuffix(":\(JACKConfiguration.monitorInput)")
  }

  /// Whether `wire` connects one of our own ports to another.
  private func isFeedback(_ wire: Wire, of client: String) -> Bool {
    wire.peer.hasPrefix("\(client):")
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

  /// Connections to matching sources that were missing in the last examination: one that was
  /// removed by another program stays removed until its source reappears.
  private func matchedSources(client: String, ports: [JACKPort]) -> [Wire] {
    sources(
      of: configuration.midiInput, by: configuration.sources, client: client, ports: ports,
      without: known)
  }

  private func sources(
    of input: String?, by patterns: [NamePattern], client: String, ports: [JACKPort],
    without known: Set<String>
  ) -> [Wire] {
    guard let input, !patterns.isEmpty else { return [] }
    let alsa = configuration.alsaSources?()
    let sendsNothing = configuration.notesOutput == nil && configuration.clockOutput == nil
    return ports.filter { port in
      port.isMIDI && !port.isInput && port.client != client && !known.contains(port.name)
        && patterns.contains {
          $0.permits(
            port, for: configuration.clientName, alsaSources: alsa, sendsNothing: sendsNothing)
        }
    }.map { Wire(own: input, peer: $0.name, isOutgoing: false) }
  }

  /// Connects our audio outputs in order to the first physical pair, or to the only port.
  private func physicalOutputs(_ ports: [JACKPort]) -> [Wire] {
    let sockets = ports.filter { $0.isPhysical && $0.isInput && !$0.isMIDI }.prefix(2).map(\.name)
    guard !sockets.isEmpty else { return [] }
    return configuration.audioOutputs.enumerated().map { index, own in
      Wire(own: own, peer: sockets[index % sockets.count], isOutgoing: true)
    }
  }
}
