import Shell
import Testing

/// Where the words of a command line begin, for what is put in their place.
@Suite struct WordScannerTests {
  @Test(arguments: [
    ("tem", "tem"), ("kit sal", "sal"), ("kit ", ""), ("play;", ""), ("play;sto", "sto"), ("", ""),
    (#"kit "Salamander Drumkit "#, #""Salamander Drumkit "#), (#"pattern "my ch"#, #""my ch"#),
    (#"pattern "a;b"#, #""a;b"#), (#"pattern "my a""#, #""my a""#), (#"pattern "my a" "#, ""),
    ("pattern 'my ", "'my "), ("pattern it's", "it's"), ("pattern it's m", "m"),
    (#"pattern a"b c"d"#, #"a"b c"d"#), (#"pattern """#, "\"\""), (#"# 14" t"#, "t"),
  ])
  func `the last word of a line begins with its quote`(line: String, word: String) {
    #expect(line[line.lastWordStart...] == word)
  }
}
