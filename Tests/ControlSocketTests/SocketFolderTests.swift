import ControlSocket
import Foundation
import Testing

/// Where sockets are, and whose.
@Suite final class SocketFolderTests {
  private let root = "/tmp/gn-\(UUID().uuidString.prefix(8))"
  private var folder: SocketFolder { SocketFolder(path: "\(root)/ghostnote") }

  init() throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func mode(_ path: String) -> UInt32 {
    var found = stat()
    return unsafe stat(path, &found) == 0 ? found.st_mode & 0o777 : 0
  }

  @Test func `the folder is the user's runtime folder, or one of ours below tmp`() {
    #expect(
      SocketFolder(environment: ["XDG_RUNTIME_DIR": "/run/user/7"]).path == "/run/user/7/ghostnote")
    for environment in [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "relative"]] {
      #expect(SocketFolder(environment: environment).path == "/tmp/ghostnote-\(geteuid())")
    }
  }

  @Test func `folder and socket are the user's alone, and gone at the end`() throws {
    let listener = try ControlListener(name: "Ghostnote", in: folder)
    #expect(mode(folder.path) == 0o700)
    #expect(mode(listener.path) == 0o600)
    #expect(folder.names == ["Ghostnote"])
    listener.close()
    #expect(folder.names == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a name with blanks and letters of other alphabets is a file of ASCII`() throws {
    let path = try folder.socket(of: "Stüdio 1")
    #expect(path == "\(folder.path)/St%C3%BCdio%201.sock")
  }

  @Test func `a second daemon of a name gets a name of its own`() throws {
    let first = try ControlListener(name: "Ghostnote", in: folder)
    let second = try ControlListener(name: "Ghostnote", in: folder)
    #expect([first.name, second.name] == ["Ghostnote", "Ghostnote-2"])
    first.close()
    let third = try ControlListener(name: "Ghostnote", in: folder)
    #expect(third.name == "Ghostnote")
    withExtendedLifetime((second, third)) {}
  }

  @Test func `sockets of daemons that were killed are removed`() throws {
    try folder.make()
    for name in ["Ghostnote", "Old"] {
      // As a daemon leaves them that had no time to tidy up: the lock is free.
      _ = FileManager.default.createFile(atPath: "\(folder.path)/\(name).sock", contents: Data())
      _ = FileManager.default.createFile(
        atPath: "\(folder.path)/\(name).sock.lock", contents: Data())
    }
    let listener = try ControlListener(name: "Ghostnote", in: folder)
    #expect(folder.names == ["Ghostnote"])
    #expect(listener.name == "Ghostnote")
    withExtendedLifetime(listener) {}
  }

  @Test func `a folder that others may enter, or that is none, is refused`() throws {
    try folder.make()
    _ = unsafe chmod(folder.path, 0o755)
    #expect(throws: SocketError.self) { try self.folder.make() }
    _ = unsafe rmdir(folder.path)
    _ = unsafe symlink("/tmp", folder.path)
    #expect(throws: SocketError.self) { try self.folder.make() }
    _ = unsafe unlink(folder.path)
    _ = FileManager.default.createFile(atPath: folder.path, contents: Data())
    #expect(throws: SocketError.self) { try self.folder.make() }
  }

  @Test(arguments: ["file/ghostnote", "file/run/ghostnote"])
  func `why a folder cannot be made is said`(place: String) {
    _ = FileManager.default.createFile(atPath: "\(root)/file", contents: Data())
    let path = "\(root)/\(place)"
    let error = #expect(throws: SocketError.self) { try SocketFolder(path: path).make() }
    #expect(
      error?.description
        == "cannot make \(path): Not a directory; "
        + "set XDG_RUNTIME_DIR to a folder that you may write to")
  }

  @Test func `folders above it that are missing are made, closed to others`() throws {
    let folder = SocketFolder(path: "\(root)/run/user/ghostnote")
    try folder.make()
    #expect(mode(folder.path) == 0o700 && mode("\(root)/run") == 0o700)
  }

  @Test func `a name whose lock cannot be opened is not taken for one that is in use`() throws {
    try folder.make()
    let lock = "\(folder.path)/Ghostnote.sock.lock"
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
    let error = #expect(throws: SocketError.self) {
      try ControlListener(name: "Ghostnote", in: self.folder)
    }
    #expect(
      error?.description
        == "cannot lock \(lock): Is a directory; set XDG_RUNTIME_DIR to a folder that you may write to"
    )
  }

  @Test func `names are file names, and one too long for an address is refused`() throws {
    for name in ["a/b", "..", ".hidden", "a b", "100%", "é", "x\u{7F}"] {
      let path = try folder.socket(of: name)
      #expect(path.hasPrefix(folder.path + "/"))
      #expect(!path.dropFirst(folder.path.count + 1).contains("/"))
      #expect(!path.dropFirst(folder.path.count + 1).hasPrefix("."))
      let listener = try ControlListener(name: name, in: folder)
      #expect(folder.names == [name])
      listener.close()
    }
    let error = #expect(throws: SocketError.self) {
      try self.folder.socket(of: String(repeating: "x", count: 108))
    }
    #expect(error?.description.contains("expected at most 107 bytes") == true)
  }

  @Test func `a client says what to do where no session runs, or not that one`() throws {
    let error = #expect(throws: SocketError.self) {
      try ControlClient(name: nil, in: self.folder)
    }
    #expect(error?.description == "no session runs here; start it with `ghostnote run`")
    let listener = try ControlListener(name: "A", in: folder)
    let other = #expect(throws: SocketError.self) { try ControlClient(name: "B", in: self.folder) }
    #expect(other?.description == "no session is called “B”; choose with --name: A")
    withExtendedLifetime(listener) {}
  }
}
