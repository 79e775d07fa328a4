import Commands
import ControlSocket
import NIOCore
import NIOPosix

/// The UDP port for OSC: carries out what an `OSCExchange` asks for.
final class OSCServer: Sendable {
  /// Where it listens.
  let port: Int
  private let channel: any Channel
  private let shell: NIOLoopBound<OSCShell>

  /// Nil where no OSC is asked for. Binds to the loopback address, or where others are allowed to every
  /// address of this machine, those of IPv6 where one of IPv6 is allowed; throws where the port is taken.
  convenience init?(
    _ server: RemoteServer.Options, _ session: DaemonAddress, _ group: MultiThreadedEventLoopGroup
  ) throws {
    guard let options = server.osc else { return nil }
    do { try self.init(options, server, session, on: group.next()) } catch {
      try? group.syncShutdownGracefully()
      throw OSCPortError(description: "OSC port \(options.port): \(error)")
    }
  }

  private init(
    _ options: OSCOptions, _ server: RemoteServer.Options, _ session: DaemonAddress,
    on loop: any EventLoop
  ) throws {
    let made = try loop.submit {
      NIOLoopBound(OSCShell(server, options, session, on: loop), eventLoop: loop)
    }.wait()
    shell = made
    channel = try Self.bootstrap(options.peers, on: loop)
      // A bundle of the largest size comes whole.
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 65_536))
      .channelOption(.writeBufferWaterMark, value: .init(low: 65_536, high: 1 << 20))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(OSCHandler(made.value, options.peers))
        }
      }
      .bind(host: Self.host(options.peers), port: options.port).wait()
    port = channel.localAddress?.port ?? options.port
    let query = OSCQuery(port: port)
    self.query = query
    loop.execute { made.value.begin(query) }
  }

  private static func host(_ peers: PeerList) -> String {
    peers.isLoopbackOnly ? "127.0.0.1" : peers.hasIPv6 ? "::" : "0.0.0.0"
  }

  private static func bootstrap(_ peers: PeerList, on loop: any EventLoop) -> DatagramBootstrap {
    let bootstrap = DatagramBootstrap(group: loop)
    guard peers.hasIPv6 else { return bootstrap }
    // IPv4 comes by the same socket, whatever the system's default is.
    let isOnlyIPv6 = ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_v6only)
    return bootstrap.channelOption(isOnlyIPv6, value: 0)
  }

  /// Lets phones whose sensor apps send accelerations take seats of `hubs`, which are on the same loop.
  func follow(_ hubs: NIOLoopBound<Hubs>) {
    let shell = shell
    channel.eventLoop.execute { shell.value.phones = SensorPhones(hubs.value.phones) }
  }

  /// The tree of its addresses.
  let query: OSCQuery

  /// Ends it.
  func stop() {
    try? channel.close().wait()
    let shell = shell
    try? channel.eventLoop.submit { shell.value.end() }.wait()
  }
}

/// Takes datagrams of those who may send.
private final class OSCHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>
  typealias OutboundOut = AddressedEnvelope<ByteBuffer>

  private let shell: OSCShell
  private let peers: PeerList

  init(_ shell: OSCShell, _ peers: PeerList) {
    self.shell = shell
    self.peers = peers
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    shell.transmit = { bytes, peer in
      // Feedback that the network does not take is lost, as UDP has it.
      guard channel.isWritable else { return }
      let data = channel.allocator.buffer(bytes: bytes)
      channel.writeAndFlush(AddressedEnvelope(remoteAddress: peer, data: data), promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let envelope = unwrapInboundIn(data)
    guard peers.allows(envelope.remoteAddress) else { return }
    shell.take(envelope.data.readableBytesView, from: envelope.remoteAddress)
  }

  // One datagram that could not be sent is nothing to end the server for.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
