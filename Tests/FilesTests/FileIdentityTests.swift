import Foundation
import Testing

@testable import Files

@Suite struct FileIdentityTests {
  @Test func `all paths to a file are the same file, and a folder or nothing is none`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["a", "b"] { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: "a")
    let file = try #require(FileIdentity("\(folder)/a"))
    #expect(FileIdentity("\(folder)/link") == file)
    #expect(FileIdentity("\(folder)/../\((folder as NSString).lastPathComponent)/./a") == file)
    #expect(FileIdentity("\(folder)/b") != file)
    #expect(FileIdentity(folder) == nil && FileIdentity("\(folder)/none") == nil)
  }
}
