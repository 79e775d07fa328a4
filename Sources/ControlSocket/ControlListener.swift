import Glibc
import Synchronization

/// A daemon's control socket: bound under its name until `close`, by a lock that dies with the process.
public final class ControlListener: Sendable {
  /// The name that clients use: the one asked for, or that with a number where it was taken.
  public let name: String
  /// Where the socket is.
  public let path: String
  /// Open and listening.
  let file: Int32
  private let lock: NameLock
  private let isClosed = Atomic<Bool>(false)

  /// How many connections may wait to be accepted.
  private static let backlog: Int32 = 64
  /// How many daemons may be called the same.
  private static let mostNames = 99

  /// Binds `name`, or `name-2` to `name-99` where other daemons run under the names before; removes
  /// what daemons that were killed left behind.
  public init(name: String, in folder: SocketFolder) throws(SocketError) {
    try folder.make()
    Self.removeStale(in: folder)
    for number in 1...Self.mostNames {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      let path = try folder.socket(of: candidate)
      guard let lock = try NameLock(path) else { continue }
      file = try Self.bind(path)
      (self.name, self.path, self.lock) = (candidate, path, lock)
      return
    }
    throw SocketError(
      "\(folder.path): \(Self.mostNames) daemons are called \(name); choose another --name")
  }

  deinit { close() }

  /// Takes no more clients, and removes the socket.
  public func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    _ = Glibc.close(file)
    _ = unsafe unlink(path)
    lock.release()
  }

  private static func bind(_ path: String) throws(SocketError) -> Int32 {
    // The lock says that no daemon listens there.
    _ = unsafe unlink(path)
    let file = SocketAddress.newSocket()
    guard file >= 0, SocketAddress.bind(file, to: path) == 0, unsafe chmod(path, 0o600) == 0,
      listen(file, backlog) == 0
    else {
      let reason = SocketError.reason
      if file >= 0 { _ = Glibc.close(file) }
      throw SocketError("cannot make the control socket \(path): \(reason)")
    }
    return file
  }

  private static func removeStale(in folder: SocketFolder) {
    for name in folder.names {
      guard let path = try? folder.socket(of: name), let lock = try? NameLock(path) else {
        continue
      }
      _ = unsafe unlink(path)
      lock.release()
    }
  }
}

/// The right to a socket's path, held by one process at a time. The corresponding C function is `flock`.
struct NameLock: Sendable {
  private let file: Int32
  private let path: String

  /// Nil where another process holds it; throws where that cannot be found out, as on a disk that is full.
  init?(_ socket: String) throws(SocketError) {
    path = socket + ".lock"
    // Who held it may remove the file between our opening and locking it: then it is another's.
    for _ in 0..<10 {
      let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { throw Self.failure(path, errno) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(file)
        guard code == EWOULDBLOCK else { throw Self.failure(path, code) }
        return nil
      }
      var (held, named) = (stat(), stat())
      if unsafe fstat(file, &held) == 0, unsafe stat(path, &named) == 0, held.st_ino == named.st_ino
      {
        self.file = file
        return
      }
      close(file)
    }
    return nil
  }

  func release() {
    _ = unsafe unlink(path)
    close(file)
  }

  private static func failure(_ path: String, _ code: Int32) -> SocketError {
    let reason = SocketError.reason(code)
    return SocketError("cannot lock \(path): \(reason); \(SocketError.advice)")
  }
}
