public import Foundation
internal import Glibc

/// Replaces the file at `path` atomically: either completely or not at all.
///
/// The new file is written beside the old one, flushed (`fsync`) and renamed. Symbolic links are
/// followed; permissions of an existing file are kept, and so are its owner and group as far as this
/// process may set them. It is locked while it is written, so that the next process can detect and
/// delete what a killed process left behind. Real-time: no.
@safe public struct FileReplacement: ~Copyable {
  private let descriptor: CInt
  private let beside: String
  private let target: String

  /// Creates a new file beside `path`; throws for folders, devices, pipes, and files without write
  /// permission. With a `mode` it has those permissions, whatever an existing file has.
  ///
  /// The corresponding C functions are `open` and `flock`.
  public init(of path: String, mode: mode_t? = nil) throws(SystemError) {
    let target = try Self.destination(of: path)
    var status = stat()
    let isThere = unsafe stat(target, &status) == 0
    // Renaming would replace a device by a regular file.
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENOTSUP)
    }
    guard unsafe !isThere || access(target, W_OK) == 0 else { throw SystemError(code: errno) }
    let (descriptor, beside) = try Self.newFile(for: target, mode: mode)
    self.descriptor = descriptor
    self.beside = beside
    self.target = target
  }

  deinit {
    // After `commit` the file has its final name.
    close(descriptor)
  }

  /// Appends bytes.
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

  /// Flushes the new file and renames it to `path`; deletes it if that fails.
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

  /// Deletes the new file; the old one does not change.
  public consuming func abandon() { _ = unsafe unlink(beside) }

  /// Says that it was written at `time`.
  ///
  /// The corresponding C function is `futimens`.
  public func date(_ time: FileTime) throws(SystemError) {
    let times = [time.value, time.value]
    guard unsafe futimens(descriptor, times) == 0 else { throw SystemError(code: errno) }
  }

  /// Replaces the contents of the file at `path` by `bytes`, and where given its permissions by `mode` and the
  /// time at which it was written.
  public static func replace(
    _ path: String, with bytes: some ContiguousBytes, mode: mode_t? = nil, at time: FileTime? = nil
  ) throws(SystemError) {
    let file = try FileReplacement(of: path, mode: mode)
    do throws(SystemError) {
      try file.write(bytes)
      if let time { try file.date(time) }
    } catch {
      file.abandon()
      throw error
    }
    try file.commit()
  }
}

// MARK: Places

extension FileReplacement {
  /// The target of a path's symbolic links, also if the target does not exist yet; throws `EILSEQ` for one
  /// whose name is not UTF-8.
  ///
  /// The corresponding C functions are `lstat` and `readlink`.
  public static func destination(of path: String) throws(SystemError) -> String {
    var path = path
    // The kernel's own limit.
    for _ in 0..<40 {
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        return path
      }
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe readlink(path, &name, name.count - 1)
      guard count > 0 else { throw SystemError(code: errno) }
      let bytes = name[..<count].map { UInt8(bitPattern: $0) }
      // With replacements in it, the name would be that of another file.
      guard let link = String(validating: bytes, as: UTF8.self) else {
        throw SystemError(code: EILSEQ)
      }
      path = link.hasPrefix("/") ? link : folder(of: path) + link
    }
    throw SystemError(code: ELOOP)
  }

  /// The folder part, including the slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  private static let beginning = ".ghostnote-"
  private static let ending = ".new"

  /// Creates and locks an empty file in the folder of `target`, to replace the file there, with its permissions,
  /// owner and group; deletes what ended processes left in that folder.
  ///
  /// The caller renames or deletes the file, and closes it only then: without its lock it counts as left behind.
  package static func newFile(
    for target: String, mode: mode_t? = nil
  ) throws(SystemError) -> (descriptor: CInt, path: String) {
    let folder = Self.folder(of: target)
    removeLeftovers(in: folder)
    let (descriptor, path) = try create(in: folder, mode ?? 0o666)
    var status = stat()
    if unsafe stat(target, &status) == 0 {
      // The owner first: changing it may clear permission bits.
      setOwner(of: descriptor, asIn: status)
      fchmod(descriptor, mode ?? status.st_mode & 0o7777)
    }
    return (descriptor, path)
  }

  /// Gives the new file the owner and group in `old`, or the group alone where the owner may not be changed: a file
  /// that a group shares stays the group's.
  private static func setOwner(of descriptor: CInt, asIn old: stat) {
    var new = stat()
    guard unsafe fstat(descriptor, &new) == 0,
      old.st_uid != new.st_uid || old.st_gid != new.st_gid,
      fchown(descriptor, old.st_uid, old.st_gid) != 0
    else { return }
    _ = fchown(descriptor, uid_t.max, old.st_gid)
  }

  /// Creates and locks a new file with a random name; a short one, because the target's may already
  /// have the maximum length.
  private static func create(in folder: String, _ mode: mode_t) throws(SystemError) -> (
    CInt, String
  ) {
    while true {
      let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let path = "\(folder)\(beginning)\(number)\(ending)"
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { throw SystemError(code: errno) }
      // Between the two calls another process may have deleted it as a leftover.
      if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(file)
        continue
      }
      if unsafe access(path, F_OK) == 0 { return (file, path) }
      close(file)
    }
  }

  /// Deletes unlocked temporary files: their process has ended.
  ///
  /// - Parameter folder: its path, with a slash at the end.
  public static func removeLeftovers(in folder: String) {
    for name in FolderListing.files(in: folder, ending: [ending]).names
    where name.hasPrefix(beginning) && name.hasSuffix(ending) {
      let path = folder + name
      let file = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { _ = unsafe unlink(path) }
      close(file)
    }
  }

  /// Makes the rename itself durable; errors are ignored where folders cannot be synced.
  private static func sync(folder: String) {
    let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }
}
