import Testing

@testable import Daemon

/// Lines of standard input: pasted ones, and those that were refused.
@Suite struct ScriptLinesTests {
  @Test func `a script's error names its line, pasted and overlong ones counted`() {
    var lines = ScriptLines(typed: false)
    #expect(lines.take("play") == .carryOut("play"))
    #expect(
      lines.take("paste") == .wait(saying: "paste: the lines that follow, until an empty one"))
    #expect(lines.take("kick: x...") == .wait(saying: nil))
    #expect(lines.take("") == .carryOut("paste kick: x..."))
    lines.skip()
    #expect(lines.refuse("line too long") == "line 5: line too long")
    #expect(lines.refused == 1)
  }

  @Test func `what is typed needs no number`() {
    var lines = ScriptLines(typed: true)
    _ = lines.take("plya")
    #expect(lines.refuse("unknown command “plya”") == "unknown command “plya”")
  }

  @Test func `a script that ends while it pastes has pasted that`() {
    var lines = ScriptLines(typed: false)
    #expect(lines.end() == nil)
    _ = lines.take("paste")
    _ = lines.take("kick: x...")
    #expect(lines.end() == "paste kick: x...")
    #expect(lines.end() == nil)
  }
}
