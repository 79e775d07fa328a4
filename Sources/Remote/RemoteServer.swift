public import Commands
public import ControlSocket
public import Files
import NIOCore
import NIOPosix

/// Serves the page and its WebSocket, on the loopback addresses and where it is asked to on the local
/// network.
public final class RemoteServer: Sendable {
  /// What is served, and to which session it leads.
  public struct Options: Sendable {
    /// The session; nil for the first that is found: the only one that runs, or of several the one called Ghostnote.
    public var name: String?
    public var folder = SocketFolder()
    /// 0 for one that is free.
    public var port = RemoteServer.standardPort
    public var access = AccessLevel.files
    /// Who else is let in; nil for none.
    public var network: NetworkOptions?
    public var limits = RemoteLimits()
    public var files: PageFiles
    /// Where patches are that pages bring and take away.
    public var patches = DataFolders(of: "Patches")
    /// The UDP port for OSC; nil for none.
    public var osc: OSCOptions?

    public init(files: PageFiles) { self.files = files }
  }

  /// The port where nothing else is asked for: the drums are notes 35 to 60.
  public static let standardPort = 3560

  /// Where it listens.
  public let port: Int
  private let group: MultiThreadedEventLoopGroup
  private let listeners: [any Channel]
  let network: NetworkListeners?
  let requestCheck: RequestCheck
  private let osc: OSCServer?
  private let files: FileExchange

  /// The UDP port that takes OSC; nil for none.
  public var oscPort: Int? { osc?.port }

  /// Begins to serve; throws where the port is taken.
  public init(_ options: Options) throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    self.group = group
    let addresses = ServedAddresses(publicAddress: options.network?.publicAddress)
    var requestCheck = RequestCheck(
      files: options.files, addresses: addresses, ownAccess: options.access)
    let session = DaemonAddress(name: options.name, folder: options.folder)
    let osc = try OSCServer(options, session, group)
    self.osc = osc
    do {
      requestCheck.query = osc?.query
      requestCheck.grants = options.network.map { $0.grants(owner: options.access) }
      let loop = group.next()
      let hubs = try loop.submit { [limits = options.limits] in
        NIOLoopBound(
          Hubs(
            phones: PhoneHub(session, limits, on: loop),
            events: SharedWatch(session, limits, on: loop)), eventLoop: loop)
      }.wait()
      osc?.follow(hubs)
      files = FileExchange(session, patches: options.patches)
      let doorway = Doorway(requestCheck, session, hubs, files, options.limits)
      let bootstrap = doorway.bootstrap(group, .loopback)
      let first = try bootstrap.bind(host: "127.0.0.1", port: options.port).wait()
      let port = first.localAddress?.port ?? options.port
      addresses.port = port
      requestCheck.grants?.keep()
      // A machine without IPv6 has only the first.
      let second = try? bootstrap.bind(host: "::1", port: port).wait()
      self.port = port
      listeners = [first] + (second.map { [$0] } ?? [])
      network = options.network.flatMap {
        $0.servesNetwork ? NetworkListeners(group, doorway, $0) : nil
      }
    } catch {
      osc?.stop()
      try? group.syncShutdownGracefully()
      throw error is IOError ? ListeningError(error) : error
    }
    self.requestCheck = requestCheck
  }

  /// The page's address on this machine.
  public var address: String {
    let own = "http://127.0.0.1:\(port)/"
    guard requestCheck.addresses.publicAddress != nil, let grants = requestCheck.grants else {
      return own
    }
    return own + "#join=" + grants.token(of: .owner).text
  }

  /// The links by which others join; nil where none is let in.
  public var invitation: Invitation? {
    requestCheck.grants.map { Invitation(requestCheck.addresses, $0) }
  }

  /// What is said of https at the beginning; empty where it cannot be had, or not yet.
  public var secureLines: [String] { requestCheck.secureLines }

  /// Ends all connections.
  public func stop() {
    osc?.stop()
    network?.stop()
    files.stop()
    for listener in listeners { try? listener.close().wait() }
    try? group.syncShutdownGracefully()
  }
}
