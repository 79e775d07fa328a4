public import Foundation
internal import Glibc

/// A new file that takes the place of the one at `path` wholly, or, failing, not at all.
///
/// It is written beside the other, waits until the disk has it (`fsync`), and is then renamed. Links
/// are followed, and an existing file's permissions and owner are kept. While it is being written it is
/// locked, so that the next one finds, and takes away, what a killed process has left in the folder.
/// Real-time: no.
@safe public struct FileReplacement: ~Copyable {
  private let descriptor: CInt
  private let beside: String
  private let target: String

  /// Opens a new file beside `path`; refuses folders, devices, pipes, and files that may not be written.
  ///
  /// The corresponding C functions are `open` and `flock`.
  public init(of path: String) throws(SystemError) {
    let target = try Self.destination(of: path)
    var status = stat()
    let isThere = unsafe stat(target, &status) == 0
    // Renaming onto a device would put a file in its place.
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENOTSUP)
    }
    guard unsafe !isThere || access(target, W_OK) == 0 else { throw SystemError(code: errno) }
    let folder = Self.folder(of: target)
    Self.removeLeftovers(in: folder)
    let (descriptor, beside) = try Self.create(in: folder)
    if isThere {
      // The owner first: changing it may clear bits of the permissions.
      if status.st_uid != geteuid() { _ = fchown(descriptor, status.st_uid, status.st_gid) }
      fchmod(descriptor, status.st_mode & 0o7777)
    }
    self.descriptor = descriptor
    self.beside = beside
    self.target = target
  }

  deinit {
    // What was put in place has another name by now.
    close(descriptor)
  }

  /// Adds bytes behind what was written.
  ///
  /// The corresponding C function is `write`.
  public func write(_ bytes: some ContiguousBytes) throws(SystemError) {
    let outcome = unsafe bytes.withUnsafeBytes { bytes -> CInt in
      var written = 0
      while written < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 { written += count } else if count == 0 { return ENOSPC }
        if count < 0, errno != EINTR { return errno }
      }
      return 0
    }
    guard outcome == 0 else { throw SystemError(code: outcome) }
  }

  /// Puts it in the place of the other once the disk has it; taken away again where that fails.
  ///
  /// The corresponding C functions are `fsync` and `rename`.
  public consuming func commit() throws(SystemError) {
    var outcome = fsync(descriptor) == 0 ? 0 : errno
    if outcome == 0, unsafe rename(beside, target) != 0 { outcome = errno }
    guard outcome == 0 else {
      _ = unsafe unlink(beside)
      throw SystemError(code: outcome)
    }
    Self.sync(folder: Self.folder(of: target))
  }

  /// Takes it away; the other stays as it is.
  public consuming func abandon() { _ = unsafe unlink(beside) }

  /// Puts `bytes` in the place of the file at `path`.
  public static func replace(
    _ path: String, with bytes: some ContiguousBytes
  ) throws(SystemError) {
    let file = try FileReplacement(of: path)
    do throws(SystemError) { try file.write(bytes) } catch {
      file.abandon()
      throw error
    }
    try file.commit()
  }
}

// MARK: Places

extension FileReplacement {
  /// Where a path leads when its links are followed, also where nothing is there yet.
  ///
  /// The corresponding C functions are `lstat` and `readlink`.
  public static func destination(of path: String) throws(SystemError) -> String {
    var path = path
    // As many as the kernel follows.
    for _ in 0..<40 {
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        return path
      }
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe readlink(path, &name, name.count - 1)
      guard count > 0 else { throw SystemError(code: errno) }
      let link = String(decoding: name[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = link.hasPrefix("/") ? link : folder(of: path) + link
    }
    throw SystemError(code: ELOOP)
  }

  /// With its slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  private static let beginning = ".ghostnote-"
  private static let ending = ".new"

  /// A new file of a random name, locked. Its name is short, since the other's may be the longest
  /// there can be.
  private static func create(in folder: String) throws(SystemError) -> (CInt, String) {
    while true {
      let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let path = "\(folder)\(beginning)\(number)\(ending)"
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { throw SystemError(code: errno) }
      // Between both calls another process may have taken it for a leftover.
      if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(file)
        continue
      }
      if unsafe access(path, F_OK) == 0 { return (file, path) }
      close(file)
    }
  }

  /// Takes away what nobody has locked any more: the process that wrote it is gone.
  ///
  /// - Parameter folder: its path, with a slash at the end.
  public static func removeLeftovers(in folder: String) {
    for name in FolderListing.names(in: folder)
    where name.hasPrefix(beginning) && name.hasSuffix(ending) {
      let path = folder + name
      let file = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(path) }
      close(file)
    }
  }

  /// Makes the renaming itself last through a power cut; where folders can't be synced, no harm.
  private static func sync(folder: String) {
    let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }
}
