import GhostnoteTesting
import Testing

@testable import Shell

/// How far words are apart, beside a plain recursion.
@Suite struct EditDistanceTests {
  /// The fewest letters changed, left out, added or swapped, by trying each.
  private static func plain(_ a: ArraySlice<Character>, _ b: ArraySlice<Character>) -> Int {
    guard let x = a.last, let y = b.last else { return a.count + b.count }
    let (shortA, shortB) = (a.dropLast(), b.dropLast())
    var best = min(
      plain(shortA, shortB) + (x == y ? 0 : 1), plain(shortA, b) + 1, plain(a, shortB) + 1)
    if shortA.last == y, shortB.last == x, x != y {
      best = min(best, plain(shortA.dropLast(), shortB.dropLast()) + 1)
    }
    return best
  }

  private static func word(using chance: inout SplitMix64) -> [Character] {
    (0..<Int.random(in: 0...5, using: &chance)).map { _ in
      "abc".randomElement(using: &chance) ?? "a"
    }
  }

  @Test func `the distance is that of the recursion, both ways`() {
    var chance = SplitMix64(seed: 81)
    var differing: [String] = []
    for _ in 0..<1_500 {
      let (a, b) = (Self.word(using: &chance), Self.word(using: &chance))
      let plain = Self.plain(a[...], b[...])
      if Spelling.distance(a, b) != plain || Spelling.distance(b, a) != plain {
        differing.append(String(a) + " " + String(b))
      }
    }
    #expect(differing.isEmpty)
  }

  @Test(arguments: [
    ("tempo", "tempo", 0), ("tepmo", "tempo", 1), ("tmpo", "tempo", 1), ("temmpo", "tempo", 1),
    ("", "tempo", 5), ("abc", "ca", 3), ("snare", "sanre2", 2), ("é", "e\u{301}", 0),
  ])
  func `a slip counts one`(typed: String, meant: String, distance: Int) {
    #expect(Spelling.distance(Array(typed), Array(meant)) == distance)
  }

  @Test func `of words equally near the first is taken, and capitals do not count`() {
    #expect(Spelling.nearest(to: "TOM7", among: ["tom1", "tom2"]) == "tom1")
    #expect(Spelling.nearest(to: "Tom2", among: ["tom1", "tom2"]) == "tom2")
  }

  @Test func `however long the word is that was typed, the search is short and finds nothing`() {
    let typed = String(repeating: "tempo", count: 100_000)
    #expect(Spelling.nearest(to: typed, among: ["tempo", "tempos"]) == nil)
  }
}

@Suite struct LineSplitterTests {
  private static func lines(_ bytes: some Sequence<UInt8>) -> [LineSplitter.Line] {
    var splitter = LineSplitter()
    var lines = bytes.compactMap { splitter.take($0) }
    if let rest = splitter.end() { lines.append(rest) }
    return lines
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]), ("\n", [""]),
    ("a\r\nb", ["a\r", "b"]), ("süß\n🥁", ["süß", "🥁"]), ("a\0b\n", ["a\0b"]),
  ])
  func `a line ends with its line end, and the last one with the text`(
    text: String, lines: [String]
  ) {
    #expect(Self.lines(text.utf8) == lines.map { .whole($0) })
  }

  @Test
  func `bytes that are not UTF-8 become the replacement character, and the next line is whole`() {
    #expect(
      Self.lines([0x61, 0xFF, 0x0A, 0xC3, 0x0A, 0x62]) == [
        .whole("a\u{FFFD}"), .whole("\u{FFFD}"), .whole("b"),
      ])
  }

  @Test(arguments: [(0, false), (1, true)])
  func `a line that is too long is dropped to its end, and no other`(more: Int, isTooLong: Bool) {
    let bytes = [UInt8](repeating: 0x61, count: LineSplitter.longest + more)
    let whole = LineSplitter.Line.whole(String(decoding: bytes, as: UTF8.self))
    let expected = isTooLong ? .tooLong : whole
    #expect(Self.lines(bytes + [0x0A] + Array("next\n".utf8)) == [expected, .whole("next")])
    #expect(Self.lines(bytes) == [expected])
  }
}
