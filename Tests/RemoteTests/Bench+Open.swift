import Foundation
import GhostnoteTesting

/// What is open of a bench, counted apart from what tests beside it open in the same process.
extension Bench {
  /// Connections to its port that the server has not closed.
  var openConnections: Int {
    let hex = String(port, radix: 16, uppercase: true)
    let address = ":" + String(repeating: "0", count: 4 - hex.count) + hex
    // The local address, the state (0A listens) and the inode, which is 0 once the process has closed it: proc_net_tcp(5).
    return ["tcp", "tcp6"].flatMap(Self.sockets).count { row in
      row.count > 9 && row[1].hasSuffix(address) && row[3] != "0A" && row[9] != "0"
    }
  }

  /// Connections that its session has taken, and its page's files.
  var openFiles: Int {
    // The state (03 is connected) and the path of the socket that took it: unix(7).
    let connections = Self.sockets("unix").count { row in
      row.count > 7 && row[5] == "03" && row[7].hasPrefix(root)
    }
    let (manager, folder) = (FileManager.default, "/proc/self/fd/")
    let files = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
    return connections
      + files.count { file in
        (try? manager.destinationOfSymbolicLink(atPath: folder + file))?.hasPrefix(page) == true
      }
  }

  /// Whether all connections are closed, and but for a few no more files open than `before`, within a minute: the
  /// server has some of its own.
  func leavesNothingOpen(butFor before: Int) -> Bool {
    let isLeft = eventually { openConnections == 0 && openFiles <= before + 8 }
    if !isLeft { print("open: \(openConnections) connections; \(before) files, then \(openFiles)") }
    return isLeft
  }

  /// The rows of one of the kernel's tables of sockets, each split at its blanks.
  private static func sockets(_ kind: String) -> [[Substring]] {
    let table = (try? Data(contentsOf: URL(filePath: "/proc/self/net/\(kind)"))) ?? Data()
    return String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ") }
  }
}
