public import Commands
public import ControlSocket
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// Serves the page and its WebSocket on the loopback addresses.
public final class RemoteServer: Sendable {
  /// What is served, and to which session it leads.
  public struct Options: Sendable {
    /// The session; nil for the only one that runs.
    public var name: String?
    public var folder = SocketFolder()
    /// 0 for one that is free.
    public var port = RemoteServer.standardPort
    public var access = AccessLevel.files
    public var limits = RemoteLimits()
    public var files: PageFiles
    /// The UDP port for OSC; nil for none.
    public var osc: OSC?

    /// What is taken by OSC.
    public struct OSC: Sendable {
      /// 0 for one that is free.
      public var port: Int
      /// Who may send besides this machine.
      public var peers = PeerList()
      /// What is done with the accelerations that phones send.
      var motion: @Sendable (MotionSample) -> Void = { _ in }

      public init(port: Int) { self.port = port }
    }

    public init(files: PageFiles) { self.files = files }
  }

  /// The port where nothing else is asked for: the drums are notes 35 to 60.
  public static let standardPort = 3560

  /// Where it listens.
  public let port: Int
  private let group: MultiThreadedEventLoopGroup
  private let listeners: [any Channel]
  private let osc: OSCServer?

  /// The UDP port that takes OSC; nil for none.
  public var oscPort: Int? { osc?.port }

  /// Begins to serve; throws where the port is taken.
  public init(_ options: Options) throws {
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let osc = try Self.osc(options, group)
    self.osc = osc
    let doorway = Doorway(options, query: osc?.query)
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 65_536, high: 262_144))
      .childChannelInitializer { doorway.admit($0) }
    do {
      let first = try bootstrap.bind(host: "127.0.0.1", port: options.port).wait()
      port = first.localAddress?.port ?? options.port
      // A machine without IPv6 has only the first.
      let second = try? bootstrap.bind(host: "::1", port: port).wait()
      listeners = [first] + (second.map { [$0] } ?? [])
    } catch {
      osc?.stop()
      try? group.syncShutdownGracefully()
      throw error
    }
  }

  private static func osc(
    _ options: Options, _ group: MultiThreadedEventLoopGroup
  ) throws -> OSCServer? {
    guard let asked = options.osc else { return nil }
    do { return try OSCServer(asked, options, on: group.next()) } catch {
      try? group.syncShutdownGracefully()
      throw OSCPortError(description: "OSC port \(asked.port): \(error)")
    }
  }

  /// The page's address.
  public var address: String { "http://127.0.0.1:\(port)/" }

  /// Ends all connections.
  public func stop() {
    osc?.stop()
    for listener in listeners { try? listener.close().wait() }
    try? group.syncShutdownGracefully()
  }
}

/// The port for OSC could not be opened.
public struct OSCPortError: Error, CustomStringConvertible {
  public let description: String
}

/// Sets up each connection, within the limits.
private final class Doorway: Sendable {
  private let options: RemoteServer.Options
  private let gate: RequestGate
  private let counts = Mutex((connections: 0, pages: 0))

  init(_ options: RemoteServer.Options, query: OSCQuery?) {
    self.options = options
    gate = RequestGate(files: options.files, query: query)
  }

  func admit(_ channel: any Channel) -> EventLoopFuture<Void> {
    let count = counts.withLock { counts in
      counts.connections += 1
      return counts.connections
    }
    channel.closeFuture.whenComplete { [self] _ in counts.withLock { $0.connections -= 1 } }
    guard count <= options.limits.connections else { return channel.close() }
    return channel.eventLoop.makeCompletedFuture { try setUp(channel) }
  }

  private func setUp(_ channel: any Channel) throws {
    let limits = options.limits
    var decoderLimits = NIOHTTPDecoderLimitConfiguration()
    decoderLimits.maxHeaderFieldSize = limits.headBytes
    decoderLimits.maxHeaderListSize = limits.headBytes
    decoderLimits.maxHeaderFieldCount = limits.headFields
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          context.pipeline.syncOperations.removeHandler(name: PageHandler.name, promise: nil)
        }
      ),
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoderLimits)
    try pipeline.addHandler(
      PageHandler(gate, limits: limits), name: PageHandler.name)
  }

  private var upgrader: NIOWebSocketServerUpgrader {
    NIOWebSocketServerUpgrader(
      maxFrameSize: options.limits.messageBytes,
      automaticErrorHandling: false,
      shouldUpgrade: { [self] channel, head in
        let isAllowed =
          gate.allowsSocket(head)
          && LocalPeer.isTrusted(channel.remoteAddress, to: channel.localAddress)
          && countPage(channel)
        return channel.eventLoop.makeSucceededFuture(isAllowed ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { [self] channel, head in
        let listens = head.uri == RequestGate.listenPath
        return channel.eventLoop.makeCompletedFuture {
          try addPage(to: channel, listens: listens)
        }
      })
  }

  private func countPage(_ channel: any Channel) -> Bool {
    let fits = counts.withLock { counts in
      guard counts.pages < options.limits.pages else { return false }
      counts.pages += 1
      return true
    }
    if fits { channel.closeFuture.whenComplete { [self] _ in counts.withLock { $0.pages -= 1 } } }
    return fits
  }

  private func addPage(to channel: any Channel, listens: Bool) throws {
    let limits = options.limits
    let address = DaemonAddress(name: options.name, folder: options.folder)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: limits.fragments,
        maxAccumulatedFrameSize: limits.messageBytes))
    if listens {
      try pipeline.addHandler(ListenConnection(address, limits))
    } else {
      try pipeline.addHandler(
        PageConnection(address, LineGate(access: options.access), limits))
    }
  }
}
