import Commands
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// What connections share; used on their event loop only.
struct Hubs {
  let phones: PhoneHub
  let events: SharedWatch
}

/// Sets up each connection, within the limits.
final class Doorway: Sendable {
  let requestCheck: RequestCheck
  let limits: RemoteLimits
  private let session: DaemonAddress
  private let hubs: NIOLoopBound<Hubs>
  let files: FileExchange

  private struct Counts {
    var connections = 0
    var fromNetwork = 0
    var byAddress: [IPAddress: Int] = [:]
    var sockets: [ObjectIdentifier: Socket] = [:]
  }

  /// An open WebSocket.
  private struct Socket {
    let channel: any Channel
    let visitor: RequestCheck.Visitor
    let isPage: Bool
  }
  private let counts = Mutex(Counts())

  init(
    _ requestCheck: RequestCheck, _ session: DaemonAddress, _ hubs: NIOLoopBound<Hubs>,
    _ files: FileExchange, _ limits: RemoteLimits
  ) {
    (self.requestCheck, self.session, self.hubs, self.files, self.limits) = (
      requestCheck, session, hubs, files, limits
    )
  }

  /// What listens at a door.
  func bootstrap(_ group: any EventLoopGroup, _ door: Arrival.Door) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 65_536, high: 262_144))
      .childChannelInitializer { [self] in admit($0, by: door) }
  }

  /// Lets a connection in that came by a door.
  func admit(_ channel: any Channel, by door: Arrival.Door) -> EventLoopFuture<Void> {
    guard countConnection(channel, door) else { return channel.close() }
    return channel.eventLoop.makeCompletedFuture {
      guard door == .tls else { return try enter(channel, Arrival(door, channel)) }
      // Where it comes from is not known before its first line.
      let header = ProxyHeader(patience: limits.patience) { [self] peer in
        try enter(channel, Arrival(door, peer: peer, isOwn: false))
      }
      try channel.pipeline.syncOperations.addHandler(header)
    }
  }

  private func enter(_ channel: any Channel, _ arrival: Arrival) throws {
    if arrival.door != .loopback, let peer = arrival.peer, !countAddress(peer, channel) {
      return channel.close(promise: nil)
    }
    try setUp(channel, arrival)
  }

  // MARK: Counting

  private func countConnection(_ channel: any Channel, _ door: Arrival.Door) -> Bool {
    let isFromNetwork = door != .loopback
    let fits = counts.withLock { counts in
      guard counts.connections < limits.connections,
        !isFromNetwork || counts.fromNetwork < limits.networkConnections
      else { return false }
      counts.connections += 1
      counts.fromNetwork += isFromNetwork ? 1 : 0
      return true
    }
    guard fits else { return false }
    channel.closeFuture.whenComplete { [self] _ in
      counts.withLock { counts in
        counts.connections -= 1
        counts.fromNetwork -= isFromNetwork ? 1 : 0
      }
    }
    return true
  }

  private func countAddress(_ address: IPAddress, _ channel: any Channel) -> Bool {
    let key = address.network
    let fits = counts.withLock { counts in
      guard counts.byAddress[key, default: 0] < limits.addressConnections else { return false }
      counts.byAddress[key, default: 0] += 1
      return true
    }
    guard fits else { return false }
    channel.closeFuture.whenComplete { [self] _ in
      counts.withLock { counts in
        counts.byAddress[key, default: 1] -= 1
        if counts.byAddress[key] == 0 { counts.byAddress[key] = nil }
      }
    }
    return true
  }

  private func count(_ socket: Socket) -> Bool {
    let id = ObjectIdentifier(socket.channel)
    let fits = counts.withLock { counts in
      guard !socket.isPage || hasRoom(for: socket.visitor.link, counts) else { return false }
      counts.sockets[id] = socket
      return true
    }
    if fits {
      socket.channel.closeFuture.whenComplete { [self] _ in
        counts.withLock { $0.sockets[id] = nil }
      }
    }
    return fits
  }

  /// Whether one more page may come by `link`; nil for this machine's user.
  private func hasRoom(for link: Grants.Link?, _ counts: Counts) -> Bool {
    let links = counts.sockets.values.filter(\.isPage).map(\.visitor.link)
    guard links.count < limits.pages else { return false }
    guard let link else { return true }
    return links.count { $0 != nil } < limits.linkedPages
      && (link == .owner || links.count { $0 == .phone } < limits.phonePages)
  }

  /// Closes the WebSockets of a visitor who left.
  func closePages(of cookie: String) {
    let channels = counts.withLock { counts in
      counts.sockets.values.filter { $0.visitor.cookie == cookie }.map(\.channel)
    }
    for channel in channels { channel.close(promise: nil) }
  }

  // MARK: HTTP, and what it becomes

  private func setUp(_ channel: any Channel, _ arrival: Arrival) throws {
    var decoderLimits = NIOHTTPDecoderLimitConfiguration()
    decoderLimits.maxHeaderFieldSize = limits.headBytes
    decoderLimits.maxHeaderListSize = limits.headBytes
    decoderLimits.maxHeaderFieldCount = limits.headFields
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(
      withServerUpgrade: (
        upgraders: [upgrader(arrival)],
        completionHandler: { context in
          context.pipeline.syncOperations.removeHandler(name: PageHandler.name, promise: nil)
        }
      ),
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoderLimits)
    try pipeline.addHandler(PageHandler(self, arrival), name: PageHandler.name)
  }

  private func upgrader(_ arrival: Arrival) -> NIOWebSocketServerUpgrader {
    NIOWebSocketServerUpgrader(
      maxFrameSize: limits.messageBytes,
      automaticErrorHandling: false,
      shouldUpgrade: { [self] channel, head in
        guard Self.hasKey(head) else { return channel.eventLoop.makeSucceededFuture(nil) }
        let visitor = requestCheck.visitor(RequestCheck.Request(head: head, arrival: arrival))
        let isPage = head.uri != RequestCheck.seatPath
        let isAllowed =
          visitor.map { count(Socket(channel: channel, visitor: $0, isPage: isPage)) } == true
        return channel.eventLoop.makeSucceededFuture(isAllowed ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { [self] channel, head in
        // It may have left in the meantime.
        guard let visitor = requestCheck.visitor(RequestCheck.Request(head: head, arrival: arrival))
        else {
          return channel.close()
        }
        return channel.eventLoop.makeCompletedFuture {
          try addPage(to: channel, visitor, path: head.uri)
        }
      })
  }

  /// Whether the key is 16 bytes in base64, as browsers send it (RFC 6455, 4.2.1).
  private static func hasKey(_ head: HTTPRequestHead) -> Bool {
    head.headers["sec-websocket-key"].allSatisfy { key in
      key.utf8.count == 24 && key.hasSuffix("==")
        && key.utf8.dropLast(2).allSatisfy {
          switch $0 {
          case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
          default: false
          }
        }
    }
  }

  private func addPage(
    to channel: any Channel, _ visitor: RequestCheck.Visitor, path: String
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: limits.fragments,
        maxAccumulatedFrameSize: limits.messageBytes))
    switch path {
    case RequestCheck.listenPath: try pipeline.addHandler(ListenConnection(session, limits))
    case RequestCheck.seatPath: try pipeline.addHandler(PhoneConnection(hubs.value.phones, limits))
    default:
      try pipeline.addHandler(
        PageConnection(session, LineCheck(access: visitor.access), limits, hubs.value))
    }
  }
}
