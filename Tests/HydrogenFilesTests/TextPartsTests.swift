import Commands
import GhostnoteTesting
import Testing

@testable import HydrogenFiles

/// Texts, names and numbers of Hydrogen's files.
@Suite struct TextPartsTests {
  @Test(arguments: [
    ("plain <b>text</b>", "plain <b>text</b>"),
    ("<html><body><p>One</p>\n<p>Two  words</p></body></html>", "One\nTwo words"),
    ("<html><head><style>p { x }</style></head><body>Only this</body></html>", "Only this"),
    ("<HTML><BODY>a &lt;b&gt; &amp;amp; &quot;c&quot;&nbsp;d</BODY></HTML>", "a <b> &amp; \"c\" d"),
    ("<html><body>One<br/>two<br />three<BR>four</body></html>", "One\ntwo\nthree\nfour"),
    (
      "<html><body><p>One</p><p>two</p><ul><li>three</li><li>four</li></ul>",
      "One\ntwo\nthree\nfour"
    ),
    ("<html><body>one <b>word</b>s and <i>all</i></body></html>", "one words and all"),
    ("<html>no body", "no body"), ("<html><body></body></html>", ""), ("", ""),
  ])
  func `of HTML the words are read, line by line`(text: String, plain: String) {
    #expect(RichText.plain(text) == plain)
  }

  @Test func `what TinyXML wrote has no declaration`() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(TinyXML.isOne(Array("<song>".utf8)) && TinyXML.isOne(mark + Array("<song>".utf8)))
    #expect(!TinyXML.isOne(Array("<?xml version='1.0'?>".utf8)))
    #expect(!TinyXML.isOne(mark + Array("<?xml version='1.0'?>".utf8)))
    #expect(!TinyXML.isOne([0xFE, 0xFF, 0, 0x3C]) && !TinyXML.isOne([]) && !TinyXML.isOne(mark))
  }

  private static func converted(_ text: String) -> String {
    String(decoding: TinyXML.converted(Array(text.utf8)), as: UTF8.self)
  }

  @Test func `bytes that were written as numbers are letters of UTF-8, or else of Latin-1`() {
    #expect(Self.converted("caf&#xc3;&#xA9;") == "café")
    #expect(Self.converted("caf&#xE9;") == "café")
    // ASCII, other forms and cut ones stay for the XML reader.
    for text in ["a&#x41;b", "&#233;", "&#xE9", "&#xZZ;", "&amp;", "&#x1F4;", "&"] {
      #expect(Self.converted(text) == text)
    }
  }

  private static func element(_ inside: String) throws -> XMLElement {
    try XMLElement(xml: Array("<?xml version=\"1.0\"?>\n<note>\n\(inside)\n</note>".utf8))
  }

  private static func error<Value>(
    _ inside: String, _ read: (XMLElement) throws(HydrogenError) -> Value
  ) throws -> String {
    let element = try element(inside)
    do throws(HydrogenError) { return "\(try read(element))" } catch { return error.description }
  }

  @Test func `elements have their texts, children in order, and lines`() throws {
    let note = try Self.element("<a> one </a><x:b>two</x:b>\n<a/><a>é &amp;\n</a>mixed")
    #expect(note.name == "note" && note.line == 2 && note.text == "mixed")
    #expect(note.all("a").map(\.text) == ["one", "", "é &"])
    #expect(note.children.map(\.name) == ["a", "b", "a", "a"])
    #expect(note.children.map(\.line) == [3, 3, 4, 4])
    #expect(note.text("a") == "one" && note.text("b") == "two" && note.text("c") == nil)
  }

  @Test func `numbers are finite and in range, with a comma or a point`() throws {
    let number = { (text: String) in
      try Self.error("<v>\(text)</v>") { element throws(HydrogenError) in
        try element.number("v", in: 0...1.5, or: 0.5)
      }
    }
    #expect(
      try [number("1"), number("1,25"), number("1.25"), number("")] == [
        "1.0", "1.25", "1.25", "0.5",
      ])
    #expect(try number("2") == "line 3, v: expected 0–1.5, found 2")
    #expect(try number("1e999") == "line 3, v: expected a number, found 1e999")
    #expect(try number("1,2,3") == "line 3, v: expected a number, found “1,2,3”")
    let long = String(repeating: "z", count: 60)
    #expect(try number(long) == "line 3, v: expected a number, found “\(long.prefix(40))”")
  }

  @Test func `whole numbers and flags`() throws {
    let whole = { (text: String) in
      try Self.error("<v>\(text)</v>") { element throws(HydrogenError) in
        try element.whole("v", in: -4...4)
      }
    }
    #expect(try [whole("-4"), whole("3.0"), whole("")] == ["Optional(-4)", "Optional(3)", "nil"])
    #expect(try whole("3.5") == "line 3, v: expected a whole number, found 3.5")
    #expect(try whole("5") == "line 3, v: expected -4 – 4, found 5")
    let flags = try ["true", "1", "TRUE", "false", "0", "yes", ""].map {
      try Self.element("<v>\($0)</v>").flag("v")
    }
    #expect(flags == [true, true, true, false, false, false, nil])
  }

  @Test func `whatever patterns are called, each name can be said and is given once`() {
    var chance = SplitMix64(seed: 2)
    let parts = [
      "x", "4", "list", " ", "\n", "\u{7}", "é", "next", "-", String(repeating: "long", count: 12),
    ]
    var names = PatternNames(taken: ["verse"])
    var given: Set<String> = ["verse"]
    for _ in 0..<2_000 {
      let wanted = (0..<Int.random(in: 0...3, using: &chance)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &chance)]
      }.joined()
      let name = names.unique(wanted)
      #expect(given.insert(name).inserted, "\(name)")
      #expect(PatternName.problem(with: name) == nil, "\(name)")
    }
  }

  @Test func `a pattern keeps its name where that can be said`() {
    var names = PatternNames()
    #expect(
      ["Verse 1", " a  b\tc ", "7", "x4", "", "now"].map { names.unique($0) } == [
        "Verse 1", "a b c", "pattern 7", "pattern x4", "pattern", "pattern now",
      ])
  }

  @Test func `a file without a kit means the notes of Hydrogen's own`() {
    #expect((0..<4).map { GMKit.note(ofInstrument: $0, kit: "GMkit") } == [36, 37, 38, 39])
    #expect(GMKit.note(ofInstrument: 15, kit: "GMkit") == 57)
    #expect(GMKit.note(ofInstrument: 15, kit: "GMRockKit") == 55)
    #expect(
      [18, 90, 91, 500, -1, -100].map { GMKit.note(ofInstrument: $0, kit: "") } == [
        54, 126, 127, 127, 35, 0,
      ])
  }

  private static func member(
    _ key: UInt8, _ group: Int? = nil, stops: Bool = false
  ) -> HydrogenChoking.Member {
    HydrogenChoking.Member(key: key, group: group, stopsItself: stops)
  }

  @Test func `groups of several drums are numbered in their order, and one alone is none`() {
    let choking = HydrogenChoking([
      Self.member(36, 9), Self.member(38, -2), Self.member(42, 5), Self.member(46, 5),
      Self.member(40, -2),
    ])
    #expect(choking.classes == [0, 1, 2, 2, 1])
    #expect(
      choking.lines == [
        "choke snare group-2", "choke snare2 group-2", "choke closedhat group5",
        "choke openhat group5",
      ])
    #expect(choking.unstoppedCount == 0)
  }

  @Test func `hats in no group choke each other, and drums that stop themselves have a class each`()
  {
    let choking = HydrogenChoking([
      Self.member(42), Self.member(36, stops: true), Self.member(46), Self.member(38, stops: true),
      Self.member(44, 3),
    ])
    #expect(choking.classes == [127, 1, 127, 2, 0])
    let many = HydrogenChoking((0..<128).map { Self.member(UInt8($0), stops: true) })
    #expect(many.classes.filter { $0 > 0 && $0 < 127 } == Array(1...126))
    #expect(many.unstoppedCount == 2)
  }
}
