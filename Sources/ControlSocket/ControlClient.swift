import Foundation
import Shell
import Synchronization

/// A connection to a daemon's control socket. One thread at a time may send and one may read.
/// Real-time: no.
public final class ControlClient: Sendable {
  /// A line from the daemon.
  public enum Line: Sendable, Hashable {
    /// The reply to the request with this tag, with what follows `ok`.
    case ok(tag: String?, String)
    /// The reply to a request that was not carried out, with the JSON that follows `error`.
    case error(tag: String?, String)
    /// A JSON object of what is watched.
    case event(String)
  }

  /// The name of the daemon's session, the one chosen where none was asked for; nil where the connection was
  /// made otherwise than by names.
  public let name: String?
  /// Open, and connected until it is let go of.
  public let file: Int32
  private let received = Mutex<[UInt8]>([])

  /// Connects to the daemon called `name`, or where nil to the only one, or of several to that called
  /// Ghostnote; throws where there is none.
  public convenience init(name: String?, in folder: SocketFolder = SocketFolder())
    throws(SocketError)
  {
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw Self.noDaemon(name, others: [])
    }
    try folder.check()
    let wanted: String
    if let name, folder.lives(name) {
      // The others are not asked whether they live: that takes a client's place.
      wanted = name
    } else {
      let names = folder.living
      wanted = name ?? (names.count == 1 ? names[0] : "Ghostnote")
      guard names.contains(wanted) else { throw Self.noDaemon(name, others: names) }
    }
    try self.init(path: folder.socket(of: wanted), name: wanted)
  }

  /// Connects to the socket at `path`, which is that of the session called `name` where one is given.
  public init(path: String, name: String? = nil) throws(SocketError) {
    self.name = name
    // Where this throws from here on, `deinit` closes it. Closed here as well, the number may be another thread's
    // by then.
    file = SocketAddress.newSocket()
    guard file >= 0 else { throw SocketError("cannot make a socket: \(SocketError.reason)") }
    guard SocketAddress.connect(file, to: path) == 0 else {
      let reason = SocketError.reason
      throw SocketError("\(path): \(reason); start it with `ghostnote run`")
    }
    guard SocketAddress.isPeerTrusted(file) else {
      throw SocketError("\(path): another user's program listens there")
    }
  }

  /// Takes over a connected socket.
  public init(adopting file: Int32) {
    name = nil
    self.file = file
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
  }

  deinit { if file >= 0 { close(file) } }

  /// Sends a line, its end added; false where the daemon is gone.
  @discardableResult public func send(_ line: String, tag: String? = nil) -> Bool {
    send(bytes: Array(((tag.map { "@\($0) " } ?? "") + line + "\n").utf8))
  }

  /// Sends bytes as they are; false where the daemon is gone.
  @discardableResult public func send(bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard wait(for: POLLOUT, milliseconds: -1) else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Says that no more lines come.
  public func endInput() { shutdown(file, Int32(SHUT_WR)) }

  /// The next line from the daemon; nil where none came in time, −1 for any time, or it is gone.
  public func nextLine(within milliseconds: Int = -1) -> Line? {
    nextText(within: milliseconds).map(Self.line)
  }

  /// Sends a line and returns its reply; events that come meanwhile go to `event`. Nil where the daemon
  /// is gone, or where no reply came in time.
  public func request(
    _ line: String, tag: String? = nil, within milliseconds: Int = -1,
    event: (String) -> Void = { _ in }
  ) -> Line? {
    guard send(line, tag: tag) else { return nil }
    while let next = nextLine(within: milliseconds) {
      switch next {
      case .event(let text): event(text)
      case .ok(let found, _), .error(let found, _): if found == tag { return next }
      }
    }
    return nil
  }

  /// Whether the daemon has closed the connection and all it sent was read.
  public var isGone: Bool {
    var byte: UInt8 = 0
    guard received.withLock({ $0.isEmpty }) else { return false }
    let count = unsafe recv(file, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
  }

  /// Up to `count` bytes as they came, for a connection that listens; empty where it has ended.
  public func bytes(_ count: Int) -> [UInt8] {
    var taken = received.withLock { kept in
      let taken = Array(kept.prefix(count))
      kept.removeFirst(taken.count)
      return taken
    }
    while taken.count < count {
      guard let more = receive(atMost: count - taken.count, within: -1) else { break }
      taken += more
    }
    return taken
  }

  private func nextText(within milliseconds: Int) -> String? {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      let line: String? = received.withLock { kept in
        guard let end = kept.firstIndex(of: 0x0A) else { return nil }
        defer { kept.removeFirst(end + 1) }
        return String(decoding: kept[..<end], as: UTF8.self)
      }
      if let line { return line }
      var left = -1
      if milliseconds >= 0 {
        left = Int((deadline - ContinuousClock.now) / .milliseconds(1))
        guard left >= 0 else { return nil }
      }
      guard let more = receive(atMost: 65_536, within: left) else { return nil }
      received.withLock { $0 += more }
    }
  }

  /// What came; nil where the daemon is gone or nothing came in time. Forgets a line whose end will not come.
  private func receive(atMost count: Int, within milliseconds: Int) -> [UInt8]? {
    while true {
      guard wait(for: POLLIN, milliseconds: Int32(clamping: milliseconds)) else { return nil }
      var (result, code) = (0, Int32(0))
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        result = unsafe recv(file, buffer.baseAddress, count, Int32(MSG_DONTWAIT))
        code = errno
        filled = max(0, result)
      }
      if result > 0 { return bytes }
      guard result < 0, code == EAGAIN || code == EINTR else {
        received.withLock { $0 = [] }
        return nil
      }
    }
  }

  private func wait(for event: Int32, milliseconds: Int32) -> Bool {
    var files = pollfd(fd: file, events: Int16(event), revents: 0)
    while true {
      let count = unsafe poll(&files, 1, milliseconds)
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }

  private static func line(_ text: String) -> Line {
    var rest = text[...]
    var tag: String?
    if rest.first == "@" {
      tag = String(rest.dropFirst().prefix { $0 != " " })
      rest = rest.drop { $0 != " " }.dropFirst()
    }
    if rest.hasPrefix("{") { return .event(text) }
    if rest.hasPrefix("error ") { return .error(tag: tag, String(rest.dropFirst(6))) }
    return .ok(tag: tag, String(rest.dropFirst(3)))
  }

  private static func noDaemon(_ name: String?, others: [String]) -> SocketError {
    let missing = name.map { "no session is called “\($0)”" }
    guard !others.isEmpty else {
      let option = name.map { " --name \($0.quotedForShell)" } ?? ""
      return SocketError(
        "\(missing ?? "no session runs here"); start it with `ghostnote run\(option)`")
    }
    let names = others.map(\.quotedForShell).joined(separator: ", ")
    return SocketError("\(missing ?? "several sessions run here"); choose with --name: \(names)")
  }
}
