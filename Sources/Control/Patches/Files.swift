import Glibc

/// The system's own reason for a call that failed.
struct SystemError: Error {
  let code: CInt

  var reason: String { unsafe String(cString: strerror(code)) }
}

/// Whole files, read and written; the only place here that talks to the file system.
enum Files {
  enum ReadingError: Error {
    case system(SystemError)
    case directory
    case notRegular
    case tooLarge
  }

  /// The bytes of a regular file of at most `limit`.
  ///
  /// The corresponding C functions are `open`, `fstat` and `read`.
  static func read(_ path: String, limit: Int) throws(ReadingError) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would hang.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .system(SystemError(code: errno)) }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .system(SystemError(code: errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .directory
    default: throw .notRegular
    }
    guard status.st_size <= limit else { throw .tooLarge }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(file, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(SystemError(code: errno)) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { throw .tooLarge }
      bytes += block[..<count]
    }
  }

  /// Puts `bytes` in the place of the file at `path`, wholly or, failing, not at all.
  ///
  /// Writes beside it, waits until the disk has it (`fsync`), then renames; links are followed and
  /// an existing file's permissions kept.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let target = resolved(path)
    var status = stat()
    let isThere = unsafe stat(target, &status) == 0
    // A rename would put an end to a device or a pipe.
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENOTSUP)
    }
    let beside = "\(target).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).new"
    let file = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(code: errno) }
    if isThere { fchmod(file, status.st_mode & 0o7777) }
    var outcome = write(bytes, to: file)
    if outcome == 0, fsync(file) != 0 { outcome = errno }
    if close(file) != 0, outcome == 0 { outcome = errno }
    if outcome == 0, unsafe rename(beside, target) != 0 { outcome = errno }
    guard outcome == 0 else {
      _ = unsafe unlink(beside)
      throw SystemError(code: outcome)
    }
    syncFolder(of: target)
  }

  /// The names in a folder, sorted; none where it can't be listed.
  static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      // Read in place: the entry may be shorter than the 256 bytes that the type declares.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
      }
      names.append(name)
    }
    return names.sorted()
  }

  /// Whether a file or folder is there.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// The path with its links followed; the same path where nothing is there.
  static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Zero, or the error number.
  private static func write(_ bytes: [UInt8], to file: CInt) -> CInt {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return 0
  }

  /// Makes the renaming itself last through a power cut; where folders can't be synced, no harm.
  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }
}
