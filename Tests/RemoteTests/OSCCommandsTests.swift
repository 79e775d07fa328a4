import CommandText
import Commands
import OSC
import Testing

@testable import Remote

/// Messages as commands: every command of the table has an address, but for those of a connection.
@Suite struct OSCCommandsTests {
  private func lines(_ address: OSCAddress, _ arguments: [OSCArgument] = []) throws -> [String] {
    try OSCCommands.commands(OSCMessage(address, arguments)).map(\.line)
  }

  /// The message for a command, with numbers and switches as a surface sends them.
  static func message(_ command: Command) throws -> OSCMessage {
    let address = try #require(
      OSCAddress("/ghostnote/" + command.spec.path.replacing(" ", with: "/")))
    let arguments = command.arguments.map { word -> OSCArgument in
      // A number sets: what goes on from what there is comes as text.
      if command.spec.isRelative { return .string(word) }
      if let whole = Int32(word) { return .int32(whole) }
      if let number = Float(word) { return .float32(number) }
      if word == "on" || word == "off" { return .bool(word == "on") }
      return .string(word)
    }
    return OSCMessage(address, arguments)
  }

  @Test(arguments: CommandTable.all.filter { !$0.isOfConnection }.map(\.path))
  func `every command can be asked for by its address, with the examples of the table`(
    path: String
  ) throws {
    for spec in CommandTable.rows(of: path) where spec.path == path {
      for example in spec.examples {
        let command = try #require(try CommandReader.command(example))
        let found = try OSCCommands.commands(try Self.message(command))
        #expect(found == [command], "\(example)")
      }
    }
  }

  @Test func `a command that needs no more takes a button`() throws {
    for (address, line): (OSCAddress, String) in [
      ("/ghostnote/drummer/fill", "drummer fill"), ("/ghostnote/undo", "undo"),
      ("/ghostnote/play", "play"),
    ] {
      #expect(try lines(address, [.bool(true)]) == [line])
      #expect(try lines(address, [.bool(false)]) == [])
      #expect(try lines(address, [0.0]) == [])
    }
    #expect(try lines("/ghostnote/drummer/fill", [1.0]) == ["drummer fill"])
    #expect(try lines("/ghostnote/undo", [2]) == ["undo 2"])
  }

  @Test func `every row that is the machine's has an entry, and every entry its address alone`() {
    let paths = Set(OSCCommands.entries.map { CommandTable.all[$0.spec].path })
    #expect(paths == Set(CommandTable.all.filter { !$0.isOfConnection }.map(\.path)))
    #expect(paths.isDisjoint(with: ["watch", "listen", "oneshot"]))
    #expect(Set(OSCCommands.entries.map(\.address)).count == OSCCommands.entries.count)
  }

  @Test(
    arguments: [
      ("/ghostnote/level/kick", [-3.5], ["level kick -3.5"]),
      ("/ghostnote/level", [0.1], ["level 0.1"]),
      ("/ghostnote/tempo", [.double(97.25)], ["tempo 97.25"]),
      ("/ghostnote/tempo", [.int64(96)], ["tempo 96"]),
      ("/ghostnote/mute/kick", [1.0], ["mute kick on"]),
      ("/ghostnote/mute/kick", [0], ["mute kick off"]),
      ("/ghostnote/mute/kick", ["toggle"], ["mute kick toggle"]),
      ("/ghostnote/solo/kick", [true], ["solo kick on"]),
      ("/ghostnote/metronome", [1.0], ["metronome on"]),
      ("/ghostnote/metronome", ["record"], ["metronome record"]),
      ("/ghostnote/loop", [false], ["loop off"]),
      ("/ghostnote/play", [], ["play"]), ("/ghostnote/play", [1.0], ["play"]),
      ("/ghostnote/play", [.impulse], ["play"]), ("/ghostnote/play", [0.0], []),
      ("/ghostnote/play", [false], []), ("/ghostnote/pattern/next", [1.0], ["pattern next"]),
      ("/ghostnote/pattern/next", [0.0], []), ("/ghostnote/hit/crash", [0.5], ["hit crash 64"]),
      ("/ghostnote/hit", ["kick", 1.0], ["hit kick 127"]),
      ("/ghostnote/hit/kick", [1], ["hit kick 1"]),
      ("/ghostnote/hits/velocity", [0.5], ["hits velocity 64"]),
      ("/ghostnote/hits/velocity", [8], ["hits velocity 8"]),
      ("/ghostnote/hits/velocity", ["+8"], ["hits velocity +8"]),
      ("/ghostnote/step", ["kick", 5, 64], ["step kick 5 64"]),
      ("/ghostnote/hit/kick", [0.0], []), ("/ghostnote/hit/kick", [], ["hit kick"]),
      ("/ghostnote/drummer/density", [0.25], ["drummer density 0.25"]),
      ("/ghostnote/countin", [1.7], ["countin 2"]),
      ("/ghostnote/save", ["my beat; quit"], ["save \"my beat; quit\""]),
      ("/ghostnote/song/add", [.array(["B", "x4"]), .null], ["song add B x4"]),
      ("/ghostnote/mute/{kick,snare}", [1.0], ["mute kick on", "mute snare on"]),
      ("/ghostnote/clock/send", [true], ["clock send on"]),
      ("/ghostnote/drummer/on", [1.0], ["drummer on"]),
    ] as [(OSCAddress, [OSCArgument], [String])])
  func `arguments mean what surfaces send`(
    address: OSCAddress, arguments: [OSCArgument], expected: [String]
  ) throws {
    let table = try expected.map { try #require(try CommandReader.command($0)).line }
    // Wildcards come in the table's order of drums.
    #expect(Set(try lines(address, arguments)) == Set(table))
  }

  @Test(
    arguments: [
      ("/ghostnote/frobnicate", [], "unknown command"),
      ("/ghostnote/tempo", [1_000.0], "20–300"),
      ("/ghostnote/tempo", [.float32(.nan)], "found nan"), ("/ghostnote/choke", [], "missing"),
      ("/ghostnote/level/bell", [1.0], "unknown drum"),
      ("/ghostnote/tempo", [.blob([1])], "type “b”"),
      ("/ghostnote/tempo", [.timeTag(.immediately)], "type “t”"),
      ("/ghostnote/hits/velocity", [-8], "a change comes as text"),
      ("/ghostnote/[a", [], "not closed"), ("/ghostnote/*/*", [], "1 to 64"),
      ("/ghostnote/zz*", [], "1 to 64"), ("/ghostnote", [], "unknown command"),
      ("/ghostnote/watch", ["state"], "only a client of the control socket"),
      ("/ghostnote/listen", [1.0], "only a client of the control socket"),
      ("/ghostnote/oneshot/kick", [100], "only a client of the control socket"),
      ("/ghostnote/oneshot/*", [100], "1 to 64"),
    ] as [(OSCAddress, [OSCArgument], String)])
  func `what means no command is refused with the reason`(
    address: OSCAddress, arguments: [OSCArgument], reason: String
  ) {
    let error = #expect(throws: CommandError.self) { try lines(address, arguments) }
    #expect(
      error?.description.contains(reason) == true, "\(error.map(String.init(describing:)) ?? "")")
  }
}
