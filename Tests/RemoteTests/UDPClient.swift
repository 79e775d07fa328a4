import Foundation
import NIOCore
import OSC

/// A UDP socket that speaks OSC with a server on this machine, by the loopback address or another of its
/// addresses, which it then sends from as well.
final class UDPClient {
  private let file: Int32
  private let server: SocketAddress

  init(port: Int, host: String = "127.0.0.1") throws {
    server = try SocketAddress(ipAddress: host, port: port)
    file = socket(host.contains(":") ? AF_INET6 : AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    let status = unsafe server.withSockAddr { unsafe connect(file, $0, socklen_t($1)) }
    guard status == 0 else { throw RawClient.Failure(what: "connect: \(errno)") }
  }

  deinit { close(file) }

  /// The port that it sends from.
  var port: Int { (try? Loopback.address(of: file).port) ?? 0 }

  func send(_ bytes: [UInt8]) { _ = unsafe Glibc.send(file, bytes, bytes.count, 0) }

  func send(_ address: OSCAddress, _ arguments: OSCArgument...) {
    send(OSCPacket.message(OSCMessage(address, arguments)).bytes)
  }

  /// The next message to `address`, `of` what was sent to another where that is named; others are passed
  /// over.
  func message(
    _ address: OSCAddress, of asked: OSCAddress? = nil, within seconds: Double = 20
  ) -> OSCMessage? {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while deadline.timeIntervalSinceNow > 0 {
      guard let packet = packet(until: deadline) else { return nil }
      if let found = packet.messages.first(where: {
        $0.message.address == address
          && (asked == nil || $0.message.arguments.first == asked.map { .string("\($0)") })
      }) {
        return found.message
      }
    }
    return nil
  }

  /// The first message that comes, whatever its address.
  func next(within seconds: Double = 20) -> OSCMessage? {
    packet(until: Date(timeIntervalSinceNow: seconds))?.messages.first?.message
  }

  private func packet(until deadline: Date) -> OSCPacket? {
    var files = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    let left = Int32(max(deadline.timeIntervalSinceNow, 0) * 1_000)
    guard unsafe poll(&files, 1, left) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(file, &buffer, buffer.count, 0)
    return try? OSCPacket(Array(buffer.prefix(max(count, 0))))
  }
}
