import CJACK
import Glibc
import Synchronization

/// Keeps a client connected to the server: connects, restores connections, detects the server's
/// death, and reconnects.
///
/// Runs on its own thread, the only one that calls libjack for the session.
struct Supervisor: ~Copyable {
  private static let retryMilliseconds = 200
  /// Debounce: how long the graph must be stable before it is examined, so that a client that
  /// leaves with all its connections, or a server with all its clients, does not look like a user
  /// who removes connections.
  private static let restMilliseconds = 25
  /// The time for libjack to deliver remaining notifications of a server that is gone, before the
  /// client is closed.
  private static let lastWordsMilliseconds: UInt32 = 250

  private let configuration: JACKConfiguration
  private let shared: SharedState
  private let report: @Sendable (JACKEvent) -> Void
  private var patchbay: JACKPatchbay
  private var client: ClientHandle?
  /// What the callbacks of the current client act on, or of the next one.
  private var callbacks: ClientCallbacks
  private var period = 0
  private var xruns = 0
  private var hasReportedAbsence = false
  private var timebase = TimebaseNegotiation()

  init(
    configuration: JACKConfiguration, shared: SharedState,
    report: @escaping @Sendable (JACKEvent) -> Void
  ) {
    self.configuration = configuration
    self.shared = shared
    callbacks = ClientCallbacks(of: shared)
    // What `report` uses may be gone after `stop()`, which does not wait forever for a server that hangs.
    self.report = { event in
      if !shared.isStopping.load(ordering: .acquiring) { report(event) }
    }
    patchbay = JACKPatchbay(configuration)
  }

  /// Runs until the session stops.
  mutating func run() {
    while !shared.isStopping.load(ordering: .acquiring) {
      if client == nil {
        join()
        settle()
        if client == nil { shared.wake.wait(milliseconds: Self.retryMilliseconds) }
      } else {
        shared.wake.wait(milliseconds: attentionMilliseconds)
        shared.wake.drain()
        attend()
      }
    }
    leave()
    shared.status.withLock { $0.hasEnded = true }
    shared.progress.raise()
  }

  /// The timeout of the next wait.
  private var attentionMilliseconds: Int {
    // The audio thread detects that another client takes the timebase, but cannot raise a
    // semaphore.
    if timebase.isHeld { return 100 }
    // Xruns are only counted where they occur.
    return 1_000
  }

  private func settle() {
    let isFirst = shared.status.withLock { status in
      defer { status.isSettled = true }
      return !status.isSettled
    }
    if isFirst { shared.progress.raise() }
  }

  /// Makes one attempt to connect to the server with all our ports.
  private mutating func join() {
    _ = shared.collectNotifications()
    _ = shared.collectRequests()
    do throws(JACKError) {
      let handle = try ClientHandle(
        name: configuration.clientName, server: configuration.serverName)
      // The server may have responded only after the session was stopped.
      if shared.isStopping.load(ordering: .acquiring) { return close(handle) }
      unsafe shared.clientOpened(handle.pointer, sampleRate: handle.sampleRate)
      do throws(JACKError) {
        try handle.listen(for: shared, callbacks)
        try handle.registerPorts(configuration, for: shared)
        try handle.activate()
      } catch {
        close(handle)
        throw error
      }
      announce(handle)
      client = consume handle
      _ = patchbay.setClockSource(shared.settings.withLock { $0.clockSource })
      lookAtGraph(registered: [])
      attendTimebase(hasClientLeft: false)
    } catch {
      if !hasReportedAbsence { report(.down(reason: error.description)) }
      hasReportedAbsence = true
    }
  }

  private mutating func announce(_ handle: borrowing ClientHandle) {
    let name = handle.name
    period = handle.period
    hasReportedAbsence = true
    let priority = handle.priority
    shared.status.withLock { ($0.clientName, $0.clientPriority) = (name, priority) }
    report(.up(clientName: name, sampleRate: handle.sampleRate, period: period))
  }

  /// Handles the notifications of libjack's threads.
  private mutating func attend() {
    var notifications = shared.collectNotifications()
    if notifications.downReason == nil {
      carryOutRequests()
      notifications.isGraphChanged = notifications.isGraphChanged || isLookDue
    }
    if notifications.isGraphChanged && notifications.downReason == nil {
      awaitRest()
      notifications.merge(shared.collectNotifications())
    }
    reportXruns()
    if let reason = notifications.downReason { return serverWent(reason) }
    if let period = notifications.period, period != self.period {
      self.period = period
      report(.periodChanged(period))
    }
    if let rate = notifications.sampleRate { report(.rateChanged(rate)) }
    let isNewSource = patchbay.setClockSource(shared.settings.withLock { $0.clockSource })
    if notifications.isGraphChanged || isNewSource {
      lookAtGraph(registered: notifications.registered)
    }
    attendTimebase(hasClientLeft: notifications.hasClientLeft)
  }

  /// Whether the graph is to be examined without a notification: on a busy machine a server was seen to send none for a
  /// minute, after one of its clients was killed or started slowly.
  private var isLookDue: Bool {
    guard let names = client?.portNames() else { return false }
    return names != patchbay.known || patchbay.hasAttempts()
  }

  /// Sends the transport requests to the server.
  private mutating func carryOutRequests() {
    for request in shared.collectRequests() { client?.ask(request) }
  }

  /// Waits until there were no notifications for a moment, or for a maximum time if they do not
  /// end.
  private mutating func awaitRest() {
    var patience = 20
    while patience > 0, shared.wake.wait(milliseconds: Self.restMilliseconds),
      !shared.isStopping.load(ordering: .acquiring)
    {
      shared.wake.drain()
      carryOutRequests()
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
    // Reported first, because closing a dead client can take libjack a while.
    report(.down(reason: reason.isEmpty ? "the JACK server went" : reason))
    // Closing cancels libjack's notification thread at any point, possibly while it holds libjack's
    // lock (jack2 issue 395). After the server has gone, its notifications soon end.
    usleep(Self.lastWordsMilliseconds * 1_000)
    leave()
    patchbay.serverWent()
    timebase.serverWent()
  }

  /// Closes the client, connected or not.
  private mutating func leave() {
    guard let handle = client.take() else { return }
    close(handle)
    shared.status.withLock { $0.clientName = nil }
  }

  /// Closes a client, or leaves it behind where `jack_client_close` does not return; the next client has its own state.
  private mutating func close(_ handle: consuming ClientHandle) {
    guard handle.close(within: 1_000, keeping: callbacks) else {
      shared.abandonClient()
      callbacks = ClientCallbacks(of: shared)
      return
    }
    shared.clientClosed()
  }

  /// Examines our connections, and makes those that should exist.
  private mutating func lookAtGraph(registered: [UInt32]) {
    guard let handle = client.take() else { return }
    let name = handle.name
    let turn = patchbay.look(
      client: name, ports: handle.ports(), fresh: handle.portNames(registered))
    for wire in turn.vanished { report(.disconnected(wire, of: name)) }
    for wire in turn.appeared { report(.connected(wire, of: name)) }
    for wire in turn.toDisconnect {
      let (source, destination) = wire.ends(of: name)
      let isDone = (try? handle.disconnect(source, from: destination)) != nil
      if isDone, turn.feedback.contains(wire) { report(.removedFeedback(wire, of: name)) }
    }
    for wire in turn.toConnect {
      let (source, destination) = wire.ends(of: name)
      // A port may disappear between the query and the call; it is connected when it reappears.
      try? handle.connect(source, to: destination)
      patchbay.hasAsked(for: wire)
    }
    client = consume handle
  }

  /// Becomes or stops being timebase master, as requested.
  private mutating func attendTimebase(hasClientLeft: Bool) {
    if shared.isTimebaseTaken { found(isTimebaseOurs: false) }
    let isWanted = shared.settings.withLock { $0.isTimebase }
    switch timebase.attend(isWanted: isWanted, hasClientLeft: hasClientLeft, now: .now) {
    case .none: break
    case .take:
      do throws(JACKError) {
        try client?.takeTimebase(for: shared)
        found(isTimebaseOurs: true)
      } catch {
        found(isTimebaseOurs: false)
      }
    case .leave:
      found(isTimebaseOurs: false)
      // Fails if another client has taken over, which has the same effect.
      try? client?.leaveTimebase()
    }
  }

  private mutating func found(isTimebaseOurs isOurs: Bool) {
    shared.setHoldsTimebase(isOurs)
    if timebase.found(isOurs: isOurs) { report(.timebase(isOurs: isOurs)) }
  }
}
