import ArgumentParser
import CommandText
import Commands
import Daemon
import Foundation
import Shell

/// `ghostnote commands`: the table of what a running ghostnote can be asked for.
struct CommandsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commands",
    abstract: "List the commands of a running ghostnote, for people and for programs.",
    discussion: """
      EXAMPLES
        ghostnote commands                   the topics, as `help` lists them
        ghostnote commands clock             those of a topic, or one command in full
        ghostnote commands --json            every row with its arguments and their ranges
        ghostnote commands --man             the section COMMANDS of a manual page
      """)

  @Argument(help: "A topic or a command.", completion: .commandSubject) var subject: [String] = []
  @Flag(help: "Write the whole table as JSON.") var json = false
  @Flag(help: "Write the whole table as Markdown.") var markdown = false
  @Flag(help: "Write the whole table for man.") var man = false

  func validate() throws {
    let count = [json, markdown, man].count { $0 } + (subject.isEmpty ? 0 : 1)
    guard count <= 1 else {
      throw ValidationError("expected one of a subject, --json, --markdown and --man")
    }
  }

  func run() throws {
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(CommandTable.all), as: UTF8.self))
    } else if markdown {
      print(CommandManual.markdown, terminator: "")
    } else if man {
      print(CommandManual.manPage, terminator: "")
    } else {
      print(try help(subject.isEmpty ? nil : subject.joined(separator: " ")))
    }
  }

  /// An unknown subject is a wrong word.
  private func help(_ subject: String?) throws(ValidationError) -> String {
    do throws(CommandError) {
      return try CommandHelp.text(subject, for: "commands")
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
