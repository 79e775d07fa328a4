import CJACK
import Synchronization

/// Keeps one client on the server: joins, wires, notices the server's death, and joins again.
///
/// Lives on a thread of its own, the only one that calls into libjack on the session's behalf.
struct Supervisor: ~Copyable {
  private static let retryMilliseconds = 200
  /// How long the graph must rest before it is looked at, so that a client that goes with all its
  /// wires, or the server with all its clients, is not taken for somebody taking wires off.
  private static let restMilliseconds = 25

  private let configuration: JACKConfiguration
  private let shared: SharedState
  private let report: @Sendable (JACKEvent) -> Void
  private var wiring: Wiring
  private var client: ClientHandle?
  private var period = 0
  private var xruns = 0
  private var hasReportedAbsence = false

  init(
    configuration: JACKConfiguration, shared: SharedState,
    report: @escaping @Sendable (JACKEvent) -> Void
  ) {
    self.configuration = configuration
    self.shared = shared
    self.report = report
    wiring = Wiring(configuration)
  }

  /// Runs until the session stops.
  mutating func run() {
    while !shared.isStopping.load(ordering: .acquiring) {
      if client == nil {
        join()
        settle()
        if client == nil { shared.wake.wait(milliseconds: Self.retryMilliseconds) }
      } else {
        shared.wake.wait(milliseconds: 10_000)
        shared.wake.drain()
        attend()
      }
    }
    leave()
    shared.status.withLock { $0.hasEnded = true }
    shared.progress.raise()
  }

  private func settle() {
    let isFirst = shared.status.withLock { status in
      defer { status.isSettled = true }
      return !status.isSettled
    }
    if isFirst { shared.progress.raise() }
  }

  /// Tries once to join the server with all our ports.
  private mutating func join() {
    _ = shared.collectNews()
    do throws(JACKError) {
      let handle = try ClientHandle(
        name: configuration.clientName, server: configuration.serverName)
      unsafe shared.clientOpened(handle.pointer, sampleRate: handle.sampleRate)
      do throws(JACKError) {
        try handle.listen(for: shared)
        try handle.registerPorts(configuration, for: shared)
        try handle.activate()
      } catch {
        close(handle)
        throw error
      }
      announce(handle)
      client = consume handle
      lookAtGraph(registered: [])
    } catch {
      if !hasReportedAbsence { report(.down(reason: error.description)) }
      hasReportedAbsence = true
    }
  }

  private mutating func announce(_ handle: borrowing ClientHandle) {
    let name = handle.name
    period = handle.period
    hasReportedAbsence = true
    shared.status.withLock { $0.clientName = name }
    report(.up(clientName: name, sampleRate: handle.sampleRate, period: period))
  }

  /// Acts on what libjack's threads noted since the last time.
  private mutating func attend() {
    var news = shared.collectNews()
    if news.isGraphChanged && news.downReason == nil {
      awaitRest()
      news.merge(shared.collectNews())
    }
    reportXruns()
    if let reason = news.downReason { return serverWent(reason) }
    if let period = news.period, period != self.period {
      self.period = period
      report(.periodChanged(period))
    }
    if news.isGraphChanged { lookAtGraph(registered: news.registered) }
  }

  /// Waits until nothing has happened for a moment, or too much for too long.
  private func awaitRest() {
    var patience = 20
    while patience > 0, shared.wake.wait(milliseconds: Self.restMilliseconds),
      !shared.isStopping.load(ordering: .acquiring)
    {
      shared.wake.drain()
      patience -= 1
    }
  }

  private mutating func reportXruns() {
    let total = shared.xruns.load(ordering: .relaxed)
    if total != xruns { report(.xrun(total: total)) }
    xruns = total
  }

  private mutating func serverWent(_ reason: String) {
    shared.status.withLock { $0.clientName = nil }
    // Said first, because closing a dead client can take libjack a while.
    report(.down(reason: reason.isEmpty ? "the JACK server went" : reason))
    leave()
    wiring.serverWent()
  }

  /// Closes the client, dead or alive.
  private mutating func leave() {
    guard let handle = client.take() else { return }
    close(handle)
    shared.status.withLock { $0.clientName = nil }
  }

  private func close(_ handle: consuming ClientHandle) {
    if !handle.close(within: 1_000) {
      report(.down(reason: "libjack hangs: restart ghostnote to be heard through JACK again"))
    }
    shared.clientClosed()
  }

  /// Learns what is connected to us, and connects what ought to be.
  private mutating func lookAtGraph(registered: [UInt32]) {
    guard let handle = client.take() else { return }
    let name = handle.name
    let turn = wiring.look(
      client: name, ports: handle.ports(), fresh: handle.portNames(registered))
    for wire in turn.vanished { report(.disconnected(wire, of: name)) }
    for wire in turn.appeared { report(.connected(wire, of: name)) }
    for wire in turn.toConnect {
      let (source, destination) = wire.ends(of: name)
      // A port may go between the look and the call; its coming back is the next chance.
      try? handle.connect(source, to: destination)
    }
    client = consume handle
  }
}

extension Wire {
  /// The whole names of source and destination, ours being `client`.
  func ends(of client: String) -> (source: String, destination: String) {
    let own = "\(client):\(own)"
    return isOutgoing ? (own, peer) : (peer, own)
  }
}

extension JACKEvent {
  fileprivate static func connected(_ wire: Wire, of client: String) -> JACKEvent {
    let (source, destination) = wire.ends(of: client)
    return .connected(source: source, destination: destination)
  }

  fileprivate static func disconnected(_ wire: Wire, of client: String) -> JACKEvent {
    let (source, destination) = wire.ends(of: client)
    return .disconnected(source: source, destination: destination)
  }
}
