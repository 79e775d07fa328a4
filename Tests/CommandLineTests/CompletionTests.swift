import Foundation
import GhostnoteTesting
import Testing

/// What shells offer where a person presses Tab: bash by the program's own script, zsh by what its script is given.
@Suite struct CompletionTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(place.path)/bin/ghostnote", withDestinationPath: GhostnoteProgram.path)
    let script = try GhostnoteProgram.run("--generate-completion-script", "bash")
    _ = try place.write("completions.bash", script.output)
    _ = try place.write(
      "tab.bash",
      """
      cd "$(dirname "$0")" && PATH=$PWD/bin:$PATH && source completions.bash
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
      # Words that are completed have no quote in front, as readline gives them.
      _ghostnote ghostnote "${COMP_WORDS[-1]#\\'}" "${COMP_WORDS[-2]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
  }

  private func tab(_ words: [String]) throws -> [String] {
    let environment = [("XDG_RUNTIME_DIR", place.path), ("XDG_DATA_HOME", place.path)]
    let outcome = try Spawned(
      "/bin/bash", ["\(place.path)/tab.bash", "ghostnote"] + words,
      environment: environment.map { (name: $0.0, value: $0.1) }
    ).finish()
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test(
    arguments: [
      (["run", "half"], ["half-time-shuffle"]), (["render", "euc"], ["euclid"]),
      (["patch", "show", "sam"], ["samba"]), (["patch", "check", "rock", "reg"], ["reggae"]),
      (["humanise", "bem"], ["bembe"]), (["run", "--audio", "s"], ["silent"]),
      (["run", "--audio", "w"], ["wav:"]), (["run", "--clock", "l"], ["link"]),
      (["run", "--midi", "alsa,"], ["alsa,jack"]), (["run", "--drummer", "fu"], ["funk"]),
      (["kit", "show", "Ghostnote-M"], ["Ghostnote-Machine"]),
      (["run", "--soundfont", "Ghostnote-K"], ["Ghostnote-Kit"]),
      (["commands", "transp"], ["transport"]), (["page", "--access", "w"], ["watch"]),
      (["ctl", "temp"], ["tempo", "temper"]), (["ctl", "mute", "cla"], ["clap"]),
      (["ctl", "load", "half"], ["half-time-shuffle"]),
      (["ctl", "kit", "Ghostnote-M"], ["Ghostnote-Machine"]),
      (["ctl", "surface", "use", "plain"], ["plain-8x8"]),
      (["ctl", "wat"], ["watch"]), (["ctl", "watch", "hits", "lev"], ["levels"]),
      (["ctl", "--name", "None", "mute", "cla"], ["clap"]),
      (["ctl", "--name", "=", "None", "mute", "cla"], ["clap"]),
      (["ctl", "'tempo 96; mute cla"], ["tempo 96; mute clap"]),
    ] as [([String], [String])])
  func `words are completed by what their position takes`(words: [String], expected: [String])
    throws
  {
    let outcome = try tab(words)
    #expect(Set(outcome) == Set(expected), "\(words)")
  }

  @Test func `files and folders are offered beside names`() throws {
    _ = try place.write("mine.json", "{}")
    _ = try place.write("mine.txt", "")
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/minerals", withIntermediateDirectories: true)
    _ = try place.write("minerals/quartz.json", "{}")
    #expect(Set(try tab(["run", "min"])) == ["mine.json", "minerals/"])
    #expect(try tab(["run", "minerals/q"]) == ["minerals/quartz.json"])
    _ = try place.write("minerals/.hidden.json", "{}")
    #expect(try tab(["run", "minerals/"]) == ["minerals/quartz.json"])
    #expect(try tab(["run", "minerals/."]) == ["minerals/.hidden.json"])
  }

  @Test func `a name that the shell would expand is offered as it is, or not at all`() throws {
    let names = [
      "min it's.json", "min $(touch pwned).json", "min `touch pwned`.json", "min\\x.json",
    ]
    for name in names { _ = try place.write(name, "{}") }
    #expect(Set(try tab(["run", "min"])) == ["min it's.json", "min\\x.json"])
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/pwned"))
  }

  /// What zsh's script is given for `argument` of the subcommand, the first of `words`.
  private func zsh(_ words: [String], for argument: String) throws -> [String] {
    let cursor = ["\(words.count)", "\(words.last?.count ?? 0)"]
    let call = ["---completion", words[0], "--", argument] + cursor + ["ghostnote"] + words
    let environment = [("SAP_SHELL", "zsh"), ("XDG_DATA_HOME", place.path)]
    let outcome = try Spawned(
      "/bin/sh", ["-c", #"cd "$0" && exec bin/ghostnote "$@""#, place.path] + call,
      environment: environment.map { (name: $0.0, value: $0.1) }
    ).finish()
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test func `zsh is given a name whole, with its colons`() throws {
    for name in ["min:x.json", "min\\x.json"] { _ = try place.write(name, "{}") }
    let names = try zsh(["run", "min"], for: "positional@0")
    #expect(names.contains("min\\:x.json") && names.contains("min\\\\x.json"), "\(names)")
    #expect(try zsh(["run", "--audio", "w"], for: "--audio").contains("wav\\:"))
  }

  @Test func `the patterns of a session that runs are offered, and its name`() throws {
    let session = try Session(
      ["song", "--name", "Upstairs", "--audio", "silent", "--midi", "none"],
      environment: [("XDG_RUNTIME_DIR", place.path)])
    try #require(session.isReady(), "\(session.program.errors)")
    session.type("pattern new Bridge")
    #expect(eventually { (try? tab(["ctl", "pattern", "Bri"])) == ["Bridge"] })
    #expect(try tab(["ctl", "pattern", "delete", "Bri"]) == ["Bridge"])
    #expect(try tab(["ctl", "--name", "U"]) == ["Upstairs"])
    #expect(try tab(["ctl", "--name", "=", "U"]) == ["Upstairs"])
    // What a session that was killed has left is none.
    _ = try place.write("ghostnote/Gone.sock", "")
    #expect(try tab(["ctl", "--name", ""]) == ["Upstairs"])
    session.type("pattern new '$(touch pwned)Bridge'")
    session.type("pattern new \"Bridge's end\"")
    #expect(
      eventually { (try? tab(["ctl", "pattern", ""]))?.contains("\"Bridge's end\"") == true })
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/pwned"))
    #expect(session.end().status == 0)
  }

  /// Those that stand for a number or a new name.
  private static let free: Set<String> = [
    "name", "alsa-device", "rate", "period", "follow-offset-ms", "clock-offset-ms", "seed",
    "intensity", "answer", "listen", "lookahead", "polyphony", "bpm", "bars", "port", "seats",
    "address", "public-url", "osc", "osc-allow", "density", "loudness", "wildness", "fill-every",
    "seconds", "channel", "loops", "epochs", "minutes", "workers", "patience", "data", "licence",
    "file", "ticks-per-beat", "play", "temperature", "amount", "subcommands",
  ]

  @Test func `every argument is offered what it may be unless that is a number or a name`() throws {
    struct Interface: Decodable {
      struct Argument: Decodable {
        var kind: String
        var valueName: String?
        var shouldDisplay: Bool
        var completionKind: [String: Ignored]?
      }
      struct Ignored: Decodable {}
      struct Command: Decodable {
        var commandName: String
        var arguments: [Argument]?
        var subcommands: [Command]?
      }
      var command: Command
    }
    func check(_ command: Interface.Command, _ path: String) {
      for argument in command.arguments ?? [] where argument.kind != "flag" {
        guard argument.shouldDisplay, argument.completionKind == nil else { continue }
        #expect(Self.free.contains(argument.valueName ?? ""), "\(path) \(argument.valueName ?? "")")
      }
      for next in command.subcommands ?? [] { check(next, "\(path) \(next.commandName)") }
    }
    let dump = try GhostnoteProgram.run("--experimental-dump-help")
    let interface = try JSONDecoder().decode(Interface.self, from: Data(dump.output.utf8))
    #expect(interface.command.subcommands?.count ?? 0 > 10)
    check(interface.command, "ghostnote")
  }
}
