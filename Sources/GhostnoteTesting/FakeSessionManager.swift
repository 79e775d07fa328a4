import Glibc
public import OSC
import Shell

/// A server of session management (NSM) for one client: it says what a test wants, and keeps what it hears.
public final class FakeSessionManager: Sendable {
  /// What the client is to find in `$NSM_URL`.
  public let url: String

  private let file: Int32
  private let client = Locked<sockaddr_in?>(nil)
  private let heard = Locked<[OSCMessage]>([])

  /// Listens on a port of 127.0.0.1.
  public init() throws {
    file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    guard try Self.bind(file, to: &name) else {
      throw ChildProcess.Failure(description: "no port for a session manager (\(errno))")
    }
    url = "osc.udp://127.0.0.1:\(UInt16(bigEndian: name.sin_port))/"
  }

  deinit { close(file) }

  /// The environment in which a client finds it.
  public var environment: [(name: String, value: String)] { [("NSM_URL", url)] }

  /// All messages so far.
  public var messages: [OSCMessage] {
    collect()
    return heard.value
  }

  /// Waits for the next message to `address`, and for those before it; nil after a minute.
  public func message(_ address: OSCAddress) -> OSCMessage? {
    message { $0.address == address }
  }

  /// Waits for a reply or an error that concerns `address`; nil after a minute.
  public func reply(to address: OSCAddress) -> OSCMessage? {
    message {
      ($0.address == "/reply" || $0.address == "/error")
        && $0.arguments.first == .string(address.description)
    }
  }

  /// Waits for a message that `isWanted`, and forgets it and those before it.
  public func message(where isWanted: (OSCMessage) -> Bool) -> OSCMessage? {
    var found: OSCMessage?
    _ = eventually {
      collect()
      heard.change { heard in
        guard let index = heard.firstIndex(where: isWanted) else { return }
        found = heard[index]
        heard.removeFirst(index + 1)
      }
      return found != nil
    }
    return found
  }

  /// Sends a message to who announced itself.
  public func send(_ address: OSCAddress, _ arguments: OSCArgument...) {
    send(OSCPacket.message(OSCMessage(address, arguments)).bytes)
  }

  /// Sends bytes to who announced itself.
  public func send(_ bytes: [UInt8]) { send(bytes, by: file) }

  /// Sends bytes to the client from another port than the server's.
  public func sendFromElsewhere(_ bytes: [UInt8]) {
    let other = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(other) }
    send(bytes, by: other)
  }

  /// Waits for a client, takes it in and opens a project; nil where none comes.
  public func open(_ path: String, name: String = "song", id: String) -> OSCMessage? {
    guard let announced = message("/nsm/server/announce") else { return nil }
    send("/reply", "/nsm/server/announce", "welcome", "a test", ":server-control:")
    send("/nsm/client/open", .string(path), .string(name), .string(id))
    return announced
  }

  private func send(_ bytes: [UInt8], by file: Int32) {
    guard var name = client.value else { return }
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = unsafe withUnsafePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe sendto(file, bytes, bytes.count, 0, name, size)
      }
    }
  }

  private static func bind(_ file: Int32, to name: inout sockaddr_in) throws -> Bool {
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return unsafe withUnsafeMutablePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe Glibc.bind(file, name, size) == 0 && getsockname(file, name, &size) == 0
      }
    }
  }

  private func collect() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var name = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let count = unsafe withUnsafeMutablePointer(to: &name) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
          unsafe recvfrom(
            file, &buffer, buffer.count, Int32(MSG_DONTWAIT), name, &size)
        }
      }
      guard count > 0, let packet = try? OSCPacket(buffer[..<count]) else { return }
      client.value = name
      heard.change { $0 += packet.messages.map(\.message) }
    }
  }
}
