import Foundation
import Testing

@testable import ControlSocket

/// Which sockets are those of sessions that run.
@Suite final class LivingSessionsTests {
  private let root = "/tmp/gn-\(UUID().uuidString.prefix(8))"
  private var folder: SocketFolder { SocketFolder(path: "\(root)/ghostnote") }

  init() throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Leaves a socket as a daemon does that is killed.
  private func leave(_ name: String) throws {
    let path = try folder.socket(of: name)
    let file = SocketAddress.newSocket()
    defer { close(file) }
    try #require(SocketAddress.bind(file, to: path) == 0)
  }

  private func refusal(_ name: String?) -> String? {
    let error = #expect(throws: SocketError.self) {
      try ControlClient(name: name, in: self.folder)
    }
    return error?.description
  }

  @Test func `without a name the session that lives is found, where another was killed`() throws {
    let listener = try ControlListener(name: "Ghostnote-2", in: folder)
    try leave("Ghostnote")
    #expect(folder.names == ["Ghostnote", "Ghostnote-2"])
    #expect(folder.living == ["Ghostnote-2"])
    #expect(throws: Never.self) { try ControlClient(name: nil, in: self.folder) }
    #expect(
      refusal("Ghostnote")
        == "no session is called “Ghostnote”; choose with --name: Ghostnote-2")
    listener.close()
    #expect(refusal(nil) == "no session runs here; start it with `ghostnote run`")
  }

  @Test func `a client knows the name of the session that was chosen for it`() throws {
    let listeners = try (1...2).map { _ in try ControlListener(name: "Ghostnote", in: folder) }
    #expect(listeners.map(\.name) == ["Ghostnote", "Ghostnote-2"])
    let name = try ControlClient(name: nil, in: folder).name
    #expect(name == "Ghostnote")
    #expect(try ControlClient(name: "Ghostnote-2", in: folder).name == "Ghostnote-2")
    listeners[0].close()
    #expect(refusal(name) == "no session is called “Ghostnote”; choose with --name: Ghostnote-2")
    #expect(try ControlClient(name: nil, in: folder).name == "Ghostnote-2")
    withExtendedLifetime(listeners) {}
  }

  @Test func `names in advice are quoted for a shell`() throws {
    #expect(
      refusal("My Set")
        == "no session is called “My Set”; start it with `ghostnote run --name 'My Set'`")
    let listeners = try ["A", "My Set"].map { try ControlListener(name: $0, in: folder) }
    #expect(refusal(nil) == "several sessions run here; choose with --name: A, 'My Set'")
    withExtendedLifetime(listeners) {}
  }
}
