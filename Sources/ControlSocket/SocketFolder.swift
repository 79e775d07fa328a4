public import Foundation

/// Where the control sockets of one user's daemons are: a folder that only this user may enter.
public struct SocketFolder: Sendable, Hashable {
  /// The folder.
  public let path: String

  /// What a socket's name ends in.
  static let suffix = ".sock"

  /// `$XDG_RUNTIME_DIR/ghostnote`, or `/tmp/ghostnote-UID` where that is not set.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      path = "\(runtime)/ghostnote"
    } else {
      path = "/tmp/ghostnote-\(geteuid())"
    }
  }

  /// The folder at `path`.
  public init(path: String) { self.path = path }

  /// Makes the folder where it is missing, and checks it.
  public func make() throws(SocketError) {
    let code = Self.makeFolders(path)
    guard code == 0 else {
      let reason = SocketError.reason(code)
      throw SocketError("cannot make \(path): \(reason); \(SocketError.advice)")
    }
    try check()
  }

  /// Makes the folder at `path` and those that it is in, where they are missing; returns `errno` where one cannot
  /// be made, else 0. The corresponding C function is `mkdir`.
  private static func makeFolders(_ path: String) -> Int32 {
    guard unsafe mkdir(path, 0o700) != 0 else { return 0 }
    let code = errno
    guard code == ENOENT else { return code == EEXIST ? 0 : code }
    let parent = (path as NSString).deletingLastPathComponent
    guard !parent.isEmpty, parent != path else { return code }
    let failure = makeFolders(parent)
    guard failure == 0 else { return failure }
    return unsafe mkdir(path, 0o700) == 0 || errno == EEXIST ? 0 : errno
  }

  /// Throws unless the folder is ours and closed to other users.
  ///
  /// Below `/tmp` anybody may have made it before us.
  public func check() throws(SocketError) {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else {
      throw SocketError("\(path): \(SocketError.reason); is a ghostnote running?")
    }
    guard found.st_mode & S_IFMT == S_IFDIR else {
      throw SocketError("\(path): expected a folder; remove it, or set XDG_RUNTIME_DIR")
    }
    guard found.st_uid == geteuid() else {
      throw SocketError("\(path): belongs to another user; set XDG_RUNTIME_DIR")
    }
    guard found.st_mode & 0o077 == 0 else {
      throw SocketError("\(path): others may enter it; run chmod 700 \(path)")
    }
  }

  /// The path of the socket of the daemon called `name`; throws where no address holds it.
  public func socket(of name: String) throws(SocketError) -> String {
    let path = "\(path)/\(Self.fileName(name))\(Self.suffix)"
    guard path.utf8.count < SocketAddress.longest else {
      throw SocketError(
        "\(path): expected at most \(SocketAddress.longest - 1) bytes, found \(path.utf8.count); "
          + "use a shorter --name, or set XDG_RUNTIME_DIR")
    }
    return path
  }

  /// The names of the sockets here, sorted; a daemon that was killed may have left one.
  public var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(Self.suffix) }
      .compactMap { String($0.dropLast(Self.suffix.count)).removingPercentEncoding }.sorted()
  }

  /// The names of the sockets at which a daemon listens, sorted.
  public var living: [String] { names.filter(lives) }

  /// Whether the daemon called `name` listens; true also where that cannot be found out.
  func lives(_ name: String) -> Bool {
    guard let path = try? socket(of: name) else { return false }
    let file = SocketAddress.newSocket()
    guard file >= 0 else { return true }
    defer { close(file) }
    return SocketAddress.connect(file, to: path) == 0 || errno != ECONNREFUSED && errno != ENOENT
  }

  /// `name` as a file's name: `/`, `%`, a leading `.`, and bytes that are not visible ASCII as `%` and
  /// two digits.
  static func fileName(_ name: String) -> String {
    var text = ""
    for (index, byte) in name.utf8.enumerated() {
      let isPlain =
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "/")
        && byte != UInt8(ascii: "%") && !(index == 0 && byte == UInt8(ascii: "."))
        && byte < 0x80
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
