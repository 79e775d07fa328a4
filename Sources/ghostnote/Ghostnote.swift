import ArgumentParser
import Commands
import Daemon
import Files
import Foundation
import Shell

/// The command line.
@main struct Ghostnote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghostnote",
    abstract: "A headless drummer: pads, a step sequencer and MIDI clock, over ALSA and JACK.",
    discussion: """
      EXAMPLES
        ghostnote run rock --play            play a factory patch
        ghostnote run --connect 'TD-17*'     play from a pad whenever it is plugged in
        ghostnote render funk --bars 8 -o funk.wav
        ghostnote doctor                     find problems, and how to fix them
      """,
    version: programVersion,
    subcommands: [
      RunCommand.self, CtlCommand.self, PageCommand.self, RenderCommand.self, PortsCommand.self,
      DoctorCommand.self,
      DrumCommand.self, ClockSubcommands.self, KitCommand.self, PatchCommand.self,
      SoundFontCommand.self,
      CommandsCommand.self,
      CorpusCommand.self, TrainCommand.self, DrummerModelCommand.self, HumaniseCommand.self,
    ],
    defaultSubcommand: nil)

  /// Parses and runs the command line; errors are printed without control characters.
  static func main() async {
    StandardStreams.fillGaps()
    // Not on the main thread, which waits for signals with its inherited mask.
    let end = await Task.detached { await outcome() }.value
    StandardOutput.flush()
    if !end.message.isEmpty {
      write(end.message + "\n", to: end.code == 0 ? STDOUT_FILENO : STDERR_FILENO)
    }
    exit(withCode: StandardOutput.failure.map { complain($0, after: end.code) } ?? end.code)
  }

  /// Says that standard output did not take everything; returns the exit status of a program that would have
  /// ended with `code`.
  private static func complain(_ failure: SystemError, after code: Int32) -> Int32 {
    let error = CommandError(
      "standard output: cannot be written: \(failure.reason); send it elsewhere")
    write(fullMessage(for: error) + "\n", to: STDERR_FILENO)
    return code == 0 ? exitCode(for: error).rawValue : code
  }

  /// The final message and the exit status.
  private static func outcome() async -> (message: String, code: Int32) {
    do {
      if let problem = misspelling(in: CommandLine.arguments.dropFirst()) {
        throw ValidationError(problem)
      }
      let command = try parseAsRoot(argumentsOfSessionManager)
      do { try await run(command) } catch let error as ValidationError {
        // What is found only while it runs is a wrong word of this command, not of all.
        let message = usageError(error.message, of: type(of: command))
        return (message.printable, exitCode(for: error).rawValue)
      }
      return ("", 0)
    } catch {
      return (fullMessage(for: error).printable, exitCode(for: error).rawValue)
    }
  }

  private static func run(_ command: any ParsableCommand) async throws {
    if var command = command as? any AsyncParsableCommand { return try await command.run() }
    var command = command
    try command.run()
  }

  /// What is wrong, and how the command is used, as for words that are refused when they are read.
  private static func usageError(
    _ problem: String, of command: any ParsableCommand.Type
  ) -> String {
    let usage = usageString(for: command).replacing("\n", with: "\n       ")
    let words = words(to: command, from: Ghostnote.self) ?? [_commandName]
    return "Error: \(problem)\nUsage: \(usage)\n"
      + "  See '\(words.joined(separator: " ")) --help' for more information."
  }

  /// The words that call `command`, from those of `start` on.
  private static func words(
    to command: any ParsableCommand.Type, from start: any ParsableCommand.Type
  ) -> [String]? {
    if start == command { return [start._commandName] }
    for next in start.configuration.subcommands {
      if let rest = words(to: command, from: next) { return [start._commandName] + rest }
    }
    return nil
  }

  /// A session manager starts programs by their name alone.
  private static var argumentsOfSessionManager: [String]? {
    let isAlone = CommandLine.arguments.count == 1 && ManagedSession.isOffered
    return isAlone ? ["run", "--control", "none"] : nil
  }

  private static func exit(withCode code: Int32) -> Never { Foundation.exit(code) }

  /// An error for an unknown subcommand, if there is one.
  private static func misspelling(in words: ArraySlice<String>) -> String? {
    var command: any ParsableCommand.Type = Ghostnote.self
    // `help` is the first of the words, and what it is asked about are commands too.
    for word in words.first == "help" ? words.dropFirst() : words {
      let known = command.configuration.subcommands
      guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      let next = known.first { $0._commandName == word || $0.configuration.aliases.contains(word) }
      guard let next else {
        let guess = Spelling.nearest(to: word, among: known.map { $0._commandName })
        return "unknown command “\(word)”" + (guess.map { "; did you mean “\($0)”?" } ?? "")
      }
      command = next
    }
    return nil
  }
}
