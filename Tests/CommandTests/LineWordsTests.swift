import Commands
import Testing

@testable import CommandText

/// How a line is cut into words and commands, and pasted lines joined.
@Suite struct LineWordsTests {
  @Test(arguments: [
    ("play", [["play"]]), ("  step  kick 1 ", [["step", "kick", "1"]]),
    ("play;stop", [["play"], ["stop"]]), (";; play ;", [["play"]]),
    (#"pattern "my verse""#, [["pattern", "my verse"]]),
    ("pattern 'my \"verse\"'", [["pattern", "my \"verse\""]]),
    (#"say "a;b" ; stop"#, [["say", "a;b"], ["stop"]]),
    ("pattern it's", [["pattern", "it's"]]), (#"pattern """#, [["pattern", ""]]),
    (#"pattern a"b c"d"#, [["pattern", "ab cd"]]), (#""a"'"'"b""#, [["a\"b"]]),
    ("play # stop; panic", [["play", "#", "stop"], ["panic"]]),
    ("play; # stop; panic", [["play"], ["#", "stop;", "panic"]]),
    ("# it; isn't", [["#", "it;", "isn't"]]), ("", []), (" ; ", []),
    (#"# floor tom 14" , brushes"#, [["#", "floor", "tom", "14\"", ",", "brushes"]]),
    ("play; #it 'is; so", [["play"], ["#it", "'is;", "so"]]),
  ])
  func `a line is words and commands`(line: String, sentences: [[String]]) throws {
    #expect(try LineWords.sentences(line) == sentences)
  }

  @Test(arguments: [
    (#"pattern "verse"#, "double"), ("pattern 'verse", "single"), (#"a'b "c"#, "double"),
    (#"say "it's"#, "double"), ("play; pattern '\"", "single"), (#"play # 14""#, "double"),
  ])
  func `a quote that is not closed is said`(line: String, kind: String) {
    let error = #expect(throws: CommandError.self) { try LineWords.sentences(line) }
    #expect(error?.description == "a \(kind) quote is opened and not closed: close it")
    #expect(error?.isUsage == true)
  }

  @Test func `a word knows where it begins, its quote included`() {
    let line = #"pattern "my verse"; stop"#
    let words = LineWords(line)
    let starts = words.sentences.joined().map { line.distance(from: line.startIndex, to: $0.start) }
    #expect(starts == [0, 8, 20])
    #expect(words.sentences[0].map(\.quote) == [nil, "\""])
    #expect(words.breaks.map { line.distance(from: line.startIndex, to: $0) } == [18])
  }

  @Test func `any word that is quoted is one word again, among others`() throws {
    // Every word of up to four of these letters.
    let letters = ["a", "\"", "'", ";", " ", "#"]
    var words = [""]
    var longest = [""]
    for _ in 0..<4 {
      longest = longest.flatMap { word in letters.map { word + $0 } }
      words += longest
    }
    for word in words {
      let line = "pattern \(Command.quoted(word)) \(Command.quoted(word));stop"
      #expect(try LineWords.sentences(line) == [["pattern", word, word], ["stop"]], "\(line)")
    }
  }

  @Test func `commands are cut as they are written, and remarks and blanks left out`() {
    #expect(
      CommandReader.sentences("play; step \"a;b\" ;; # so; it is") == ["play", "step \"a;b\""])
    #expect(CommandReader.sentences("  ") == [])
    // Quotes and semicolons of pasted text are its own.
    #expect(CommandReader.sentences("paste kick x; snare 'x") == ["paste kick x; snare 'x"])
  }

  @Test
  func `of every command that takes raw text, in any case, quotes and semicolons are its own`() {
    let raw = CommandTable.all.filter(\.takesRawText).flatMap { [$0.path] + $0.aliases }
    #expect(!raw.isEmpty)
    for path in raw {
      let first = path.prefix { $0 != " " }
      for path in [path, first.uppercased() + path.dropFirst(first.count)] {
        #expect(CommandReader.sentences(" \(path) x; it's") == ["\(path) x; it's"])
      }
      // Another word that begins like it is another command.
      #expect(CommandReader.sentences("\(first)s x; stop") == ["\(first)s x", "stop"])
    }
  }

  @Test func `of a line with several commands not one is expected alone`() throws {
    #expect(try CommandReader.command(" # nothing") == nil)
    #expect(try CommandReader.command("stop")?.spec.path == "stop")
    let error = #expect(throws: CommandError.self) { try CommandReader.command("play; stop; play") }
    #expect(error?.description == "expected one command, found 3")
  }

  @Test func `after a quote that is open in another word nothing is completed`() {
    let completion = Completion { $0 == .pattern ? ["verse"] : [] }
    #expect(completion.candidates(for: "pattern 'v") == ["verse"])
    #expect(completion.candidates(for: "pattern v'") == [])
    #expect(completion.candidates(for: "pattern ver\"s") == [])
  }

  /// The lines that are given out, `-` where none is.
  private static func joined(_ lines: [String]) -> [String] {
    var pasting = PasteLines()
    return lines.map { pasting.take($0) ?? "-" } + [pasting.end() ?? "-"]
  }

  @Test func `lines after paste alone are joined until an empty one`() {
    #expect(
      Self.joined(["play", "paste", "kick x", "snare x", " ", "stop"]) == [
        "play", "-", "-", "-", "paste kick x\nsnare x", "stop", "-",
      ])
    #expect(Self.joined([" Paste  Pattern ", "kick x"]) == ["-", "-", "paste pattern kick x"])
    #expect(
      Self.joined(["paste kick x", "", "paste it"]) == ["paste kick x", "", "paste it", "-"])
  }

  @Test(arguments: [
    "pasted", "paste.", "past", "paste patterns", "paste pattern x", "paste it", "",
  ])
  func `a line that only begins like paste is a line`(line: String) {
    #expect(Self.joined([line, "stop"]) == [line, "stop", "-"])
  }

  @Test func `what is pasted without end is given out where it is too long`() {
    var pasting = PasteLines()
    _ = pasting.take("paste")
    let line = String(repeating: "x", count: 1 << 19)
    let taken = (0..<6).map { _ in pasting.take(line)?.utf8.count }
    // The fifth goes beyond 2 MiB; the sixth is a line of its own.
    #expect(taken == [nil, nil, nil, nil, 6 + 5 * line.count + 4, line.count])
    #expect(!pasting.isOpen)
  }
}
