import Dispatch
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Listens on the addresses of the local network, as they come and go.
final class NetworkListeners: Sendable {
  private let doorway: Doorway
  private let group: any EventLoopGroup
  private let fixed: [IPAddress]?
  let terminator: TLSTerminator?
  private let say: @Sendable (String) -> Void
  /// Everything that may take long happens here, one thing at a time.
  private let queue = DispatchQueue(label: "ghostnote-remote.network")
  private struct State {
    var channels: [IPAddress: any Channel] = [:]
    var repetition: RepeatedTask?
    /// How https is served once stunnel takes connections; nil where that is shown.
    var pending: ServedAddresses.Secure?
    /// Whether links are said by now: those of the start are printed by who starts the server.
    var saysLinks = false
    /// Errors and links that were said, by what they concern, so that each is said once.
    var said: [String: String] = [:]
  }
  private let state = Mutex(State())

  /// How often the machine's addresses are compared with those that are listened on.
  static let period = TimeAmount.seconds(5)

  init(_ group: any EventLoopGroup, _ doorway: Doorway, _ options: NetworkOptions) {
    (self.group, self.doorway, fixed, say) = (group, doorway, options.addresses, options.say)
    do {
      terminator = try options.tls.map { tls in
        var tls = tls
        tls.say = options.say
        let port = Self.freePort(
          group, after: doorway.requestCheck.addresses.port, options.addresses)
        return try TLSTerminator(tls, doorway, group, port: port)
      }
    } catch {
      terminator = nil
      say("https: \(error)")
    }
    let loop = group.next()
    queue.sync {
      update()
      waitForTermination(options.tls?.readiness ?? 0)
      sayLinks()
      state.withLock { $0.saysLinks = true }
    }
    let repetition = loop.scheduleRepeatedTask(initialDelay: Self.period, delay: Self.period) {
      [weak self] task in
      guard let self else { return task.cancel() }
      queue.async { self.update() }
    }
    state.withLock { $0.repetition = repetition }
  }

  /// Compares at once.
  func look() { queue.sync { update() } }

  /// An address that is taken is tried again the next time.
  private func update() {
    let wanted = fixed ?? NetworkInterfaces.privateAddresses
    var channels = state.withLock { $0.channels }
    for (address, channel) in channels where !wanted.contains(address) {
      try? channel.close().wait()
      channels[address] = nil
    }
    for address in wanted where channels[address] == nil { channels[address] = listen(at: address) }
    state.withLock { $0.channels = channels }
    let listening = wanted.filter { channels[$0] != nil }
    if listening != doorway.requestCheck.addresses.network {
      doorway.requestCheck.addresses.network = listening
    }
    do throws(TLSError) {
      if let secure = try terminator?.update(listening) {
        state.withLock { $0.pending = secure }
      }
      say(nil, of: "https")
    } catch { say("https: \(error)", of: "https") }
    _ = showSecure()
    sayLinks()
  }

  private func listen(at address: IPAddress) -> (any Channel)? {
    let port = doorway.requestCheck.addresses.port
    let key = address.description
    do {
      let channel = try doorway.bootstrap(group, .network).bind(host: key, port: port).wait()
      say(nil, of: key)
      return channel
    } catch {
      let reason = ListeningError(error)
      let remedy = reason.isTaken ? "choose another with --port" : "name another with --address"
      say("\(address.urlHost):\(port): \(reason); \(remedy)", of: key)
      return nil
    }
  }

  /// Says what was found out about something, unless that was said of it last; nil where all is well.
  private func say(_ text: String?, of key: String) {
    if let text, note(text, of: key) { say(text) }
    if text == nil { state.withLock { $0.said[key] = nil } }
  }

  /// Whether a text is another one than that noted last of the same matter.
  private func note(_ text: String, of key: String) -> Bool {
    state.withLock { state in
      defer { state.said[key] = text }
      return state.said[key] != text
    }
  }

  /// Says those links that are others than at the start, or than were said last: an address has come since, or https.
  ///
  /// Those of https wait until stunnel takes connections at the addresses of the time.
  private func sayLinks() {
    let requestCheck = doorway.requestCheck
    let (saysLinks, isPending) = state.withLock { ($0.saysLinks, $0.pending != nil) }
    for line in requestCheck.linkLines + (isPending ? [] : requestCheck.secureLines) {
      let isNew = note(line, of: String(line.prefix { $0 != ":" }))
      if isNew, saysLinks { say(line) }
    }
  }

  /// Shows how https is served once stunnel takes connections: no link leads where nothing listens.
  private func showSecure() -> Bool {
    guard let pending = state.withLock({ $0.pending }), let terminator,
      let first = doorway.requestCheck.addresses.network.first
    else { return true }
    guard terminator.isReady(at: first) else { return false }
    doorway.requestCheck.addresses.secure = pending
    state.withLock { $0.pending = nil }
    return true
  }

  /// At the beginning, so that the first links have https in them as a rule.
  private func waitForTermination(_ seconds: Double) {
    let end = Date(timeIntervalSinceNow: seconds)
    while !showSecure() {
      guard Date() < end else { return say("https: stunnel4 takes no connections yet") }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// The first port after `port` that can be had at all addresses, now at least.
  private static func freePort(
    _ group: any EventLoopGroup, after port: Int, _ addresses: [IPAddress]?
  ) -> Int {
    let addresses = addresses ?? NetworkInterfaces.privateAddresses
    let isFree = { (candidate: Int) in
      addresses.allSatisfy { address in
        let bootstrap = ServerBootstrap(group: group)
          .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        let channel = try? bootstrap.bind(host: address.description, port: candidate).wait()
        try? channel?.close().wait()
        return channel != nil
      }
    }
    return (port + 1...port + 9).first(where: isFree) ?? port + 1
  }

  func stop() {
    terminator?.stop()
    queue.sync {
      let ended = state.withLock { state in
        defer { state = State() }
        return state
      }
      ended.repetition?.cancel()
      for channel in ended.channels.values { try? channel.close().wait() }
    }
  }
}
