import MusicalTime
import Testing

@Suite struct QuotedTests {
  @Test func `words are quoted whole up to 40 characters, of longer ones the beginning`() {
    let long = String(repeating: "q", count: 41)
    #expect("tmepo".quoted == "“tmepo”")
    #expect("".quoted == "“”")
    #expect(long.dropLast().quoted == "“\(long.dropLast())”")
    #expect(long.quoted == "“\(long.dropLast())…”")
    #expect(long.shortened == long.dropLast() + "…")
  }

  @Test func `controls do not reach a terminal`() {
    #expect("a\u{1B}[2J\nb".quoted == "“a?[2J?b”")
  }
}
