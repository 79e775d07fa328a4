import Foundation
import Glibc
import JACKClient
public import Logging
import NSM
import OSC
import Synchronization

extension ManagedSession {
  private static let address = "NSM_URL"
  /// The open socket and the request that a program leaves to the one that takes its place.
  private static let inheritance = "GHOSTNOTE_NSM"
  private static let capabilities = ":dirty:switch:message:"
  /// Seconds until a server that says nothing is taken for none.
  private static let patience = 10

  /// Whether a session manager started this program.
  public static var isOffered: Bool { url != nil }

  private static var url: String? {
    unsafe getenv(address).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Joins the session of the manager at `$NSM_URL` and waits for its project, before which no name may be
  /// used; nil, with the reason in the log, without a manager.
  public static func join(log: Logger) async -> ManagedSession? {
    guard let url else { return nil }
    guard let address = NSMAddress(url) else {
      log.warning(
        "session: NSM_URL: expected osc.udp://HOST:PORT/, found “\(url)”; playing without")
      return nil
    }
    if let inherited = inherited(from: address, log: log) { return inherited }
    guard let client = NSMClient(to: address) else {
      log.warning("session: NSM_URL: host “\(address.host)” not found; playing without")
      return nil
    }
    let executable = (CommandLine.arguments.first ?? "").split(separator: "/").last
    client.announce(
      name: JACKConfiguration().clientName, capabilities: capabilities,
      executable: String(executable ?? "ghostnote"), replyWithin: patience)
    return await project(of: client, at: url, log: log).map { ManagedSession(client, $0, log: log) }
  }

  /// The first project that the server asks for; nil where it takes us in no session.
  private static func project(
    of client: NSMClient, at url: String, log: Logger
  ) async -> NSMProject? {
    var isAnnounced = false
    for await event in client.events {
      switch event {
      case .message(.open(let project)): return project
      case .message(.announced(let server)):
        isAnnounced = true
        log.info("session: \(server): waiting for its project")
      case .message(.refused(let code, let reason)):
        log.warning("session: refused: \(reason) (\(code)); playing without")
        return nil
      case .message(.malformed(let address, let expected)):
        client.fail(address, .general, expected)
      case .message(.save):
        client.fail(NSMMessage.saveAddress, .noSessionOpen, "no project was opened")
      case .message(.sessionIsLoaded): break
      case .unreachable where !isAnnounced:
        log.warning("session: NSM_URL: no manager listens at \(url); playing without")
        return nil
      case .overdue where !isAnnounced:
        log.warning("session: no reply from \(url) within \(patience) s; playing without")
        return nil
      case .unreachable, .overdue: break
      }
    }
    return nil
  }

  // MARK: Switching

  /// Whether another project is to take this one's place.
  public var isSwitching: Bool { state.withLock { $0.next != nil } }

  /// Starts this program again in this process, with the same arguments, for the project that the server has
  /// switched to: every name, device and setting is then that project's. The server knows us by the process and
  /// the socket, which stay. Returns only where that fails.
  ///
  /// The corresponding C function is `execv`.
  public func restart() {
    guard let next = state.withLock({ $0.next }) else { return }
    let request = OSCMessage(
      NSMMessage.openAddress,
      [.string(next.path), .string(next.displayName), .string(next.clientID)])
    let digits = OSCPacket.message(request).bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    unsafe setenv(Self.inheritance, "\(client.file) \(digits.joined())", 1)
    _ = fcntl(client.file, F_SETFD, 0)
    // This thread's mask would be the new program's, which then heard no SIGTERM.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    var arguments = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
    let link = "/proc/self/exe"
    let name = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    let path = name.flatMap { Self.program(named: $0) } ?? link
    unsafe execv(path, &arguments)
    let reason = unsafe String(cString: strerror(errno))
    let problem = "cannot start \(path) again: \(reason)"
    log.error("session: \(problem)")
    client.fail(NSMMessage.openAddress, .general, problem)
  }

  /// The file of this program, which the kernel calls `name`, or the file that took its place, as where a newer version
  /// was installed; nil where neither is there.
  ///
  /// Source: proc_pid_exe(5).
  static func program(named name: String) -> String? {
    let mark = " (deleted)"
    let replaced = name.hasSuffix(mark) ? [String(name.dropLast(mark.count))] : []
    return ([name] + replaced).first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func inherited(from address: NSMAddress, log: Logger) -> ManagedSession? {
    guard let words = unsafe getenv(inheritance).map({ unsafe String(cString: $0) }) else {
      return nil
    }
    unsafe unsetenv(inheritance)
    let parts = words.split(separator: " ")
    guard parts.count == 2, let file = Int32(parts[0]), let bytes = bytes(parts[1]),
      case .message(let message)? = try? OSCPacket(bytes),
      case .open(let project)? = NSMMessage(message),
      let client = NSMClient(leftOpen: file, to: address)
    else { return nil }
    return ManagedSession(client, project, log: log)
  }

  private static func bytes(_ digits: Substring) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[place..<place + 2], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
