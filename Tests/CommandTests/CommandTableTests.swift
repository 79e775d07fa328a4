import CommandText
import Commands
import Foundation
import Rhythm
import Testing

/// What holds for every row of the table.
@Suite struct CommandTableTests {
  @Test func `every example is read by its own row and reads back from its line and its JSON`()
    throws
  {
    for spec in CommandTable.all {
      #expect(!spec.examples.isEmpty && !spec.meaning.isEmpty)
      for example in spec.examples {
        let command = try #require(try CommandReader.command(example), "\(example)")
        #expect(command.spec.path == spec.path, "\(example)")
        #expect(command.spec.usage == spec.usage, "\(example)")
        #expect(try CommandReader.command(command.line) == command, "\(command.line)")
        let json = try JSONEncoder().encode(command)
        let decoded = try JSONDecoder().decode(Command.self, from: json)
        #expect(decoded == command && decoded.arguments == command.arguments, "\(example)")
      }
    }
  }

  @Test func `no two rows are the same line, and every alias is another's path`() {
    let usages = CommandTable.all.map(\.usage)
    #expect(Set(usages).count == usages.count)
    for spec in CommandTable.all {
      for alias in spec.aliases {
        #expect(CommandTable.rows(of: alias).contains { $0.usage == spec.usage })
      }
    }
  }

  @Test func `JSON gives numbers, texts, true and false, and is refused like a line`() throws {
    func command(_ json: String) throws -> Command {
      try JSONDecoder().decode(Command.self, from: Data(json.utf8))
    }
    #expect(try command(#"{"command": "tempo", "arguments": [96.5]}"#).line == "tempo 96.5")
    #expect(try command(#"{"command": "loop", "arguments": [false]}"#).line == "loop off")
    #expect(
      try command(#"{"command": "load", "arguments": ["my patch"]}"#).line == "load \"my patch\"")
    #expect(
      try command(#"{"command": "step", "arguments": ["36", 5, "x?50"]}"#).line
        == "step kick 5 x?50")
    for wrong in [
      #"{"command": "tempo", "arguments": [19]}"#, #"{"command": "tmepo"}"#,
      #"{"command": "tempo", "arguments": [null]}"#, #"{"arguments": []}"#,
      #"{"command": "tempo", "arguments": [96, 97]}"#,
    ] {
      #expect(throws: (any Error).self, "\(wrong)") { try command(wrong) }
    }
    let error = #expect(throws: CommandError.self) {
      try command(#"{"command": "tempo", "arguments": [301]}"#)
    }
    #expect(error?.description.hasPrefix("tempo: expected 20–300 bpm") == true)
  }

  @Test func `the table is JSON for pages, and a section of a manual`() throws {
    let data = try JSONEncoder().encode(CommandTable.all)
    let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(rows.count == CommandTable.all.count)
    let tempo = try #require(rows.first { $0["path"] as? String == "tempo" })
    #expect(tempo["stream"] as? Bool == true && tempo["access"] as? String == "edit")
    let arguments = try #require(tempo["arguments"] as? [[String: Any]])
    let kind = try #require(arguments.first?["kind"] as? [String: Any])
    #expect(kind["type"] as? String == "range" && kind["lowest"] as? Double == 20)
    for spec in CommandTable.all {
      #expect(CommandManual.markdown.contains(spec.meaning.replacing("|", with: "\\|")))
    }
    #expect(CommandManual.manPage.components(separatedBy: "\n.TP\n").count == rows.count + 1)
    let shapes = try JSONDecoder().decode(
      [ParameterShape].self, from: JSONEncoder().encode(CommandTable.all.flatMap(\.parameters)))
    #expect(shapes == CommandTable.all.flatMap(\.parameters))
  }

  @Test func `who only watches changes nothing, and what is urgent is to be played`() {
    for spec in CommandTable.all {
      if spec.isQuery { #expect(spec.touches.isEmpty && !spec.isStream, "\(spec.path)") }
      // A reported beat sets the tempo as well.
      let level: AccessLevel = spec.path == "follow" ? .edit : .play
      if spec.isUrgent { #expect(spec.access == level, "\(spec.path)") }
    }
    let urgent = CommandTable.all.filter(\.isUrgent).map(\.path)
    #expect(urgent == ["play", "stop", "continue", "toggle", "panic", "hit", "follow"])
    #expect(AccessLevel.watch < .play && AccessLevel.files < .admin)
  }

  @Test func `a fader's value takes the place of the one before, of the same thing only`() throws {
    func command(_ line: String) throws -> Command { try #require(try CommandReader.command(line)) }
    #expect(try command("level kick -3").isOvertaken(by: command("level kick -4")))
    #expect(try !command("level kick -3").isOvertaken(by: command("level snare -4")))
    #expect(try !command("tap").isOvertaken(by: command("tap")))
    #expect(try !command("step kick 1").isOvertaken(by: command("step kick 1")))
  }

  @Test(arguments: [
    ("drummer density", ControlAction.Gives.range(from: 0, to: 1)),
    ("level kick from -20 to 0", .range(from: -20, to: 0)), ("fill", .switch),
    ("record erase kick", .switch), ("play", .nothing), ("song repeat 2", .range(from: 1, to: 999)),
    ("hits accent", .switch), ("mutegroup 2 toggle", .nothing), ("tap", .nothing),
    ("mute snare", .switch), ("mute snare toggle", .nothing), ("solo kick toggle", .nothing),
    ("pattern next bar", .nothing), ("metronome level from 0 to -60", .range(from: 0, to: -60)),
    ("step kick 5", .nothing), ("hits velocity", .range(from: 1, to: 127)),
  ])
  func `any command whose last argument a control can give is assigned to one`(
    words: String, gives: ControlAction.Gives
  ) throws {
    let action = try CommandTable.assignment(words.split(separator: " ").map(String.init))
    #expect(action.gives == gives)
    for value in UInt8(0)...127 {
      guard let words = action.words(value: value, isPressed: value >= 64) else { continue }
      #expect(throws: Never.self, "\(words)") { try CommandTable.command(ofControl: words) }
    }
  }

  @Test(arguments: [
    "quit", "exit", "EXIT", "source set.txt", "status", "show", "help", "help step", "song",
    "text line", "assign list", "surface", "clock status",
  ])
  func `what would do nothing by a control is assigned to none, and one that has it is read`(
    words: String
  ) throws {
    let words = words.split(separator: " ").map(String.init)
    for assigning in [["assign", "note", "36"], ["learn"], ["assign", "cc", "20", "learn"]] {
      let error = #expect(throws: CommandError.self, "\(assigning)") {
        try CommandTable.command(words: assigning + words)
      }
      #expect(error?.isUsage == true)
    }
    // As a patch does.
    #expect(try CommandTable.assignment(words).gives == .nothing)
  }

  @Test func `a control can assign and learn, but nothing that does so again`() throws {
    func error(_ line: String) -> CommandError? {
      do throws(CommandError) {
        _ = try CommandTable.command(words: line.split(separator: " ").map(String.init))
      } catch { return error }
      return nil
    }
    for line in ["learn learn play", "assign note 36 assign cc 20 level", "learn assign clear"] {
      #expect(error(line) == nil, "\(line)")
    }
    // Each would be read within the one before, however many there are.
    for line in ["learn learn learn play", String(repeating: "assign cc 1 LEARN ", count: 3_000)] {
      #expect(error(line)?.description.hasSuffix("give that another command") == true)
    }
  }

  @Test(arguments: [
    "dance", "drummer density from 0 to 2", "play from 0 to 1", "level from x to 0", "step kick",
  ])
  func `what no control can give is refused`(words: String) {
    #expect(throws: CommandError.self) {
      try CommandTable.assignment(words.split(separator: " ").map(String.init))
    }
  }
}
