import RealTime
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct MemoryTests {
  /// Bytes of address space this process holds, or nil where the kernel does not say.
  private static func bytesHeld() -> Int? {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return nil }
    defer { unsafe fclose(file) }
    var pages = 0
    while case let character = unsafe fgetc(file), (48...57).contains(character) {
      pages = pages * 10 + Int(character) - 48
    }
    return pages * 4_096
  }

  @Test func `rings give back their memory when both halves are gone`() throws {
    let before = try #require(Self.bytesHeld())
    // Kept, they would hold two gigabytes.
    for _ in 0..<2_000 {
      let ring = Ring<Int>(minimumCapacity: 131_072)
      let reader = ring.reader
      let writer = ring.writer
      writer.push(1)
      _ = reader.pop()
    }
    #expect(try #require(Self.bytesHeld()) - before < 1_000_000_000)
  }

  @Test func `cells give back their memory when both halves are gone`() throws {
    let before = try #require(Self.bytesHeld())
    let page = InlineArray<65_536, Int>(repeating: 0)
    // Kept, they would hold three gigabytes.
    for _ in 0..<2_000 { _ = LatestValue(page) }
    #expect(try #require(Self.bytesHeld()) - before < 1_000_000_000)
  }
}
