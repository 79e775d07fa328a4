import Commands
import Testing

@testable import Remote

/// Which lines a page may send.
@Suite struct LineCheckTests {
  private func refusal(_ line: String, _ access: AccessLevel = .files) -> String? {
    do throws(LineCheck.Refusal) { try LineCheck(access: access).check(line) } catch {
      return error.message
    }
    return nil
  }

  @Test(arguments: [
    "play", "  PLAY", "hit kick 100", "hit kick 9 at 5 after 40", "oneshot kick 90",
    "step kick 5 X", "step kick 5 x?50*3", "watch state hits",
    "load rock", "save \"my beat\"", "undo", "", "# a comment", "tempo 96; play",
    "paste pattern grid: 16/4; kick: X...", "kit 8", "drummer style funk", "drummer prime pattern",
    "groove extract pattern", "song add B x4 at 96", "save beat.2", "kit \"General 1.471:128:0\"",
    "sound snare FluidR3_GM:128:0:40",
  ])
  func `a page on this machine may send what a person at the terminal may`(line: String) {
    #expect(refusal(line) == nil)
  }

  @Test(arguments: [
    "quit", "QUIT", "  quit", "exit", "\"quit\"", "'quit'", "q\\uit", "play; quit", "play;quit",
    "hit kick; \"quit\"", "reload", "source x", "listen", "frobnicate", "watch; quit",
    "play\nquit", "play\u{0}", "play\r", "\u{1B}[2J", "load \"x",
  ])
  func `what ends the session or cannot be read is refused`(line: String) {
    #expect(refusal(line) != nil)
  }

  @Test(arguments: [
    "load /etc/passwd", "load ../x", "load \"../x\"", "load ~/x", "save ../../x", "load .hidden",
    "kit /tmp/x.sf2 0", "load a\\..\\b", "load \".hidden\"", "save x.json", "load x.JSON",
    "groove extract a.mid", "drummer prime a.mid", "load mix.v2", "kit mix.v2 0",
    "kit notes.txt:0:8", "sound snare notes.txt:128:0:40",
    "play; load /etc/passwd",
  ])
  func `a file is named without a folder and an ending`(line: String) {
    #expect(refusal(line)?.hasSuffix("expected a name without a folder and an ending") == true)
  }

  @Test(arguments: ["assign note 38 ", "assign cc 4 channel 2 ", "learn ", "learn assign cc 4 "])
  func `what a control would do by the owner's hand needs what it needs itself`(assigning: String) {
    let rows: [(AccessLevel, String)] = [
      (.edit, "play"), (.edit, "level kick"), (.edit, "mute snare"), (.edit, "off"),
      (.edit, "surface use launchpad-x"), (.files, "load rock"), (.files, "save"),
      (.files, "save mine"), (.files, "discard"), (.files, "kit FluidR3 0"),
      (.admin, "save /home/me/x/settings.json"), (.admin, "load /home/me/private.json"),
      (.admin, "load x.json"), (.admin, "save ../x"), (.admin, "kit /tmp/x.sf2"),
      (.admin, "export /home/me/x.mid"), (.admin, "export x"), (.admin, "import x"),
      (.admin, "reload"), (.admin, "surface use /home/me/map"),
    ]
    for (needed, command) in rows {
      for access in AccessLevel.allCases {
        let line = assigning + command
        #expect((refusal(line, access) == nil) == (access >= needed), "\(line) by \(access)")
      }
    }
  }

  @Test(arguments: [
    "surface use /etc/passwd", "surface use ../x", "surface use maps/a.json", "surface use ~/a",
    "surface use /etc/passwd 'Grid:*'", "surface use a.json", "surface auto; surface use ~me/x",
  ])
  func `a map of a controller is named, unless by who may open any file`(line: String) {
    for access in [AccessLevel.edit, .files] {
      #expect(
        refusal(line, access) == "surface use: expected a name without a folder and an ending",
        "\(access)")
    }
    #expect(refusal(line, .admin) == nil)
    #expect(refusal("surface use plain-8x8 'Grid/a.b:*'", .edit) == nil)
  }

  @Test func `what is checked is the command after the tag and the gesture`() throws {
    let lineCheck = LineCheck(access: .edit)
    let passed = try lineCheck.check(tagged: "@1+g undo")
    #expect(passed.tag == "1" && passed.command == "undo")
    let refused = #expect(throws: LineCheck.Refusal.self) {
      try lineCheck.check(tagged: "@1+g quit")
    }
    #expect(refused?.tag == "1" && refused?.isUsage == false)
    for line in ["@1+ undo", "@+g undo", "@1+g+h undo"] {
      let refused = #expect(throws: LineCheck.Refusal.self) { try lineCheck.check(tagged: line) }
      #expect(refused?.tag == nil && refused?.isUsage == true, "\(line)")
    }
  }

  @Test func `each access level has what those below it have`() {
    let rows: [(AccessLevel, String)] = [
      (.watch, "status"), (.watch, "watch state"), (.watch, "clock status"), (.play, "hit kick"),
      (.play, "stop"), (.play, "fill on"), (.edit, "tempo 96"), (.edit, "fill 1 - 2"),
      (.edit, "undo"), (.edit, "groove swing8 66"), (.files, "load rock"), (.files, "save"),
      (.files, "kit FluidR3 0"), (.files, "play; load rock"), (.admin, "quit"),
      (.admin, "import x.mid"), (.admin, "import x"), (.admin, "export README"),
      (.admin, "load /tmp/x.json"), (.admin, "source x"),
    ]
    for (needed, line) in rows {
      for access in AccessLevel.allCases {
        #expect((refusal(line, access) == nil) == (access >= needed), "\(line) by \(access)")
      }
    }
  }

  @Test func `every command of the table can be sent by a level`() {
    // Of a WebSocket nothing else can become than what it is.
    for spec in CommandTable.all where spec.path != "listen" {
      for example in spec.examples {
        #expect(refusal(example, .admin) == nil, "\(example)")
      }
    }
  }

  @Test(arguments: AccessLevel.allCases)
  func `a page watches and has strokes rendered at any level, and gets sound elsewhere`(
    access: AccessLevel
  ) {
    for line in ["watch", "WATCH hits", "\"watch\" state", "oneshot kick 100"] {
      #expect(refusal(line, access) == nil, "\(line)")
    }
    for line in ["listen", " Listen ", "watch; listen"] {
      #expect(
        refusal(line, access) == "listen: sound has a WebSocket of its own, /listen", "\(line)")
    }
    #expect(refusal("watch hist", access)?.hasPrefix("watch: expected state, hits") == true)
    #expect(refusal("oneshot kick 0", access)?.contains("1–127") == true)
  }
}
