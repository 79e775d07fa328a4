import GhostnoteTesting
import Testing

@testable import Rhythm

/// Names within lines of text, and where such a line is split.
@Suite struct WrittenNameTests {
  @Test(arguments: [
    ("main", "main"), ("my song.2_b-c", "my song.2_b-c"), ("Süß", "Süß"), ("", "\"\""),
    (" a", #"" a""#), ("a ", #""a ""#), ("a\"b\\c", #""a\"b\\c""#), ("a:b;c#d", #""a:b;c#d""#),
    ("a\nb\r\u{7F}", #""a\u{a}b\u{d}\u{7f}""#), ("a\u{2028}b", #""a\u{2028}b""#),
  ])
  func `a name is plain where that is clear, else in quotes on one line`(
    name: String, written: String
  ) throws {
    #expect(Quoted.text(name) == written)
    #expect(try Quoted.name(written) == name)
  }

  private static let pieces = [
    "a", "é", " ", "\"", "\\", "\n", "\r", "\t", "\u{2028}", "[", "]", ";", ":", "#", "🥁",
    "\u{301}", "u", "{", "}", "\u{0}", "\\u{41}",
  ]

  private static func text(_ most: Int, using chance: inout SplitMix64) -> String {
    (0..<Int.random(in: 0...most, using: &chance))
      .map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
  }

  @Test func `any name comes back from the middle of a line`() throws {
    var chance = SplitMix64(seed: 41)
    var lost: [String] = []
    for _ in 0..<5_000 {
      let name = Self.text(8, using: &chance)
      let line = "name: \(Quoted.text(name)); kick: x"
      let kept = Quoted.withoutRemarks(line.unicodeScalars[...])
      let parts = try Quoted.pieces(of: kept[...]) { $0 == ";" || $0 == "\n" }
      let pair = try Quoted.pieces(of: parts[0], limit: 2) { $0 == ":" }
      let found = try Quoted.name(String(trimming: pair[1]))
      // Without normalising: as strings, other characters may be equal.
      if parts.count != 2 || !found.unicodeScalars.elementsEqual(name.unicodeScalars) {
        lost.append(name)
      }
    }
    #expect(lost.isEmpty)
  }

  @Test(arguments: [
    #""a"b""#, #""a" b"#, #""\u{110000}""#, #""\u{d800}""#, #""\u{zz}""#, #""\u{}""#, #""\u41""#,
    #""\u"#, #""a\"#,
  ])
  func `a name in damaged quotes is refused`(text: String) {
    #expect(throws: NotationProblem.self) { () throws(NotationProblem) in try Quoted.name(text) }
  }

  private static func split(_ text: String, limit: Int = .max) throws(NotationProblem) -> [String] {
    try Quoted.pieces(of: text.unicodeScalars[...], limit: limit) { $0 == ";" }
      .map { String(Substring($0)) }
  }

  @Test(arguments: [
    ("", [""]), ("a;b;", ["a", "b", ""]), (#""a;b";c"#, [#""a;b""#, "c"]),
    ("x[a;b];c", ["x[a;b]", "c"]), (#""a\";b";c"#, [#""a\";b""#, "c"]),
    (#""a\\";b"#, [#""a\\""#, "b"]), (#"["];"];c"#, [#"["];"]"#, "c"]), ("a];b", ["a]", "b"]),
  ])
  func `a line is split outside quotes and brackets`(text: String, parts: [String]) throws {
    #expect(try Self.split(text) == parts)
  }

  @Test func `after the most pieces the rest stays whole, whatever is in it`() throws {
    #expect(try Self.split("a;b;c", limit: 2) == ["a", "b;c"])
    #expect(try Self.split("a;\"b;[c", limit: 2) == ["a", "\"b;[c"])
    #expect(try Self.split("a;b", limit: 1) == ["a;b"])
  }

  @Test func `what is not closed is refused`() {
    for (text, problem) in [("a;\"b", NotationProblem.openQuote), ("a;[b\"]\"", .openBracket)] {
      #expect(throws: problem) { () throws(NotationProblem) in try Self.split(text) }
    }
  }

  @Test func `pieces are the text between separators, and none can be split again`() {
    var chance = SplitMix64(seed: 42)
    var (whole, split) = (0, 0)
    for _ in 0..<5_000 {
      let text = Self.text(12, using: &chance)
      guard let parts = try? Self.split(text) else { continue }
      whole += 1
      let again = parts.filter { (try? Self.split($0).count) == 1 }
      if parts.joined(separator: ";") == text, again.count == parts.count { split += 1 }
    }
    #expect(split == whole && whole > 1_000)
  }

  @Test(arguments: [
    ("# a\nkick: x", "\nkick: x"), ("  # a;b\nc", "  \nc"), ("kick: x; # y; z", "kick: x; ; z"),
    ("kick: x # y", "kick: x # y"), ("name: \"a; # b\"", "name: \"a; # b\""),
    ("a;# b\nc", "a;\nc"), ("\"\\\"; # a\"", "\"\\\"; # a\""),
    ("\"a\\\\\"; # b", "\"a\\\\\"; "), ("#", ""),
    ("a\r\n# b\r\nc", "a\r\n\nc"),
  ])
  func `a remark begins a line or follows a semicolon`(text: String, kept: String) {
    let found = String(Quoted.withoutRemarks(text.unicodeScalars[...]))
    #expect(found.unicodeScalars.elementsEqual(kept.unicodeScalars), "\(found.debugDescription)")
  }
}
