import Foundation

/// A recording of a session that did not end, which was given its final name.
public struct RestoredTake: Sendable, Hashable {
  /// Its path.
  public let path: String
  /// How long it is.
  public let seconds: Double
}

/// A free name for a recording, which replaces nothing, and the file it is written to until then.
struct TakePlace {
  let path: String
  let target: String
  /// Open and locked.
  let file: Int32
  let partialPath: String
  let restored: [RestoredTake]

  /// The names that are tried.
  private static let most = 999

  /// Tries `path`, then `path` with `-2`, `-3` … before its extension; what an earlier process left
  /// partial there is completed first.
  init(for path: String) throws(FileError) {
    var restored: [RestoredTake] = []
    for number in 1...Self.most {
      let name = Self.name(path, number)
      let target = try WAVFile.target(of: name)
      let partial = target + ".part"
      guard !Self.isInUse(target) else { continue }
      if let take = Self.restore(partial, as: target, named: name) {
        restored.append(take)
        continue
      }
      let file = unsafe open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { throw FileError(path: name) }
      flock(file, LOCK_EX | LOCK_NB)
      self.path = name
      self.target = target
      self.file = file
      partialPath = partial
      self.restored = restored
      return
    }
    throw FileError(path: path, problem: "\(Self.most) takes exist beside it: remove some")
  }

  private static func name(_ path: String, _ number: Int) -> String {
    guard number > 1 else { return path }
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[name...].dropFirst().lastIndex(of: ".") ?? path.endIndex
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }

  /// Whether there is a file that is not empty.
  private static func isInUse(_ path: String) -> Bool {
    var there = stat()
    return unsafe stat(path, &there) == 0 && there.st_size > 0
  }

  /// Completes a partial take that no process writes any more; nil if there is none. One without
  /// any sound is removed.
  private static func restore(
    _ partial: String, as target: String, named name: String
  ) -> RestoredTake? {
    let file = unsafe open(partial, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: WAVHeader.length)
    var there = stat()
    guard unsafe fstat(file, &there) == 0 else { return nil }
    let size = Int(there.st_size)
    guard unsafe pread(file, &bytes, bytes.count, 0) == bytes.count,
      let header = WAVHeader(bytes, fileLength: size), header.frameCount > 0
    else {
      // It died in its first second: nothing was written.
      if size == 0 { _ = unsafe unlink(partial) }
      return nil
    }
    let whole = header.bytes
    let length = WAVHeader.length + header.frameCount * header.frameLength
    guard ftruncate(file, length) == 0,
      unsafe pwrite(file, whole, whole.count, 0) == whole.count, fsync(file) == 0,
      unsafe rename(partial, target) == 0
    else { return nil }
    return RestoredTake(
      path: name, seconds: Double(header.frameCount) / Double(header.sampleRate))
  }
}
