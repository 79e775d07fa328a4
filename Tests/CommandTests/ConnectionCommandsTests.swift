import CommandText
import Commands
import Foundation
import Rhythm
import Testing

/// What a client of the control socket asks of its connection, and that all others are refused it.
@Suite struct ConnectionCommandsTests {
  private static let paths = ["watch", "listen", "oneshot"]

  private func error(_ line: String) -> CommandError? {
    let error = #expect(throws: CommandError.self, "\(line)") { try CommandReader.commands(line) }
    return error
  }

  // MARK: Reading

  @Test(
    arguments: [
      ("watch state hits", .watch([.state, .hits]), "watch state hits"),
      (
        "watch log ahead levels state hits log", .watch(Set(ControlChannel.allCases)),
        "watch state hits levels ahead log"
      ),
      (" Watch ", .watch([]), "watch"), ("WATCH STATE", .watch([.state]), "watch state"),
      ("\"watch\" hits;", .watch([.hits]), "watch hits"),
      ("watch hits --json", .watch([.hits]), "watch hits"),
      ("listen", .listen, "listen"), ("LISTEN", .listen, "listen"),
      ("oneshot ride 7", .oneShot(.ride, Velocity(clamping: 7)), "oneshot ride 7"),
      ("oneshot KICK 127", .oneShot(.kick, Velocity(clamping: 127)), "oneshot kick 127"),
    ] as [(String, ConnectionRequest, String)])
  func `a line of the table asks for it, and it is written as one that reads back`(
    line: String, request: ConnectionRequest, written: String
  ) throws {
    #expect(try CommandReader.command(line)?.action == .connection(request))
    #expect(CommandReader.connectionRequest(line) == request)
    #expect(request.line == written)
    #expect(CommandReader.connectionRequest(written) == request)
  }

  @Test(arguments: [
    "play", "", "# watch", "watcher", "tempo 96", "watch hist", "listen now", "watch hits; play",
    "watch \"hits", "source watch",
  ])
  func `other lines, and those that cannot be read, ask for nothing of the connection`(
    line: String
  ) {
    #expect(CommandReader.connectionRequest(line) == nil)
  }

  @Test(arguments: [
    ("watch hist", "watch: expected state, hits, levels, ahead, log, found “hist”"),
    ("watch hits state,", "watch: expected state, hits, levels, ahead, log, found “state,”"),
    ("listen now", "listen: unexpected “now”; usage: listen"),
    ("oneshot", "oneshot: a drum is missing; usage: oneshot DRUM VELOCITY"),
    ("oneshot kick", "oneshot: a velocity is missing; usage: oneshot DRUM VELOCITY"),
    ("oneshot kick 7 7", "oneshot: unexpected “7”; usage: oneshot DRUM VELOCITY"),
  ])
  func `what is wrong is said with what is expected`(line: String, words: String) {
    #expect(error(line)?.description == words)
    #expect(error(line)?.isUsage == true)
  }

  @Test(arguments: ["oneshot x 7", "oneshot kick 0", "oneshot kick 128", "oneshot kick 1.5"])
  func `a stroke is of a drum there is, as hard as velocities go`(line: String) {
    #expect(error(line)?.isUsage == true)
  }

  // MARK: Alone in its line

  @Test(arguments: [
    ("tempo 97; watch hits", "watch: expected a line of its own, found 2 commands"),
    ("watch; watch; play", "watch: expected a line of its own, found 3 commands"),
    ("listen; status", "listen: expected a line of its own, found 2 commands"),
    ("play; oneshot kick 9", "oneshot: expected a line of its own, found 2 commands"),
  ])
  func `it stands alone in its line`(line: String, words: String) throws {
    let commands = try CommandReader.commands(line)
    let error = #expect(throws: CommandError.self) { try commands.connectionRequest() }
    #expect(error?.description == words)
    #expect(error?.isUsage == true)
  }

  @Test func `a line of the machine's asks nothing of the connection, and passes as it is`() throws
  {
    let commands = try CommandReader.commands("tempo 96; play")
    #expect(try commands.connectionRequest() == nil)
    #expect(try commands.withoutConnection() == commands)
    #expect(try [Command]().connectionRequest() == nil)
  }

  // MARK: Refused to all others

  private static func refusal(_ path: String) -> String {
    "\(path): only a client of the control socket can ask for it, in a line of its own"
  }

  @Test(arguments: ["watch", "play; watch hits", "listen", "oneshot kick 9; play"])
  func `who has no connection is refused the whole line`(line: String) throws {
    let commands = try CommandReader.commands(line)
    let error = #expect(throws: CommandError.self) { try commands.withoutConnection() }
    #expect(Self.paths.map(Self.refusal).contains(error?.description ?? ""))
    #expect(error?.isUsage == true)
  }

  @Test func `a file's lines do not ask for it, whichever client sends the file`() throws {
    for (text, words) in [
      ("play\nwatch hits", "set, line 2: " + Self.refusal("watch")),
      ("listen", "set, line 1: " + Self.refusal("listen")),
    ] {
      let error = #expect(throws: CommandError.self) {
        try CommandReader.commands("source set") { _ throws(CommandError) in text }
      }
      #expect(error?.description == words)
    }
  }

  @Test(arguments: [
    ["watch"], ["watch", "state"], ["listen"], ["oneshot", "kick"], ["oneshot", "kick", "9"],
    ["oneshot", "kick", "from", "1", "to", "9"], ["WATCH"],
  ])
  func `no control is assigned it`(words: [String]) {
    let error = #expect(throws: CommandError.self) { try CommandTable.assignment(words) }
    #expect(error?.description == Self.refusal(words[0].lowercased()))
    let line = "assign cc 20 " + words.joined(separator: " ")
    #expect(self.error(line)?.description == Self.refusal(words[0].lowercased()))
  }

  // MARK: Help and completion

  @Test func `help has a topic of them, and each by its name`() throws {
    let topic = try CommandHelp.text("connection")
    for path in Self.paths { #expect(topic.contains("\n  " + path), "\(path)") }
    let watch = try CommandHelp.text("watch")
    #expect(watch.hasPrefix("watch [state|hits|levels|ahead|log…]\n"))
    #expect(watch.contains("example: watch state hits"))
    #expect(CommandManual.manPage.contains("oneshot DRUM VELOCITY"))
  }

  @Test func `help does not list them where they are refused, and says who can ask`() throws {
    let overview = try CommandHelp.text(nil, byConnection: false)
    let words = overview.split(whereSeparator: \.isWhitespace).map(String.init)
    for path in Self.paths + ["connection"] { #expect(!words.contains(path), "\(path)") }
    for word in ["clock", "tempo", "status"] { #expect(words.contains(word), "\(word)") }
    #expect(try CommandHelp.text(nil).contains("oneshot"))
    #expect(
      try CommandHelp.text("connection", byConnection: false)
        == "connection: for clients of the control socket\n\n"
        + "  only a client of the control socket can ask for them: watch, listen, oneshot")
    let topic = try CommandHelp.text("clock", byConnection: false)
    #expect(try topic == CommandHelp.text("clock"))
  }

  @Test func `a client's line is completed with them, any other is not`() {
    let (client, console) = (Completion(byConnection: true), Completion())
    for (line, word) in [
      ("wat", "watch"), ("LIS", "listen"), ("ones", "oneshot"), ("play; wat", "watch"),
      ("watch le", "levels"), ("watch state hi", "hits"), ("oneshot clo", "closedhat"),
    ] {
      #expect(client.candidates(for: line) == [word], "\(line)")
      #expect(console.candidates(for: line) == [], "\(line)")
    }
    #expect(client.candidates(for: "watch ") == ControlChannel.allCases.map(\.rawValue))
    for completion in [client, console] {
      #expect(completion.candidates(for: "help wat") == ["watch"])
      for line in ["learn wat", "assign cc 20 wat"] {
        #expect(completion.candidates(for: line) == [], "\(line)")
      }
      let drums = completion.candidates(for: "assign cc 20 oneshot clo")
      #expect(!drums.contains("closedhat"))
    }
  }

  // MARK: The table as JSON

  @Test func `the table as JSON has them, and says that they are of the connection`() throws {
    let data = try JSONEncoder().encode(CommandTable.all)
    let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    let found = rows.filter { $0["connection"] as? Bool == true }
    #expect(found.compactMap { $0["path"] as? String } == Self.paths)
    #expect(found.allSatisfy { $0["access"] as? String == "watch" })
    #expect(found.allSatisfy { $0["topic"] as? String == "connection" })
    let tempo = try #require(rows.first { $0["path"] as? String == "tempo" })
    #expect(tempo["connection"] == nil)
  }
}
