import Dispatch
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
        let port = Self.freePort(group, after: doorway.gate.addresses.port, options.addresses)
        return try TLSTerminator(tls, doorway, group, port: port)
      }
    } catch {
      terminator = nil
      say("https: \(error)")
    }
    let loop = group.next()
    queue.sync {
      update()
      checkTermination()
    }
    let repetition = loop.scheduleRepeatedTask(initialDelay: Self.period, delay: Self.period) {
      [weak self] task in
      guard let self else { return task.cancel() }
      queue.async { self.update() }
    }
    state.withLock { $0.repetition = repetition }
  }

  /// An address that is taken is tried again the next time.
  private func update() {
    let wanted = fixed ?? NetworkInterfaces.privateAddresses
    var channels = state.withLock { $0.channels }
    for (address, channel) in channels where !wanted.contains(address) {
      try? channel.close().wait()
      channels[address] = nil
    }
    for address in wanted where channels[address] == nil {
      channels[address] = try? doorway.bootstrap(group, .network)
        .bind(host: address.description, port: doorway.gate.addresses.port).wait()
    }
    state.withLock { $0.channels = channels }
    let listening = wanted.filter { channels[$0] != nil }
    if listening != doorway.gate.addresses.network { doorway.gate.addresses.network = listening }
    do throws(TLSError) {
      guard let secure = try terminator?.update(listening) else { return }
      doorway.gate.addresses.secure = secure
    } catch { say("https: \(error)") }
  }

  /// At the beginning: no link leads where nothing listens.
  private func checkTermination() {
    let addresses = doorway.gate.addresses
    guard addresses.secure != nil, let terminator, let first = addresses.network.first else {
      return
    }
    guard !terminator.isReady(at: first) else { return }
    addresses.secure = nil
    say("https: stunnel4 does not take connections")
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
