import Foundation
import NIOCore

/// A TCP connection on which a test sends any bytes it likes.
final class RawClient {
  struct Failure: Error { let what: String }

  private let file: Int32
  private var isOpen = true

  init(host: String = "127.0.0.1", port: Int) throws {
    let address = try SocketAddress(ipAddress: host, port: port)
    let family = host.contains(":") ? AF_INET6 : AF_INET
    file = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    let status = unsafe address.withSockAddr { unsafe connect(file, $0, socklen_t($1)) }
    guard status == 0 else { throw Failure(what: "connect: \(errno)") }
  }

  /// A socket of the file system.
  init(unix path: String) throws {
    let address = try SocketAddress(unixDomainSocketPath: path)
    file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let status = unsafe address.withSockAddr { unsafe connect(file, $0, socklen_t($1)) }
    guard status == 0 else { throw Failure(what: "connect: \(errno)") }
  }

  deinit { end() }

  func end() {
    if isOpen { close(file) }
    isOpen = false
  }

  /// Its own address, as the server sees it.
  func address() throws -> SocketAddress { try Loopback.address(of: file) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// False where the server has closed.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// What comes within `seconds` until `isEnough`, or until the server closes.
  func receive(
    within seconds: Double = 20, until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) -> (bytes: [UInt8], isClosed: Bool) {
    var bytes: [UInt8] = []
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !isEnough(bytes) {
      let left = deadline.timeIntervalSinceNow
      guard left > 0 else { return (bytes, false) }
      var files = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&files, 1, Int32(left * 1_000) + 1) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { return (bytes, true) }
      bytes += buffer.prefix(count)
    }
    return (bytes, false)
  }

  /// The status of the response to `request`; nil where the server closed without one.
  func status(of request: String) -> Int? {
    send(request)
    let text = String(
      decoding: receive { $0.starts(with: Array("HTTP/1.1 ".utf8)) && $0.count > 12 }.bytes,
      as: UTF8.self)
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }
}

/// A listening socket.
final class Loopback {
  private let file: Int32

  init(_ host: String) throws {
    let address = try SocketAddress(ipAddress: host, port: 0)
    file = socket(host.contains(":") ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let status = unsafe address.withSockAddr { unsafe bind(file, $0, socklen_t($1)) }
    guard status == 0, listen(file, 8) == 0 else { throw RawClient.Failure(what: "bind: \(errno)") }
  }

  deinit { close(file) }

  var port: Int { (try? address().port) ?? 0 }

  func accept() -> Int32 { Glibc.accept(file, nil, nil) }

  func address() throws -> SocketAddress { try Self.address(of: file) }

  static func address(of file: Int32) throws -> SocketAddress {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    _ = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(file, $0, &size)
      }
    }
    let bytes = unsafe withUnsafeBytes(of: storage) { unsafe Array($0.prefix(28)) }
    let port = Int(bytes[2]) << 8 | Int(bytes[3])
    let isIPv6 = storage.ss_family == sa_family_t(AF_INET6)
    return try SocketAddress(
      packedIPAddress: ByteBuffer(bytes: isIPv6 ? bytes[8..<24] : bytes[4..<8]), port: port)
  }
}
