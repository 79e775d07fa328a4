import Testing

@testable import Remote

/// Which lines a page may send.
@Suite struct LineGateTests {
  private func refusal(_ line: String, _ access: AccessLevel = .files) -> String? {
    do throws(LineGate.Refusal) { try LineGate(access: access).check(line) } catch {
      return error.message
    }
    return nil
  }

  @Test(arguments: [
    "play", "  PLAY", "hit kick 100", "step kick 5 X", "watch state hits", "load rock",
    "save my beat", "undo", "", "# a comment", "paste pattern grid: 16/4; kick: X...", "kit 8",
    "drummer style funk", "drummer prime pattern", "groove extract pattern", "song add B x4 at 96",
  ])
  func `a page on this machine may send what a hand may`(line: String) {
    #expect(refusal(line) == nil)
  }

  @Test(arguments: [
    "quit", "QUIT", "  quit", "\"quit\"", "'quit'", "q\\uit", "reload", "listen", "frobnicate",
    "play\nquit", "play\u{0}", "play\r", "\u{1B}[2J",
  ])
  func `what ends the session or is unknown is refused`(line: String) {
    #expect(refusal(line) != nil)
  }

  @Test(arguments: [
    "load /etc/passwd", "load ../x", "load \"../x\"", "load ~/x", "save ../../x", "load .hidden",
    "kit /tmp/x.sf2 0", "load a\\..\\b", "load \".hidden\"", "save x.json", "load x.JSON",
  ])
  func `a file is named without a folder`(line: String) {
    #expect(refusal(line) == "expected a name without a folder")
  }

  @Test func `each access level has what those below it have`() {
    let rows: [(AccessLevel, String)] = [
      (.watch, "status"), (.watch, "watch state"), (.watch, "clock status"), (.watch, "undo list"),
      (.play, "hit kick"), (.play, "stop"), (.play, "fill on"), (.edit, "tempo 96"),
      (.edit, "fill 1 - 2"), (.edit, "undo"), (.edit, "groove swing8 66"), (.files, "load rock"),
      (.files, "save"), (.files, "kit FluidR3 0"), (.admin, "quit"), (.admin, "import x.mid"),
      (.admin, "groove extract a.mid"),
      (.admin, "drummer prime a.mid"),
    ]
    for (needed, line) in rows {
      for access in AccessLevel.allCases {
        #expect((refusal(line, access) == nil) == (access >= needed), "\(line) by \(access)")
      }
    }
  }
}
