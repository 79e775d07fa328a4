import Foundation

@testable import Remote

/// Folders that tests make.
enum Folder {
  /// A page with a file that is not of it and a link out of it.
  static func page() throws -> String {
    let folder =
      FileManager.default.temporaryDirectory.path + "/gn-page-\(UUID().uuidString.prefix(8))"
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/modules", withIntermediateDirectories: true)
    try "<!doctype html>\n".write(toFile: folder + "/index.html", atomically: true, encoding: .utf8)
    try "let a = 1\n".write(toFile: folder + "/app.js", atomically: true, encoding: .utf8)
    try "secret\n".write(toFile: folder + "/secret.txt", atomically: true, encoding: .utf8)
    try files.createSymbolicLink(atPath: folder + "/link.js", withDestinationPath: "/etc/passwd")
    return folder
  }
}
