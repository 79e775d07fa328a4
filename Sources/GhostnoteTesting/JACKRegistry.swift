import Foundation
import Glibc
import Shell

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

  /// Ends the servers of test runs that were killed, and removes their entries.
  static func buryOrphans() throws {
    for (id, name) in running where isOrphan(name) { kill(id, SIGKILL) }
    for name in names where isOrphan(name) { try bury(name) }
  }

  /// Whether the test process that started the server has ended: its id is part of the name.
  private static func isOrphan(_ name: String) -> Bool {
    let parts = name.split(separator: "-")
    guard parts.count == 3, parts[0] == "ghostnote", let owner = Int32(parts[1]), owner > 0 else {
      return false
    }
    return kill(owner, 0) != 0 && errno == ESRCH
  }

  /// The process ids and names of the jackd processes on this machine, from their arguments.
  static var running: [(id: Int32, name: String)] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { process in
      guard let id = Int32(process),
        let line = try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))
      else { return nil }
      let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      guard words.count > 2, words[0].hasSuffix("jackd"), words[1] == "-n" else { return nil }
      return (id, words[2])
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
