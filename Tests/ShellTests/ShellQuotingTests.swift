import Shell
import Testing

@Suite struct ShellQuotingTests {
  @Test(arguments: [
    ("Ghostnote-2", "Ghostnote-2"), ("Stüdio", "Stüdio"), ("Stüdio /1", "'Stüdio /1'"), ("", "''"),
    ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("a;b", "'a;b'"),
  ])
  func `a word is quoted where a shell would read something else`(word: String, quoted: String) {
    #expect(word.quotedForShell == quoted)
  }
}
