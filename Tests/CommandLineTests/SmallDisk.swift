import Commands
import Foundation
import GhostnoteTesting
import Shell

/// A disk of few bytes, in memory; gone with its last holder.
///
/// A sleeping process holds it in a mount namespace of its own: no other sees it, and no
/// privilege is needed where users may have namespaces.
final class SmallDisk {
  private let holder: Spawned
  /// As the others can reach it.
  let path: String

  /// Whether one can be had here.
  static let isAvailable = (try? SmallDisk(bytes: 65_536)) != nil

  struct Refused: Error {}

  init(bytes: Int) throws {
    let place = FileManager.default.temporaryDirectory.path
    let script = "mount -t tmpfs -o size=\(bytes) tmpfs '\(place)' && echo held && exec sleep 600"
    holder = try Spawned(
      "/usr/bin/unshare", ["--mount", "--map-root-user", "/bin/sh", "-c", script])
    path = "/proc/\(holder.process.id)/root\(place)"
    let holder = holder
    _ = eventually(within: 10) { holder.hasEnded || !holder.output.isEmpty }
    guard holder.output == "held\n", FileManager.default.isWritableFile(atPath: path) else {
      throw Refused()
    }
  }

  /// Its files' names.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Writes a file and answers its path.
  func write(_ name: String, _ data: Data) throws -> String {
    let file = "\(path)/\(name)"
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }
}
