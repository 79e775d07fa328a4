import Foundation
import Shell
import Synchronization

/// Why TLS cannot be had.
struct TLSError: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A program of the system that is run and waited for.
struct SystemProgram: Sendable {
  let path: String

  /// The first of `names` that is installed; nil where none is.
  init?(_ names: String..., search: String? = ProcessInfo.processInfo.environment["PATH"]) {
    // Debian has servers in folders that are not in a user's PATH.
    let folders = (search ?? "").split(separator: ":").map(String.init) + ["/usr/bin", "/usr/sbin"]
    let found = names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  /// Without the number of the thread with which OpenSSL's errors begin, another each time.
  private static func plain(_ line: Substring) -> Substring {
    line.firstRange(of: ":error:").map { line[line.index(after: $0.lowerBound)...] } ?? line
  }

  /// What it says on both outputs; throws that where it fails. No shell reads the arguments.
  @discardableResult func run(_ arguments: [String]) throws(TLSError) -> String {
    let (status, said): (Int32, Data)
    do {
      (status, said) = try ChildProcess.run(path, arguments, withErrors: true)
    } catch { throw TLSError("\(error)") }
    let text = String(decoding: said.prefix(65_536), as: UTF8.self)
    guard status == 0 else {
      let reason = text.split(separator: "\n").suffix(3).map(Self.plain).joined(separator: "; ")
      throw TLSError("\(path) \(arguments.first ?? ""): \(reason)")
    }
    return text
  }
}
