import Glibc

/// libjack's registry of servers on this machine, which has eight entries, including dead servers.
///
/// A killed server keeps its entry until one with the same name starts and exits normally; after
/// eight such deaths no user on the machine can start jackd.
enum JACKRegistry {
  private static let path = "/dev/shm/jack-shm-registry"

  /// The names of the current user's servers.
  static var names: [String] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    let prefix = "jack-\(getuid()):"
    return bytes[..<count].split(whereSeparator: { $0 < 0x20 || $0 > 0x7E }).compactMap { run in
      let text = String(decoding: run, as: UTF8.self)
      guard text.hasPrefix(prefix), text.hasSuffix(":") else { return nil }
      return String(text.dropFirst(prefix.count).dropLast())
    }
  }

  /// Removes the entries of dead servers from earlier test runs.
  static func buryOrphans() throws {
    for name in names where name.hasPrefix("ghostnote-") {
      let parts = name.split(separator: "-")
      guard parts.count == 3, let owner = Int32(parts[1]), owner != getpid() else { continue }
      if kill(owner, 0) != 0 && errno == ESRCH { try bury(name) }
    }
  }

  /// Removes the entry of a dead server.
  static func bury(_ name: String) throws {
    for _ in 0..<3 where names.contains(name) {
      let server = try JACKServer.launch(name: name, period: 128)
      _ = try JACKServer.awaits(name)
      server.end(SIGTERM)
    }
  }
}
