import Foundation
import Glibc
import Testing

@testable import ControlSocket

/// Addresses of Unix sockets: paths, names without a file, and those that are too long.
@Suite struct SocketAddressTests {
  /// The bytes of an address as the system gets it: the path's place with what is used of it.
  private static func bytes(of path: String) -> [UInt8] {
    var found: [UInt8] = []
    _ = unsafe SocketAddress.withAddress(of: path) { address, size in
      found = unsafe Array(UnsafeRawBufferPointer(start: address, count: Int(size)))
      return 0
    }
    return found
  }

  @Test func `a path stands after the family and ends in 0`() {
    let bytes = Self.bytes(of: "/a/b")
    #expect(bytes.count == 2 + SocketAddress.longest)
    #expect(Array(bytes[..<2]) == [UInt8(AF_UNIX), 0])
    #expect(Array(bytes[2...]).prefix(5) == [0x2F, 0x61, 0x2F, 0x62, 0])
    #expect(bytes[6...].allSatisfy { $0 == 0 })
  }

  @Test func `a name after an at sign has no file, and no 0 at its end`() {
    #expect(Self.bytes(of: "@ab") == [UInt8(AF_UNIX), 0, 0, 0x61, 0x62])
  }

  @Test func `a path that is too long is cut before its 0`() {
    let bytes = Self.bytes(of: "/" + String(repeating: "x", count: 200))
    #expect(bytes.count == 2 + SocketAddress.longest && bytes.last == 0)
    #expect(bytes[bytes.count - 2] == UInt8(ascii: "x"))
  }

  /// A socket that listens at `path`, one that is connected to it, and the other end of that.
  private static func connected(at path: String) -> [Int32] {
    let (listener, client) = (SocketAddress.newSocket(), SocketAddress.newSocket())
    guard listener >= 0, client >= 0, SocketAddress.bind(listener, to: path) == 0,
      listen(listener, 1) == 0, SocketAddress.connect(client, to: path) == 0
    else { return [listener, client] }
    return [listener, client, accept(listener, nil, nil)]
  }

  @Test func `what is bound is connected to, by a path and by a name without a file`() {
    let name = "ghostnote-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    for path in ["/tmp/\(name)", "@\(name)"] {
      let files = Self.connected(at: path)
      defer {
        for file in files { close(file) }
        _ = unsafe unlink(path)
      }
      #expect(files.count == 3 && files.allSatisfy { $0 >= 0 })
      #expect(FileManager.default.fileExists(atPath: path) == path.hasPrefix("/"))
      // The same user at both ends.
      #expect(files.dropFirst().allSatisfy(SocketAddress.isPeerTrusted))
    }
  }

  @Test func `a new socket does not block, and is not inherited by other programs`() {
    let file = SocketAddress.newSocket()
    defer { close(file) }
    #expect(fcntl(file, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `what is not a socket has no peer`() {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(!SocketAddress.isPeerTrusted(ends[0]) && !SocketAddress.isPeerTrusted(-1))
  }
}
