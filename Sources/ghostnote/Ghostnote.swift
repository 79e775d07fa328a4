import ArgumentParser
import Control
import Foundation

/// The command line.
@main struct Ghostnote: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ghostnote",
    abstract: "A headless drummer: pads, a 16-step sequencer and MIDI clock, over ALSA and JACK.",
    discussion: """
      EXAMPLES
        ghostnote run rock --play            play a factory patch
        ghostnote run --connect 'TD-17*'     play from a pad whenever it is plugged in
        ghostnote render funk --bars 8 -o funk.wav
        ghostnote doctor                     what is missing here, and how to fix it
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self, RenderCommand.self, PortsCommand.self, DoctorCommand.self,
      DrumCommand.self, ClockCommand.self, KitCommand.self, PatchCommand.self,
      SoundFontCommand.self,
      CorpusCommand.self, TrainCommand.self, DrummerModelCommand.self, HumaniseCommand.self,
    ],
    defaultSubcommand: nil)

  /// Parses and runs; what goes wrong is said without what a terminal would obey.
  static func main() async {
    // Not on the main thread, which then waits for signals and takes them whatever mask was inherited.
    let end = await Task.detached { await outcome() }.value
    if !end.message.isEmpty {
      write(end.message + "\n", to: end.code == 0 ? STDOUT_FILENO : STDERR_FILENO)
    }
    exit(withCode: end.code)
  }

  /// What is left to be said, and the exit status.
  private static func outcome() async -> (message: String, code: Int32) {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return ("", 0)
    } catch {
      return (fullMessage(for: error).printable, exitCode(for: error).rawValue)
    }
  }

  private static func exit(withCode code: Int32) -> Never { Foundation.exit(code) }
}
