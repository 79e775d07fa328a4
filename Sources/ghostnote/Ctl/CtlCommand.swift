import ArgumentParser
import CommandText
import Commands
import ControlSocket
import Daemon
import Files
import Foundation
import Shell

/// `ghostnote ctl`: a client of the control socket.
struct CtlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl", abstract: "Send commands to a session that runs.",
    discussion: """
      EXAMPLES
        ghostnote ctl 'tempo 96; play'           commands, one after the other
        ghostnote ctl --json status              the reply as JSON
        ghostnote ctl < script                   a command a line
        ghostnote ctl                            lines typed, with history and completion
        ghostnote ctl watch hits                 every hit as JSON, until Ctrl-C
        ghostnote ctl listen | aplay -q -t raw -f S16_LE -r 48000 -c 2

      `ghostnote ctl help` lists the commands. Stops at the first that fails.

      Exit status 1 where a command was not carried out, no session runs or standard output takes \
      no more, 64 where its words were wrong.
      """)

  @Option(help: "The session's name, as given to `ghostnote run --name`.", completion: .session)
  var name: String?

  @Flag(help: "Show replies and errors as JSON, one object a line.")
  var json = false

  @Argument(
    parsing: .captureForPassthrough,
    help: "Commands, separated by “;”; without any, lines from standard input.",
    completion: .sessionLine)
  var commands: [String] = []

  mutating func run() throws {
    try takeOptions()
    let line = commands.count == 1 ? commands[0] : Self.line(commands)
    let sentences = CommandReader.sentences(line)
    if sentences.map(CommandReader.connectionRequest).contains(.listen),
      isatty(STDOUT_FILENO) == 1
    {
      throw ValidationError("listen writes sound: send it to a program, such as aplay, or a file")
    }
    let client = try connect(asJSON: json || sentences.contains(where: CtlSession.wantsJSON))
    if commands.isEmpty, CtlTerminal(client: client, isJSON: json).run() { return }
    let session = session(client)
    let outcome = commands.isEmpty ? script(session) : session.perform(line)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  /// Takes what stands among the session's words and is ours. All words after the first command are the session's,
  /// so that these are not taken for options.
  private mutating func takeOptions() throws {
    if commands.first == "--" {
      commands.removeFirst()
    } else {
      if ["--help", "-h"].contains(commands.first) { throw CleanExit.helpRequest(self) }
      if commands == ["--version"] { throw CleanExit.message(Ghostnote.configuration.version) }
    }
    if commands.last == "--json" {
      commands.removeLast()
      json = true
    }
  }

  /// The line that words of a shell make. One that the shell was given in quotes is one word here too, unless all of
  /// the line is, or the command takes the rest of the line as it stands.
  static func line(_ words: [String]) -> String {
    let paths = (1...3).map { words.prefix($0).joined(separator: " ") }
    if paths.contains(where: { CommandTable.rows(of: $0).contains(where: \.takesRawText) }) {
      return words.joined(separator: " ")
    }
    return words.map { word in
      let isPlain =
        word == ";"
        || !word.dropLast(word.hasSuffix(";") ? 1 : 0).contains {
          $0.isWhitespace || $0 == ";" || $0 == "\"" || $0 == "'"
        }
      return isPlain ? word : Command.quoted(word)
    }.joined(separator: " ")
  }

  private func connect(asJSON: Bool) throws -> ControlClient {
    do { return try ControlClient(name: name) } catch {
      guard asJSON else { throw CommandError("\(error)") }
      Self.complain(CtlSession.failure("\(error)", asJSON: true))
      throw ExitCode.failure
    }
  }

  private func session(_ client: ControlClient) -> CtlSession {
    CtlSession(
      client, name: client.name, isJSON: json,
      show: { text in
        say(text)
        return StandardOutput.failure == nil
      },
      complain: { Self.complain($0) },
      soundIsLost: { StandardOutput.note(SystemError(code: $0)) })
  }

  private static func complain(_ text: String) {
    write(text.printable + "\n", to: STDERR_FILENO)
  }

  private func script(_ session: CtlSession) -> CtlSession.Outcome {
    var (number, pasting) = (0, PasteLines())
    while let written = readLine() {
      number += 1
      guard let line = pasting.take(written) else { continue }
      let outcome = session.perform(line, place: "line \(number): ")
      let isOver = CommandReader.sentences(line).contains(where: CommandReader.isExit)
      if outcome != .done || isOver { return outcome }
    }
    guard let line = pasting.end() else { return .done }
    return session.perform(line, place: "line \(number): ")
  }
}
