import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// What ends TLS in front of this server: stunnel4 on a configuration of ours, with a certificate for the
/// machine's addresses of the time.
///
/// All but `stop` is called by one queue.
final class TLSTerminator: Sendable {
  /// The certificate it shows.
  enum Identity: Sendable {
    /// From the authority of this user, made again when addresses change.
    case made(CertificateAuthority)
    /// Files of one's own: certificate with its chain, and key.
    case files(certificate: String, key: String)
  }

  private struct State {
    var hosts: [String] = []
    var addresses: [IPAddress] = []
    var issued = Date.distantPast
    var changed: [Date?] = []
    var examinations = 0
  }
  private let identity: Identity
  private let folder: PrivateFolder
  private let port: Int
  private let hostName: String?
  private let renewal: TimeInterval
  private let idle: Int
  private let clock: @Sendable () -> Date
  private let listener: any Channel
  let stunnel: StunnelProcess
  private let openssl: SystemProgram
  private let state = Mutex(State())
  private let isRunning = Mutex(false)

  /// - Parameter options: where keys are, and which certificate is wanted.
  init(
    _ options: TLSOptions, _ doorway: Doorway, _ group: any EventLoopGroup, port: Int
  ) throws(TLSError) {
    guard let program = options.stunnel else {
      throw TLSError("stunnel4 is not installed; run `sudo apt install stunnel4`")
    }
    guard let openssl = SystemProgram("openssl") else {
      throw TLSError("openssl is not installed; run `sudo apt install openssl`")
    }
    (self.openssl, self.port) = (openssl, port)
    (hostName, renewal) = (options.hostName, options.renewal)
    (idle, clock) = (options.idle, options.clock)
    identity = try options.identity(openssl)
    folder = try PrivateFolder(options.runtime)
    let socket = folder.file("tls.sock")
    do {
      _ = unsafe unlink(socket)
      listener = try doorway.bootstrap(group, .tls).bind(unixDomainSocketPath: socket).wait()
    } catch { throw TLSError("\(socket): \(error)") }
    stunnel = StunnelProcess(
      program, configuration: folder.file("stunnel.conf"), say: options.say)
  }

  /// Makes what it shows fit the addresses that are listened on; what pages are to know of it.
  func update(_ addresses: [IPAddress]) throws(TLSError) -> ServedAddresses.Secure? {
    let before = state.withLock { $0 }
    let now = clock()
    let changed = fileDates
    let mustListen = addresses != before.addresses
    let isDue = isDue(before.issued, at: now)
    // To look into a certificate takes a program: only one that changed is looked into.
    guard mustListen || isDue || changed != before.changed else { return nil }
    let hosts = try hosts(for: addresses)
    let mustIssue = hosts != before.hosts || isDue
    if case .made(let authority) = identity, mustIssue {
      try authority.issue(for: hosts, at: now, in: folder)
    }
    if mustListen { try write(configuration(addresses), to: folder.file("stunnel.conf")) }
    state.withLock { state in
      state = State(
        hosts: hosts, addresses: addresses, issued: mustIssue ? now : before.issued,
        changed: changed, examinations: state.examinations)
    }
    start(addresses)
    return try description(hosts)
  }

  /// Whether a certificate is to be made again: in time before it ends, and where it is not valid yet, since the clock
  /// was set back.
  private func isDue(_ issued: Date, at now: Date) -> Bool {
    let age = now.timeIntervalSince(issued)
    return age > renewal || age < -86_400 * Double(CertificateAuthority.backdating)
  }

  /// How often a certificate of one's own was looked into.
  var examinations: Int { state.withLock { $0.examinations } }

  private func start(_ addresses: [IPAddress]) {
    guard !addresses.isEmpty else { return }
    let isFirst = isRunning.withLock { running in
      defer { running = true }
      return !running
    }
    if isFirst { stunnel.start() } else { stunnel.reload() }
  }

  private func hosts(for addresses: [IPAddress]) throws(TLSError) -> [String] {
    guard case .files(let certificate, _) = identity else {
      return CertificateAuthority.hosts(of: addresses, host: hostName)
    }
    state.withLock { $0.examinations += 1 }
    let text = try openssl.run(["x509", "-in", certificate, "-noout", "-ext", "subjectAltName"])
    return text.split { ",\n".contains($0) }.compactMap { part in
      let name = part.drop { $0 == " " }
      let host = ["DNS:", "IP Address:"].first(where: name.hasPrefix).map {
        name.dropFirst($0.count)
      }
      return host.flatMap { $0.contains("*") ? nil : IPAddress($0)?.description ?? $0.lowercased() }
    }
  }

  private func description(_ hosts: [String]) throws(TLSError) -> ServedAddresses.Secure {
    var secure = ServedAddresses.Secure(port: port, hosts: hosts)
    if case .made(let authority) = identity {
      secure.authority = try authority.bytes()
      secure.fingerprint = try authority.fingerprint()
    }
    return secure
  }

  /// Of one's own files, which some other program renews.
  private var fileDates: [Date?] {
    guard case .files(let certificate, let key) = identity else { return [] }
    return [certificate, key].map { path in
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
      return attributes?[.modificationDate] as? Date
    }
  }

  /// A section for each address. What it sends on begins with the PROXY protocol's line.
  private func configuration(_ addresses: [IPAddress]) -> String {
    let (certificate, key) =
      switch identity {
      case .made: (folder.file("chain.pem"), folder.file("leaf.key"))
      case .files(let certificate, let key): (certificate, key)
      }
    let sections = addresses.enumerated().map { index, address in
      """
      [page-\(index)]
      accept = \(address):\(port)
      connect = \(folder.file("tls.sock"))
      protocol = proxy
      cert = \(certificate)
      key = \(key)
      sslVersionMin = TLSv1.2
      renegotiation = no
      libwrap = no
      TIMEOUTbusy = 5
      TIMEOUTconnect = 5
      TIMEOUTidle = \(idle)
      TIMEOUTclose = 0
      socket = l:TCP_NODELAY=1
      socket = r:TCP_NODELAY=1

      """
    }
    return "foreground = yes\npid =\nsyslog = no\ndebug = err\n" + sections.joined()
  }

  private func write(_ text: String, to path: String) throws(TLSError) {
    do { try text.write(toFile: path, atomically: true, encoding: .utf8) } catch {
      throw TLSError("\(path): \(error.localizedDescription)")
    }
  }

  /// Whether it takes connections by now.
  func isReady(at address: IPAddress) -> Bool {
    let socketAddress = try? NIOCore.SocketAddress(ipAddress: address.description, port: port)
    return socketAddress.map(Self.connects) == true
  }

  private static func connects(to address: NIOCore.SocketAddress) -> Bool {
    let family = if case .v6 = address { AF_INET6 } else { AF_INET }
    let file = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return false }
    defer { close(file) }
    return unsafe address.withSockAddr { unsafe connect(file, $0, socklen_t($1)) } == 0
  }

  func stop() {
    stunnel.stop()
    try? listener.close().wait()
    try? FileManager.default.removeItem(atPath: folder.path)
  }
}
