import Foundation
import Shell

/// Bytes compressed by the gzip program.
enum Gzipped {
  static func of(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return [UInt8](try ChildProcess.run("/usr/bin/env", ["gzip", "-c", file.path]).said)
  }
}
