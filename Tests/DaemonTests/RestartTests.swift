import Foundation
import Testing

@testable import Daemon

/// Which file is started again where another project takes this one's place.
@Suite final class RestartTests {
  private let folder = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString)"
  private var path: String { "\(folder)/ghostnote" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func install(_ path: String) {
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(), attributes: [.posixPermissions: 0o755])
  }

  @Test func `a program that was replaced is started again as the one in its place`() {
    install(path)
    #expect(ManagedSession.program(named: path) == path)
    #expect(ManagedSession.program(named: "\(path) (deleted)") == path)
  }

  @Test func `a program whose own name ends like that of a deleted one is itself`() {
    install(path)
    install("\(path) (deleted)")
    #expect(ManagedSession.program(named: "\(path) (deleted)") == "\(path) (deleted)")
  }

  @Test func `a program that was removed has no file to be started from`() {
    #expect(ManagedSession.program(named: "\(path) (deleted)") == nil)
  }
}
