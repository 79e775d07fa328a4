import CommandText
import Commands
import Testing

/// Where the lines of files end, and files that ask for each other.
@Suite struct SourcedLinesTests {
  private func commands(_ line: String, of files: [String: String]) throws -> [Command] {
    try CommandReader.commands(line) { file throws(CommandError) in
      guard let text = files[file] else { throw CommandError("\(file): No such file") }
      return text
    }
  }

  @Test(
    arguments: [
      ("source a", ["a": "tempo 96\nexit\ntmepo 3"], ["tempo 96"]),
      ("source a; stop", ["a": "tempo 96; EXIT; play\ntmepo"], ["tempo 96", "stop"]),
      (
        "source a; source b", ["a": "source b\nplay", "b": "tempo 97\nexit\nplay"],
        ["tempo 97", "tempo 97"]
      ),
      ("source a; source b", ["a": "exit", "b": "play\nquit\nexit"], ["play", "quit"]),
      ("exit", [:], ["exit"]),
    ] as [(String, [String: String], [String])])
  func `exit in a file ends its lines, and those of the files that asked for it`(
    line: String, files: [String: String], lines: [String]
  ) throws {
    #expect(try commands(line, of: files).map(\.line) == lines)
  }

  @Test(arguments: [
    ("exit", true), ("EXIT", true), ("\"exit\"", true), ("exit now", false), ("quit", false),
    ("play; exit", false), ("# exit", false), ("", false),
  ])
  func `only the word exit alone ends lines`(sentence: String, isExit: Bool) {
    #expect(CommandReader.isExit(sentence) == isExit)
  }

  @Test func `exit that is in no file asks for the same as quit`() throws {
    #expect(try commands("exit", of: [:]).map(\.action) == [.quit])
  }

  @Test(arguments: [
    (["a": "# remark\nsource a"], "a, line 2"),
    (["a": "source b", "b": "\nsource a"], "b, line 2"),
  ])
  func `files that ask for themselves are refused in one sentence that names a file once`(
    files: [String: String], place: String
  ) {
    let error = #expect(throws: CommandError.self) { try commands("source a", of: files) }
    #expect(
      error?.description
        == "\(place): source: expected at most 8 files within files; does one ask for itself?")
  }
}
