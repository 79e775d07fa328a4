import Glibc

/// Calls of the socket interface with the addresses of Unix sockets.
enum SocketAddress {
  /// The bytes of an address's path, the closing 0 included.
  static let longest = 108

  /// A new Unix stream socket, non-blocking and closed on exec; negative where the system has none.
  static func newSocket() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closeOnExec | nonBlocking, 0)
  }

  static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
  static let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)

  /// The corresponding C function is `bind`.
  static func bind(_ file: Int32, to path: String) -> Int32 {
    unsafe withAddress(of: path) { unsafe Glibc.bind(file, $0, $1) }
  }

  /// The corresponding C function is `connect`.
  static func connect(_ file: Int32, to path: String) -> Int32 {
    unsafe withAddress(of: path) { unsafe Glibc.connect(file, $0, $1) }
  }

  /// Calls `body` with the address of `path`, or of the abstract name after `@`.
  static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8.prefix(longest - 1))
    var size = MemoryLayout<sockaddr_un>.size
    if name.first == UInt8(ascii: "@") {
      name[0] = 0
      size = MemoryLayout<sa_family_t>.size + name.count
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(size))
      }
    }
  }

  /// Whether the process at the other end runs as this user or as root. The corresponding C function is
  /// `getsockopt` (`SO_PEERCRED`).
  static func isPeerTrusted(_ file: Int32) -> Bool {
    // `struct ucred`: process, user and group, which Swift's Glibc does not show.
    var credentials = [Int32](repeating: -1, count: 3)
    var size = socklen_t(12)
    guard unsafe getsockopt(file, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, size == 12
    else { return false }
    let user = uid_t(bitPattern: credentials[1])
    return user == geteuid() || user == 0
  }
}
