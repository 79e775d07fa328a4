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
  /// Open and locked.
  let file: Int32
  let restored: [RestoredTake]
  private let name: TakeName

  var path: String { name.path }
  var target: String { name.target }
  var partialPath: String { name.partialPath }

  /// Tries `path`, then `path` with `-2`, `-3` … before its extension; what an earlier process left
  /// partial there is completed first.
  init(for path: String) throws(FileError) {
    var restored: [RestoredTake] = []
    for number in 1...TakeName.most {
      let name = try TakeName(path, number)
      if let take = name.restore() { restored.append(take) }
      guard !TakeName.isInUse(name.target) else { continue }
      let file = unsafe open(name.partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { throw FileError(path: name.path) }
      flock(file, LOCK_EX | LOCK_NB)
      self.name = name
      self.file = file
      self.restored = restored
      return
    }
    throw TakeName.noneFree(path)
  }

  /// Gives the file its final name, or a later one if another file has come there meanwhile; returns its path
  /// then.
  func publish() throws(FileError) -> String { try name.publish() }
}

/// One of the names that a recording may have.
private struct TakeName {
  /// The names that are tried.
  static let most = 999

  /// The path without a number.
  let wanted: String
  /// From 1 on; the first name has none.
  let number: Int
  let path: String
  /// The file that `path` leads to.
  let target: String

  /// The path of a file that is to get this name.
  var partialPath: String { target + ".part" }

  init(_ wanted: String, _ number: Int) throws(FileError) {
    (self.wanted, self.number) = (wanted, number)
    path = Self.path(wanted, number)
    target = try WAVFile.target(of: path)
  }

  static func noneFree(_ path: String) -> FileError {
    FileError(path: path, problem: "\(most) takes exist beside it: remove some")
  }

  private static func path(_ path: String, _ number: Int) -> String {
    guard number > 1 else { return path }
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[name...].dropFirst().lastIndex(of: ".") ?? path.endIndex
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }

  /// Whether there is a file that is not empty.
  static func isInUse(_ path: String) -> Bool {
    var there = stat()
    return unsafe stat(path, &there) == 0 && there.st_size > 0
  }

  /// Gives the partial file this name, or the next that is free; returns its path then.
  func publish() throws(FileError) -> String {
    if try move(to: target) { return path }
    // Where the first name is a link, the file is beside what it leads to, and may be on another disk.
    let first = number == 1 ? target : wanted
    for later in number + 1...Self.most + 1 {
      let free = Self.path(first, later)
      if try move(to: free) { return free }
    }
    throw Self.noneFree(wanted)
  }

  /// Moves the partial file to `place`; false if there is a file that is not empty.
  private func move(to place: String) throws(FileError) -> Bool {
    // It replaces nothing, unlike `rename`; some file systems lack it.
    if unsafe link(partialPath, place) == 0 {
      _ = unsafe unlink(partialPath)
      return true
    }
    guard !Self.isInUse(place) else { return false }
    guard unsafe rename(partialPath, place) == 0 else { throw FileError(path: path) }
    return true
  }

  /// Completes a partial take that no process is writing, and gives it this name or the next that is
  /// free; nil if there is none. One without any sound is removed.
  func restore() -> RestoredTake? {
    let file = unsafe open(partialPath, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return nil }
    var there = stat()
    guard unsafe fstat(file, &there) == 0 else { return nil }
    if there.st_nlink > 1 {
      // Its process died in `move`, after `link`: it has its final name.
      _ = unsafe unlink(partialPath)
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: WAVHeader.length)
    let size = Int(there.st_size)
    guard unsafe pread(file, &bytes, bytes.count, 0) == bytes.count,
      let header = WAVHeader(bytes, fileLength: size), header.frameCount > 0
    else {
      // It died in its first second: nothing was written.
      if size == 0 { _ = unsafe unlink(partialPath) }
      return nil
    }
    let whole = header.bytes
    let length = WAVHeader.length + header.frameCount * header.frameLength
    guard ftruncate(file, length) == 0,
      unsafe pwrite(file, whole, whole.count, 0) == whole.count, fsync(file) == 0,
      let path = try? publish()
    else { return nil }
    return RestoredTake(
      path: path, seconds: Double(header.frameCount) / Double(header.sampleRate))
  }
}
