import Testing

@testable import HydrogenFiles

@Suite struct TarArchiveTests {
  /// An entry of a ustar archive; `prefix` is what stands before the name of a long path, and `magic`
  /// tells the format.
  static func entry(
    _ name: String, _ contents: [UInt8] = [], kind: Character = "0", size: String? = nil,
    prefix: String = "", magic: String = "ustar\u{0}00"
  ) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      for (index, byte) in text.utf8.enumerated() { head[place + index] = byte }
    }
    let octal = String(contents.count, radix: 8)
    put(String(name.prefix(100)), at: 0)
    put("0000644", at: 100)
    put(size ?? String(repeating: "0", count: 11 - octal.count) + octal, at: 124)
    put(String(repeating: " ", count: 8), at: 148)
    put(String(kind), at: 156)
    put(magic, at: 257)
    put(prefix, at: 345)
    let sum = String(head.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
    let rest = (512 - contents.count % 512) % 512
    return head + contents + [UInt8](repeating: 0, count: rest)
  }

  static let end = [UInt8](repeating: 0, count: 1_024)

  private func error(_ bytes: [UInt8], limit: Int = 1 << 24) -> String? {
    do throws(HydrogenError) {
      _ = try TarArchive(bytes, limit: limit)
      return nil
    } catch { return error.description }
  }

  @Test func `files are read with short names, GNU's long ones and those of pax`() throws {
    let long = String(repeating: "long", count: 40) + "/a.wav"
    let record = "path=\(long)2\n"
    let pax = "\(record.utf8.count + 4) \(record)"
    let bytes =
      Self.entry("kit/", kind: "5") + Self.entry("./kit/a.wav", [1, 2, 3])
      + Self.entry("././@LongLink", Array(long.utf8) + [0], kind: "L") + Self.entry("x", [4])
      + Self.entry("pax", Array(pax.utf8), kind: "x") + Self.entry("y", [5]) + Self.end
    #expect(try TarArchive(bytes).files == ["kit/a.wav": [1, 2, 3], long: [4], "\(long)2": [5]])
  }

  @Test func `a long path of ustar is its prefix and its name`() throws {
    let (prefix, name) = (String(repeating: "p", count: 155), String(repeating: "n", count: 100))
    let bytes =
      Self.entry("a.wav", [1], prefix: "kit") + Self.entry("a.wav", [2], prefix: "./kit/deep")
      + Self.entry("b/a.wav", [3], prefix: "kit") + Self.entry(name, [4], prefix: prefix)
      + Self.entry("deep/", kind: "5", prefix: "kit") + Self.entry("a.wav", [5]) + Self.end
    #expect(
      try TarArchive(bytes).files == [
        "kit/a.wav": [1], "kit/deep/a.wav": [2], "kit/b/a.wav": [3], "\(prefix)/\(name)": [4],
        "a.wav": [5],
      ])
    // Other formats have something else in its place, and the long name of GNU is a whole path.
    let other = Self.entry("a.wav", [6], prefix: "kit", magic: "") + Self.end
    #expect(try TarArchive(other).files == ["a.wav": [6]])
    let long =
      Self.entry("././@LongLink", Array("long/b.wav".utf8), kind: "L")
      + Self.entry("x", [7], prefix: "kit") + Self.entry("x", [8], prefix: "kit") + Self.end
    #expect(try TarArchive(long).files == ["long/b.wav": [7], "kit/x": [8]])
    for (prefix, path) in [("..", "../a"), ("/etc", "/etc/a"), ("kit/../..", "kit/../../a")] {
      #expect(
        error(Self.entry("a", [1], prefix: prefix) + Self.end)
          == "the archive: “\(path)” leads out of it")
    }
  }

  @Test(arguments: ["../a", "/etc/a", "kit/../../a", "kit\\..\\a"])
  func `names that lead out of the archive are refused`(name: String) {
    #expect(
      error(Self.entry(name, [1]) + Self.end) == "the archive: “\(name)” leads out of it")
  }

  @Test func `links, devices and second files of a name are refused`() {
    for kind in ["1", "2"] as [Character] {
      #expect(
        error(Self.entry("a", kind: kind) + Self.end)
          == "the archive: “a” is a link, which no kit needs")
    }
    #expect(
      error(Self.entry("a", kind: "3") + Self.end)
        == "the archive: “a” is neither a file nor a folder")
    #expect(
      error(Self.entry("a", [1]) + Self.entry("./a", [2]) + Self.end)
        == "the archive: “a” is in it twice")
  }

  @Test func `sizes that lie, damaged heads and cut archives are refused`() {
    #expect(
      error(Self.entry("a", [1], size: "77777777777"))
        == "the archive: entry 1: 8191 MiB, and a file may have 64")
    #expect(
      error(Self.entry("a", [1], size: "00000010000"))
        == "the archive: entry 1: 4096 bytes, which the archive does not have")
    #expect(error(Self.entry("a", [1], size: "9")) == "the archive: entry 1: a number is damaged")
    var damaged = Self.entry("a", [1])
    damaged[3] = 7
    #expect(error(damaged) == "the archive: entry 1: no head of a tar archive")
    #expect(error(Array(Self.entry("a", [1]).dropLast(600))) != nil)
    #expect(error(Self.end) == "the archive: no files in it")
  }

  @Test func `too many entries are refused`() {
    let many = (0...1_000).flatMap { Self.entry("\($0)", [1]) }
    #expect(error(many) == "the archive: more than 1000 entries")
  }

  /// 8 MiB of zeros compressed by gzip to 8 kB would be 1:1000.
  @Test func `an archive that unpacks beyond the limit is stopped there`() throws {
    let zeros = try #require(Self.compressed([UInt8](repeating: 0, count: 8 << 20)))
    #expect(zeros.count < 20_000)
    #expect(error(zeros)?.contains("unpacks to more than") == true)
    #expect(
      error(Array(zeros.prefix(100)))
        == "the archive: the compressed data is damaged or cut short")
  }

  @Test func `what gzip compressed is read`() throws {
    let bytes = try #require(Self.compressed(Self.entry("drumkit.xml", [60]) + Self.end))
    #expect(try TarArchive(bytes).files == ["drumkit.xml": [60]])
  }

  /// By the gzip program, so that the judge is another.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? { try? Gzipped.of(bytes) }
}
