internal import Glibc

/// A regular file open for reading, closed with its owner. Pipes and devices, which may block or
/// never end, are refused.
@safe public struct RegularFile: ~Copyable {
  private let descriptor: CInt
  /// The size in bytes when it was opened.
  public let size: Int

  /// Opens the file at `path`, following symbolic links.
  ///
  /// The corresponding C functions are `open` and `fstat`.
  public init(_ path: String) throws(FileReadingError) {
    // Without O_NONBLOCK, opening a pipe without a writer would block.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { throw .system(SystemError(code: errno)) }
    var status = stat()
    let outcome = unsafe fstat(descriptor, &status) == 0 ? 0 : errno
    guard outcome == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      if outcome != 0 { throw .system(SystemError(code: outcome)) }
      throw status.st_mode & S_IFMT == S_IFDIR ? .directory : .notRegular
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Up to `count` bytes from `place` on; fewer at the end of the file.
  ///
  /// The corresponding C function is `pread`.
  public func bytes(at place: Int, count: Int) throws(FileReadingError) -> [UInt8] {
    guard place >= 0, count > 0 else { return [] }
    var problem: CInt = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(place + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { problem = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    guard problem == 0 else { throw .system(SystemError(code: problem)) }
    return bytes
  }

  /// The contents of the file at `path`, at most `limit` bytes.
  public static func bytes(
    at path: String, limit: Int
  ) throws(FileReadingError) -> [UInt8] {
    let file = try RegularFile(path)
    guard file.size <= limit else { throw .tooLarge(limit: limit) }
    // Files in /proc report a size of 0, and a file may grow while it is read: so one byte more
    // than the size is read.
    var bytes = try file.bytes(at: 0, count: file.size + 1)
    while !bytes.isEmpty {
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
      let more = try file.bytes(at: bytes.count, count: 65_536)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }
}

/// Why a file could not be read.
public enum FileReadingError: Error, Hashable, Sendable {
  case system(SystemError)
  case directory
  /// A pipe, a device or a socket.
  case notRegular
  /// The limit is in bytes.
  case tooLarge(limit: Int)

  /// A phrase to append to the file's path.
  public var reason: String {
    switch self {
    case .system(let system) where system.isMissing: "no such file"
    case .system(let system): "cannot be read: \(system.reason)"
    case .directory: "a folder, not a file"
    case .notRegular: "a device or a pipe, not a file"
    case .tooLarge(let limit): "larger than \(max(limit >> 20, 1)) MiB"
    }
  }
}
