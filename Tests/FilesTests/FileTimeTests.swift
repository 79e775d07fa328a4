import Foundation
import Testing

@testable import Files

@Suite struct FileTimeTests {
  @Test func `the next time is a nanosecond later, over the end of a second too`() {
    let last = FileTime(seconds: 7, nanoseconds: 999_999_999)
    #expect(last.next == FileTime(seconds: 8))
    #expect(last.next.next == FileTime(seconds: 8, nanoseconds: 1))
    #expect(last < last.next && FileTime(seconds: 6, nanoseconds: 5) < last)
  }

  @Test func `a file is dated to the nanosecond, and its version knows`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let time = FileTime(seconds: 1_700_000_000, nanoseconds: 123_456_789)
    try FileReplacement.replace(path, with: Data("x".utf8), at: time)
    #expect(FileTime(of: path) == time)
    let version = try #require(FileVersion(of: path))
    #expect(version.isWritten(by: time) && version.isWritten(by: time.next))
    #expect(!version.isWritten(by: FileTime(seconds: 1_700_000_000, nanoseconds: 123_456_788)))
    #expect(FileTime(of: path + "x") == nil)
  }
}
