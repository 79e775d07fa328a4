import Foundation
import Glibc
public import OSC
import RealTime

/// What comes of a session manager.
public enum NSMEvent: Sendable, Hashable {
  case message(NSMMessage)
  /// Its port is closed, perhaps after it was open.
  case unreachable
  /// It has not replied to `announce` in time.
  case overdue
}

/// A client's socket to the session manager at one address, on a thread of its own.
///
/// Everything is sent from one socket, by which the server knows its clients (API 1.1.2, “NSM OSC
/// Protocol”). Packets of others, and those that are not OSC, are passed over. Thread-safe. Real-time: no.
public final class NSMClient: Sendable {
  /// What comes, oldest first; of a flood the first 64.
  public let events: AsyncStream<NSMEvent>
  /// The socket's descriptor.
  public let file: Int32

  private let server: Endpoint
  private let continuation: AsyncStream<NSMEvent>.Continuation

  /// A new socket; nil where the host is not found or the system has no socket or no thread left.
  public convenience init?(to address: NSMAddress) {
    guard let server = Endpoint.find(address) else { return nil }
    let file = socket(
      server.family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return nil }
    self.init(file, to: server)
  }

  /// The open socket that an earlier program of this process has left; nil where it is none.
  public convenience init?(leftOpen file: Int32, to address: NSMAddress) {
    var (kind, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard file > 2, unsafe getsockopt(file, SOL_SOCKET, SO_TYPE, &kind, &size) == 0,
      kind == Int32(SOCK_DGRAM.rawValue), let server = Endpoint.find(address)
    else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    self.init(file, to: server)
  }

  private init?(_ file: Int32, to server: Endpoint) {
    self.file = file
    self.server = server
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
    // A closed port is an error of the next call, not silence (ip(7)).
    var isOn: Int32 = 1
    let (level, option) = server.family == AF_INET ? (0, 11) : (41, 25)
    _ = unsafe setsockopt(
      file, Int32(level), Int32(option), &isOn, socklen_t(MemoryLayout<Int32>.size))
    let hasBegun = NamedThread.start("ghostnote-nsm") { [weak self, file] in
      Self.listen(file) { self }
    }
    // The socket is closed by `deinit`.
    guard hasBegun else { return nil }
  }

  deinit { close(file) }

  /// Says who we are; `replyWithin` seconds later, at most, it is overdue.
  ///
  /// - Parameters:
  ///   - name: the name that JACK would be given
  ///   - capabilities: between colons, as in `:dirty:switch:`
  ///   - executable: the name by which we were started
  public func announce(
    name: String, capabilities: String, executable: String, replyWithin seconds: Int
  ) {
    send(
      OSCMessage(
        NSMMessage.announce,
        [
          .string(name), .string(capabilities), .string(executable), 1, 1, .int32(getpid()),
        ]))
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(seconds))
      self?.continuation.yield(.overdue)
    }
  }

  /// Says that what was asked for at `address` is done.
  public func reply(to address: OSCAddress, _ text: String) {
    send(OSCMessage("/reply", [.string(address.description), .string(Self.short(text))]))
  }

  /// Says why what was asked for at `address` was not done.
  public func fail(_ address: OSCAddress, _ code: NSMErrorCode, _ text: String) {
    send(
      OSCMessage(
        "/error",
        [.string(address.description), .int32(code.rawValue), .string(Self.short(text))]))
  }

  /// Says whether something is not saved.
  public func say(isDirty: Bool) {
    send(OSCMessage(isDirty ? "/nsm/client/is_dirty" : "/nsm/client/is_clean"))
  }

  /// Says something to be shown; `priority` is 0 to 3, 3 for what matters most.
  public func say(_ text: String, priority: Int32) {
    send(OSCMessage("/nsm/client/message", [.int32(priority), .string(Self.short(text))]))
  }

  private static func short(_ text: String) -> String { String(text.prefix(500)) }

  private func send(_ message: OSCMessage) {
    if !server.send(OSCPacket.message(message).bytes, by: file), errno == ECONNREFUSED {
      continuation.yield(.unreachable)
      _ = server.send(OSCPacket.message(message).bytes, by: file)
    }
  }

  // MARK: The thread

  private static func listen(_ file: Int32, _ client: () -> NSMClient?) {
    var buffer = [UInt8](repeating: 0, count: OSCPacket.longest)
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    while true {
      // Woken at times, to see whether there is still a client.
      let found = unsafe poll(&waiting, 1, 5_000)
      guard let client = client() else { return }
      guard found > 0 else { continue }
      guard let (count, sender) = Endpoint.receive(by: file, into: &buffer) else {
        client.note(errno)
        continue
      }
      if let sender, client.server.mayHaveSent(from: sender) { client.take(buffer[..<count]) }
    }
  }

  private func note(_ error: Int32) {
    Self.clearErrors(file)
    switch error {
    case EAGAIN: break
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH: continuation.yield(.unreachable)
    // Not a busy loop, whatever it is.
    default: usleep(100_000)
    }
  }

  /// Takes the errors of sent packets from their queue, which else keeps the socket ready.
  private static func clearErrors(_ file: Int32) {
    var data = [UInt8](repeating: 0, count: 512)
    let flags = Int32(MSG_ERRQUEUE) | Int32(MSG_DONTWAIT)
    while unsafe recv(file, &data, data.count, flags) >= 0 {}
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    guard let packet = try? OSCPacket(bytes) else { return }
    for (message, _) in packet.messages.prefix(64) {
      if let message = NSMMessage(message) { continuation.yield(.message(message)) }
    }
  }
}
