import Dispatch
import NIOCore
import NIOPosix
import Synchronization

/// Listens on the addresses of the local network, as they come and go.
final class NetworkListeners: Sendable {
  private let doorway: Doorway
  private let group: any EventLoopGroup
  private let fixed: [IPAddress]?
  /// Everything that may take long happens here, one thing at a time.
  private let queue = DispatchQueue(label: "ghostnote-remote.network")
  private struct State {
    var channels: [IPAddress: any Channel] = [:]
    var repetition: RepeatedTask?
  }
  private let state = Mutex(State())

  /// How often the machine's addresses are compared with those that are listened on.
  static let period = TimeAmount.seconds(5)

  /// - Parameter addresses: those to be listened on; nil for the private ones of the machine.
  init(_ group: any EventLoopGroup, _ doorway: Doorway, _ addresses: [IPAddress]?) {
    (self.group, self.doorway, fixed) = (group, doorway, addresses)
    let loop = group.next()
    queue.sync { update() }
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
  }

  func stop() {
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
