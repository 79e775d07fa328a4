import Commands
import ControlSocket
import NIOCore
import OSC
import Rhythm

/// Carries out the actions of an `OSCExchange` with sockets and timers. Used on its event loop only.
final class OSCShell {
  /// Messages of bundles that wait for their time, at most.
  private static let mostWaiting = 1_024

  private let loop: any EventLoop
  private var exchange: OSCExchange
  private let ordinary: DaemonLines
  private let urgent: DaemonLines
  private let watch: DaemonLines
  private let motion: @Sendable (SensorReading) -> Void
  /// Phones that strike by their movement; nil where none can.
  var phones: SensorPhones?
  private var query: OSCQuery?
  private var waiting = 0
  private var watched: Set<OSCSubscriptions.Channel> = []
  private var nextBeat: Scheduled<Void>?
  /// Sends a datagram.
  var transmit: ([UInt8], SocketAddress) -> Void = { _, _ in }

  init(
    _ server: RemoteServer.Options, _ options: OSCOptions, _ session: DaemonAddress,
    on loop: any EventLoop
  ) {
    self.loop = loop
    motion = options.motion
    exchange = OSCExchange(access: server.access, ages: server.limits.gestureAges)
    let retry = server.limits.retry
    ordinary = DaemonLines(session, on: loop, retry: retry)
    urgent = DaemonLines(session, on: loop, retry: retry)
    watch = DaemonLines(session, on: loop, retry: retry)
  }

  func begin(_ query: OSCQuery) {
    self.query = query
    exchange.isOurOwn = { [port = query.port] in OSCShell.isOurOwn($0, port) }
    for lines in [ordinary, urgent] {
      lines.take = { [weak self] in self?.takeReply(String(buffer: $0)) }
      lines.change = { [weak self] isHere in if !isHere { self?.sessionEnded() } }
    }
    watch.take = { [weak self] in self?.takeEvent(String(buffer: $0)) }
    watch.change = { [weak self] isHere in
      self?.watched = []
      if isHere { self?.watchAsWanted(isNew: true) }
    }
    for lines in [ordinary, urgent, watch] { lines.begin() }
    let shell = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { task in
      if !shell.value.tick() { task.cancel() }
    }
  }

  /// Addresses are looked up at that moment: a machine gets others while it runs.
  private static func isOurOwn(_ peer: SocketAddress, _ port: Int) -> Bool {
    guard peer.port == port, let address = IPAddress(peer) else { return false }
    return address.isLoopback || NetworkInterfaces.addresses.contains(address)
  }

  func end() {
    nextBeat?.cancel()
    for lines in [ordinary, urgent, watch] { lines.end() }
    query = nil
    phones = nil
  }

  func take(_ bytes: ByteBufferView, from peer: SocketAddress) {
    carryOut(exchange.take(bytes, from: peer, at: .now))
    watchAsWanted()
  }

  private func tick() -> Bool {
    guard query != nil else { return false }
    exchange.subscriptions.expire(at: TwoClocks.now.monotonic)
    phones?.look(at: PhoneHub.now)
    watchAsWanted()
    return true
  }

  // MARK: Actions

  private func carryOut(_ actions: [OSCExchange.Action]) {
    for action in actions {
      switch action {
      case .send(let packet, let peer): transmit(packet.bytes, peer)
      case .carryOut(let line, let tag, let isUrgent): send(line, tag, isUrgent: isUrgent)
      case .wait(let message, let peer, let nanoseconds): wait(message, peer, nanoseconds)
      case .move(let sample):
        motion(sample)
        phones?.move(sample)
      case .choose(let drum, let phone, let peer): choose(drum, phone, peer)
      }
    }
  }

  private func choose(_ drum: Drum, _ phone: String, _ peer: SocketAddress) {
    var refusal: SeatPlan.Refusal?
    do throws(SeatPlan.Refusal) { try phones?.choose(drum, for: phone) } catch { refusal = error }
    carryOut([exchange.replied(toChoiceOf: peer, refusal)])
  }

  private func send(_ line: String, _ tag: String, isUrgent: Bool) {
    guard !(isUrgent ? urgent : ordinary).send("@\(tag) \(line)") else { return }
    carryOut(exchange.lineWasLost(tag))
  }

  private func wait(_ message: OSCMessage, _ peer: SocketAddress, _ nanoseconds: Int64) {
    // More than that is not music; it is dropped as a network would.
    guard waiting < Self.mostWaiting else { return }
    waiting += 1
    let shell = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: .nanoseconds(nanoseconds)) {
      let shell = shell.value
      shell.waiting -= 1
      shell.carryOut(shell.exchange.take(message, from: peer, at: .now))
      shell.watchAsWanted()
    }
  }

  // MARK: The session

  private func takeReply(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].hasPrefix("@") else { return }
    carryOut(
      exchange.take(
        reply: String(parts[0].dropFirst()), isOK: parts[1] == "ok",
        json: parts.count > 2 ? String(parts[2]) : ""))
  }

  private func takeEvent(_ line: String) {
    guard line.hasPrefix("{"), let event = JSONNode(parsing: line) else { return }
    guard let actions = exchange.take(event: event, at: .now) else {
      return watchAsWanted(isNew: true)
    }
    carryOut(actions)
    if event["state"] != nil {
      query?.show(exchange.shown.values)
      planBeat()
    }
  }

  private func sessionEnded() {
    carryOut(exchange.sessionEnded())
    query?.show([:])
    planBeat()
  }

  /// Watches state always, and hits while anyone subscribes to them.
  private func watchAsWanted(isNew: Bool = false) {
    let channels = exchange.subscriptions.channels
    guard isNew || channels.contains(.hits) != watched.contains(.hits) else { return planBeat() }
    watched = channels
    let request = ConnectionRequest.watch(channels.contains(.hits) ? [.state, .hits] : [.state])
    _ = watch.send(request.line)
    planBeat()
  }

  private func planBeat() {
    nextBeat?.cancel()
    nextBeat = nil
    let now = TwoClocks.now
    guard let time = exchange.nextBeat(at: now) else { return }
    let shell = NIOLoopBound(self, eventLoop: loop)
    nextBeat = loop.scheduleTask(in: .nanoseconds(max(time - now.monotonic, 0))) {
      let shell = shell.value
      shell.carryOut(shell.exchange.announceBeat(at: .now))
      shell.planBeat()
    }
  }
}
