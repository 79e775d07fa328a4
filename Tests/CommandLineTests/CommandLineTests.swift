import Commands
import Foundation
import GhostnoteTesting
import Testing

/// Tests of the built executable, as a user runs it; ring 1: no devices.
@Suite(.waiting) struct CommandLineTests {}

extension CommandLineTests {
  @Test(arguments: [
    ([], "USAGE: ghostnote <subcommand>"),
    (["run"], "ghostnote run --connect 'TD-17*'"),
    (["render"], "ghostnote render funk --bars 8 --stems -o stems/funk.wav"),
    (["patch", "check"], "ghostnote patch check Patches/*.json"),
    (["patch", "show"], "ghostnote patch show"),
    (["kit", "list"], "ghostnote kit list --json"),
    (["kit", "show"], "ghostnote kit show /usr/share"),
    (["soundfont", "make"], "ghostnote soundfont make -o"),
    (["clock", "monitor"], "ghostnote clock monitor --port 'Volca*'"),
  ])
  func `help says what a command does, with examples`(command: [String], example: String) throws {
    let program = try GhostnoteProgram.start(command + ["--help"])
    let outcome = program.finish()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("OVERVIEW: "))
    #expect(outcome.output.contains("EXAMPLES"))
    #expect(outcome.output.contains(example))
  }

  @Test(arguments: [
    ["sing"], ["render", "rock"], ["render", "-o", "x.wav"], ["render", "rock", "-o", "x.mp3"],
    ["render", "rock", "-o", "x.wav", "--bars", "0"],
    ["render", "rock", "-o", "x.wav", "--bpm", "10"],
    ["render", "rock", "-o", "x.wav", "--rate", "1"],
    ["render", "rock", "-o", "x.mid", "--stems"],
    ["run", "--audio", "speaker"], ["run", "--audio", "wav:"], ["run", "--midi", "alsa,none"],
    ["run", "--channel", "17"], ["run", "--bpm", "301"], ["run", "--period", "7"],
    ["run", "--bars", "0"], ["run", "--thru", "perhaps"], ["run", "--verbose", "--quiet"],
    ["run", "--separate-outs", "--audio", "alsa"], ["patch", "check"],
    ["clock", "monitor", "--seconds", "0"], ["clock", "monitor", "--port"], ["clock", "look"],
  ])
  func `wrong words exit with 64, and say what is wrong and how it is used`(
    arguments: [String]
  ) throws {
    let program = try GhostnoteProgram.start(arguments)
    let outcome = program.finish()
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.first?.hasPrefix("Error: ") == true)
    #expect(outcome.errors.contains("Usage: ghostnote"))
  }

  @Test(arguments: [
    (["rnu", "rock"], "Error: unknown command “rnu”; did you mean “run”?"),
    (["clock", "montior"], "Error: unknown command “montior”; did you mean “monitor”?"),
    (["play", "rock"], "Error: unknown command “play”"),
    (["help", "nosuch"], "Error: unknown command “nosuch”"),
    (["help", "clock", "montior"], "Error: unknown command “montior”; did you mean “monitor”?"),
  ])
  func `a misspelled command is named, with what was probably meant`(
    words: [String], said: String
  ) throws {
    let program = try GhostnoteProgram.start(words)
    let outcome = program.finish()
    #expect(outcome.status == 64)
    #expect(outcome.errorLines.first?.hasPrefix(said) == true, "\(outcome.errors)")
  }

  @Test(arguments: [
    (["help"], "ghostnote <subcommand>"), (["help", "render"], "ghostnote render"),
    (["help", "clock", "monitor"], "ghostnote clock monitor"),
  ])
  func `help takes a command's words`(words: [String], usage: String) throws {
    let outcome = try GhostnoteProgram.start(words).finish()
    #expect(outcome.status == 0 && outcome.output.contains("USAGE: \(usage)"), "\(outcome)")
  }

  @Test func `help says what bars are, and that patterns have any number of steps`() throws {
    #expect(try GhostnoteProgram.run("render", "--help").output.contains("Bars of the meter, else"))
    #expect(try !GhostnoteProgram.run("--help").output.contains("16-step"))
  }

  @Test func `humanize is humanise`() throws {
    let outcome = try GhostnoteProgram.run("humanize", "--help")
    #expect(outcome.status == 0 && outcome.output.contains("USAGE: ghostnote humanise"))
  }

  @Test(.disabled(if: FileManager.default.fileExists(atPath: "/dev/snd/seq")))
  func `where there is no sequencer the clock monitor says what to do, in a line`() throws {
    let outcome = try GhostnoteProgram.run("clock", "monitor", "--port", "DAW")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("sudo modprobe snd-seq"))
    #expect(outcome.errors.contains("--jack"))
  }

  @Test func `the version is one line`() throws {
    let outcome = try GhostnoteProgram.run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions are written for the shell`(shell: String) throws {
    let outcome = try GhostnoteProgram.run("--generate-completion-script", shell)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("soundfont"))
  }
}
