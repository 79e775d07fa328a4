import RealTime
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct MemoryTests {
  /// Bytes of address space of this process, or nil if the kernel does not report it.
  private static func bytesHeld() -> Int? {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return nil }
    defer { unsafe fclose(file) }
    var pages = 0
    while case let character = unsafe fgetc(file), (48...57).contains(character) {
      pages = pages * 10 + Int(character) - 48
    }
    return pages * 4_096
  }

  @Test func `a ring frees its memory when both halves are destroyed`() throws {
    let before = try #require(Self.bytesHeld())
    // If they leaked, they would hold two gigabytes.
    for _ in 0..<2_000 {
      let ring = Ring<Int>(minimumCapacity: 131_072)
      var reader = ring.reader
      var writer = ring.writer
      writer.push(1)
      _ = reader.pop()
    }
    #expect(try #require(Self.bytesHeld()) - before < 1_000_000_000)
  }

  @Test func `the writer causes no page fault in a ring's memory`() throws {
    /// Minor page faults of this thread, the tenth field of its `stat`.
    func faults() -> Int? {
      guard let file = unsafe fopen("/proc/thread-self/stat", "r") else { return nil }
      defer { unsafe fclose(file) }
      var text = ""
      while case let character = unsafe fgetc(file), character >= 0 {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: character)))
      }
      let fields = text.drop { $0 != ")" }.split(separator: " ")
      return fields.count > 8 ? Int(fields[8]) : nil
    }
    let ring = Ring<Int>(minimumCapacity: 1 << 20)
    var reader = ring.reader
    var writer = ring.writer
    writer.push(0)
    _ = reader.pop()
    let before = try #require(faults())
    for number in 0..<1 << 20 { writer.push(number) }
    // Eight megabytes are 2 048 pages.
    #expect(try #require(faults()) - before < 200)
    let first = reader.pop()
    #expect(first == 0)
  }

  @Test func `a triple buffer frees its memory when both halves are destroyed`() throws {
    let before = try #require(Self.bytesHeld())
    let page = InlineArray<65_536, Int>(repeating: 0)
    // If they leaked, they would hold three gigabytes.
    for _ in 0..<2_000 { _ = LatestValue(page) }
    #expect(try #require(Self.bytesHeld()) - before < 1_000_000_000)
  }
}
