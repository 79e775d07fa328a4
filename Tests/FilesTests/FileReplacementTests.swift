import Files
import Foundation
import Glibc
import Testing

/// Atomic replacement of files.
@Suite struct FileReplacementTests {
  @Test func `a file is created and replaced, and no temporary file is left`() throws {
    try inFolder { folder in
      let path = "\(folder)/a"
      for text in ["one", "", "three"] {
        try FileReplacement.replace(path, with: Array(text.utf8))
        #expect(try RegularFile.bytes(at: path, limit: 100) == Array(text.utf8))
        #expect(try names(folder) == ["a"])
      }
    }
  }

  @Test func `a name of the maximum length can be written`() throws {
    try inFolder { folder in
      let name = String(repeating: "n", count: 255)
      try FileReplacement.replace("\(folder)/\(name)", with: [1])
      #expect(try names(folder) == [name])
    }
  }

  @Test func `symbolic links are followed, also to missing targets; a loop is refused`() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/in", withIntermediateDirectories: true)
      for (link, target) in [("a", "in/b"), ("in/b", "c"), ("x", "y"), ("y", "x")] {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(link)", withDestinationPath: target)
      }
      try FileReplacement.replace("\(folder)/a", with: [7])
      #expect(try RegularFile.bytes(at: "\(folder)/in/c", limit: 9) == [7])
      #expect(try names("\(folder)/in") == ["b", "c"])
      #expect(throws: SystemError(code: ELOOP)) {
        try FileReplacement.replace("\(folder)/x", with: [7])
      }
      #expect(try names(folder) == ["a", "in", "x", "y"])
    }
  }

  @Test func `a link to a name that is not UTF-8 is refused, and no other file is written`() throws
  {
    try inFolder { folder in
      let target: [CChar] = [99, 97, 102, CChar(bitPattern: 0xE9), 0]
      try #require(unsafe symlink(target, "\(folder)/a") == 0)
      #expect(throws: SystemError(code: EILSEQ)) {
        try FileReplacement.replace("\(folder)/a", with: [7])
      }
      #expect(try names(folder) == ["a"])
    }
  }

  @Test func `permissions are kept, and files without write permission are refused`() throws {
    try inFolder { folder in
      let path = "\(folder)/a"
      try FileReplacement.replace(path, with: [1])
      try #require(unsafe chmod(path, 0o640) == 0)
      try FileReplacement.replace(path, with: [2])
      var status = stat()
      try #require(unsafe stat(path, &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o640)
      // A privileged user may write everything.
      guard geteuid() != 0 else { return }
      try #require(unsafe chmod(path, 0o440) == 0)
      #expect(throws: SystemError(code: EACCES)) { try FileReplacement.replace(path, with: [3]) }
    }
  }

  @Test(.enabled(if: otherGroup != nil, "this process is in one group"))
  func `a file that a group shares stays the group's, with its permissions`() throws {
    let group = try #require(otherGroup)
    try inFolder { folder in
      let path = "\(folder)/a"
      try FileReplacement.replace(path, with: [1])
      try #require(unsafe chown(path, uid_t.max, group) == 0)
      // Changing the group clears the bit that is set here, too.
      try #require(unsafe chmod(path, 0o2770) == 0)
      try FileReplacement.replace(path, with: [2])
      var status = stat()
      try #require(unsafe stat(path, &status) == 0)
      #expect(status.st_gid == group)
      #expect(status.st_mode & 0o7777 == 0o2770)
    }
  }

  @Test func `folders, pipes and devices are never replaced`() throws {
    try inFolder { folder in
      let pipe = "\(folder)/pipe"
      try #require(unsafe mkfifo(pipe, 0o600) == 0)
      #expect(throws: SystemError(code: ENOTSUP)) { try FileReplacement.replace(pipe, with: [1]) }
      #expect(throws: SystemError(code: EISDIR)) { try FileReplacement.replace(folder, with: [1]) }
      #expect(throws: SystemError(code: ENOTSUP)) {
        try FileReplacement.replace("/dev/null", with: [1])
      }
      #expect(throws: SystemError(code: ENOENT)) {
        try FileReplacement.replace("\(folder)/no/a", with: [1])
      }
      #expect(try names(folder) == ["pipe"])
    }
  }

  @Test func `a full disk is reported as such`() throws {
    // Accepts no bytes; the check for a regular file is skipped for links out of a test's control.
    let full = unsafe open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    #expect(unsafe write(full, "x", 1) == -1)
    #expect(SystemError(code: errno).reason == "the disk is full")
  }

  @Test func `files of a killed process are deleted, files that are being written are not`() throws
  {
    try inFolder { folder in
      let (dead, alive) = ("\(folder)/.ghostnote-dead.new", "\(folder)/.ghostnote-alive.new")
      _ = FileManager.default.createFile(atPath: dead, contents: Data([1]))
      _ = FileManager.default.createFile(atPath: alive, contents: Data([1]))
      let held = unsafe open(alive, O_WRONLY | O_CLOEXEC)
      try #require(held >= 0 && flock(held, LOCK_EX) == 0)
      try FileReplacement.replace("\(folder)/a", with: [1])
      #expect(try names(folder) == [".ghostnote-alive.new", "a"])
      close(held)
      // A child that another test is starting has the lock, too, until it runs its program.
      for _ in 0..<500 {
        try FileReplacement.replace("\(folder)/a", with: [1])
        if try names(folder) == ["a"] { break }
        usleep(10_000)
      }
      #expect(try names(folder) == ["a"])
    }
  }

  @Test func `abandoning leaves no file`() throws {
    try inFolder { folder in
      try FileReplacement.replace("\(folder)/a", with: [1])
      let file = try FileReplacement(of: "\(folder)/a")
      try file.write([2, 3])
      #expect(try names(folder).count == 2)
      file.abandon()
      #expect(try names(folder) == ["a"])
      #expect(try RegularFile.bytes(at: "\(folder)/a", limit: 9) == [1])
    }
  }

  @Test func `a hundred concurrent writers leave one complete file`() async throws {
    let folder = NSTemporaryDirectory() + "ghostnote-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await withTaskGroup(of: Void.self) { group in
      for number in UInt8(0)..<100 {
        group.addTask {
          let bytes = [UInt8](repeating: number, count: 5_000)
          #expect(throws: Never.self) { try FileReplacement.replace("\(folder)/a", with: bytes) }
        }
      }
    }
    let bytes = try RegularFile.bytes(at: "\(folder)/a", limit: 10_000)
    #expect(bytes.count == 5_000 && Set(bytes).count == 1)
    #expect(try names(folder) == ["a"])
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }
}

/// Reading whole files.
@Suite struct RegularFileTests {
  @Test
  func `pipes, devices and folders are refused without waiting, and files that are too large`()
    throws
  {
    try inFolder { folder in
      let pipe = "\(folder)/pipe"
      try #require(unsafe mkfifo(pipe, 0o600) == 0)
      func problem(_ path: String) -> FileReadingError? {
        #expect(throws: FileReadingError.self) { try RegularFile.bytes(at: path, limit: 3) }
      }
      #expect(problem(pipe) == .notRegular)
      #expect(problem("/dev/zero") == .notRegular)
      #expect(problem(folder) == .directory)
      #expect(problem("\(folder)/none") == .system(SystemError(code: ENOENT)))
      try FileReplacement.replace("\(folder)/a", with: [1, 2, 3, 4])
      #expect(problem("\(folder)/a") == .tooLarge(limit: 3))
      #expect(try RegularFile.bytes(at: "\(folder)/a", limit: 4) == [1, 2, 3, 4])
      #expect(try RegularFile("\(folder)/a").bytes(at: 2, count: 9) == [3, 4])
    }
  }

  @Test func `a file that reports no size is read to its end`() throws {
    #expect(try !RegularFile.bytes(at: "/proc/self/status", limit: 1 << 20).isEmpty)
  }

  @Test(arguments: [
    ("~", "/home/a"), ("~/x.json", "/home/a/x.json"), ("~x", "~x"), ("a/~", "a/~"), ("/x", "/x"),
  ])
  func `the home folder is expanded at a path's beginning`(path: String, expanded: String) {
    #expect(HomeFolder.expanded(path, home: "/home/a") == expanded)
    #expect(HomeFolder.expanded(path, home: nil) == path)
  }
}

/// A group that this process may give its files to, other than that of new ones.
private let otherGroup: gid_t? = {
  var groups = [gid_t](repeating: 0, count: 256)
  let count = unsafe getgroups(256, &groups)
  let other = groups.prefix(Int(max(count, 0))).first { $0 != getegid() }
  return other ?? (geteuid() == 0 ? 1 : nil)
}()

/// Runs `body` with a temporary folder.
private func inFolder(_ body: (String) throws -> Void) throws {
  let folder = NSTemporaryDirectory() + "ghostnote-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try body(folder)
}
